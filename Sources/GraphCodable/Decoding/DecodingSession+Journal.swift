// What a decoding has made is kept in the order in which it was made: the objects in `completed`, what was deferred in
// `deferred`. Both together are the journal. When a call of the decoder throws, the program may catch the error and try
// another: the call must leave no trace. So what has been added to the journal since the call began is taken back. The
// objects are made anew if they are asked for again, because what they deferred may need the object that failed.
//
// There is one exception. A set needs its elements finished before it hashes them, so what they have deferred is decoded
// early; if an element is older than the call, it may now refer to objects that were made during the call. These, and all that
// were made before them, are pinned.

/// Parts of the journal that older objects refer to.
struct JournalPins {
    private struct Pin {
        /// Where the deferred value stands in the journal.
        let origin: Int
        /// How long the journal was when it had been decoded.
        let end: Int
    }

    /// Those that others include have been left out, so that both numbers grow.
    private var pins: [Pin] = []

    var isEmpty: Bool { pins.isEmpty }

    mutating func add(origin: Int, end: Int) {
        while let last = pins.last, last.origin >= origin {
            pins.removeLast()
        }
        pins.append(Pin(origin: origin, end: end))
    }

    /// How far the journal can be taken back, at most to `start`.
    mutating func takeBack(to start: Int) -> Int {
        while let last = pins.last, last.origin >= start {
            pins.removeLast()
        }
        return max(start, pins.last?.end ?? 0)
    }
}

extension DecodingSession {
    /// Where a deferred value stands in the journal.
    func journalIndex(ofDeferred index: Int) -> Int {
        index + deferred[index].completedCount
    }

    /// Takes back what was made and deferred since the journal had a length.
    @inline(never)
    func forget(since journal: Int) {
        let start = pins.takeBack(to: journal)
        if start > journal {
            dropDeferredValues(of: inProgress.last ?? 0, from: deferredCount(at: journal))
        }
        guard start < state.pointee.journalCount else { return }
        let deferredCount = deferredCount(at: start)
        let objects = forgetObjects(from: start - deferredCount)
        var values = Array(deferred[deferredCount...])
        deferredByOwner.truncate(to: deferredCount, of: deferred)
        deferred.removeSubrange(deferredCount...)
        state.pointee.journalCount = start
        // Deinitializers may have kept the decoder.
        let outer = state.pointee.position
        _ = try? outside { release(objects, &values) }
        state.pointee.position = outer
    }

    /// Lets go of the whole journal.
    func forgetEverything() {
        let objects = forgetObjects(from: 0)
        var values = deferred
        deferred = []
        deferredByOwner = DeferredIndex()
        pins = JournalPins()
        state.pointee.journalCount = 0
        release(objects, &values)
    }

    /// How many values had been deferred when the journal had a length.
    func deferredCount(at journal: Int) -> Int {
        // Their places in the journal grow.
        var known = 0..<deferred.count
        while !known.isEmpty {
            let middle = known.lowerBound + known.count / 2
            if journalIndex(ofDeferred: middle) < journal {
                known = middle + 1..<known.upperBound
            } else {
                known = known.lowerBound..<middle
            }
        }
        return known.lowerBound
    }

    /// - Returns: The objects, retained, parents first.
    private func forgetObjects(from start: Int) -> ContiguousArray<Unmanaged<AnyObject>> {
        var objects: ContiguousArray<Unmanaged<AnyObject>> = []
        objects.reserveCapacity(completed.count - start)
        for id in completed[start...].reversed() {
            chargeFailure(byteCount: records.slots[Int(id)].size)
            if let object = records.slots[Int(id)].forget() {
                objects.append(object)
            }
        }
        if start == 0 {
            completed.removeAll(keepingCapacity: completed.count < 1_024)
        } else {
            completed.removeSubrange(start...)
        }
        return objects
    }

    /// Releases objects that the program may have let go of.
    ///
    /// Releasing a list from its head recurses as deep as the list is long. Here each object is released before those that it was
    /// made of, which are kept by the references that are released after it. But an object that was decoded with
    /// `deferDecode` is newer than the one that refers to it: then the stack is made as large as the recursion can be.
    private func release(_ objects: ContiguousArray<Unmanaged<AnyObject>>, _ values: inout [DeferredValue]) {
        let mayRecurse = !values.isEmpty && objects.count > 256
        // Their closures keep objects, too.
        values = []
        func releaseAll() {
            for object in objects {
                object.release()
            }
        }
        if mayRecurse {
            stack.call(withRoomFor: objects.count, releaseAll)
        } else {
            releaseAll()
        }
    }
}
