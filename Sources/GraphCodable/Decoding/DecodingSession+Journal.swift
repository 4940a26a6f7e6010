// A decoding records what it creates in order: the objects in `completed`, the deferred values in `deferred`. Together
// they form the journal. If a call of the decoder throws, the program may catch the error and try another call, so the
// failed call must leave no trace. Everything that was added to the journal since the call began is therefore undone.
// The objects are created again if they are requested again, because what they deferred may require the object that
// failed.
//
// There is one exception. A set needs its elements to be finished before it hashes them, so the values that they
// deferred are decoded early. If an element is older than the call, it may now refer to objects that were created
// during the call. These objects, and all that were created before them, are pinned.

/// The parts of the journal to which older objects refer.
struct JournalPins {
    private struct Pin {
        /// The position of the deferred value in the journal.
        let origin: Int
        /// The length of the journal after the value had been decoded.
        let end: Int
    }

    /// The pins, without those that others include, so both numbers ascend.
    private var pins: [Pin] = []

    var isEmpty: Bool { pins.isEmpty }

    mutating func add(origin: Int, end: Int) {
        while let last = pins.last, last.origin >= origin {
            pins.removeLast()
        }
        pins.append(Pin(origin: origin, end: end))
    }

    /// Returns the length to which the journal can be shortened, which is at least `start`.
    mutating func takeBack(to start: Int) -> Int {
        while let last = pins.last, last.origin >= start {
            pins.removeLast()
        }
        return max(start, pins.last?.end ?? 0)
    }
}

extension DecodingSession {
    /// Returns the position of a deferred value in the journal.
    func journalIndex(ofDeferred index: Int) -> Int {
        index + deferred[index].completedCount
    }

    /// Undoes what was created and deferred since the journal had a length.
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
        // Deinitializers may have retained the decoder.
        let outer = state.pointee.position
        _ = try? outside { release(objects, &values) }
        state.pointee.position = outer
    }

    /// Releases the whole journal.
    func forgetEverything() {
        let objects = forgetObjects(from: 0)
        var values = deferred
        deferred = []
        deferredByOwner = DeferredIndex()
        pins = JournalPins()
        state.pointee.journalCount = 0
        release(objects, &values)
    }

    /// Returns the number of values that had been deferred when the journal had a length.
    func deferredCount(at journal: Int) -> Int {
        // Binary search: the positions in the journal ascend.
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

    /// - Returns: The retained objects, parents first.
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

    /// Releases objects to which the program may have no references.
    ///
    /// Releasing a list from its head recurses as deeply as the list is long. Here, each object is released before the
    /// objects inside it, whose references are released after it. But an object that was decoded with `deferDecode` is
    /// newer than the object that refers to it; in that case, the stack is made large enough for the deepest possible
    /// recursion.
    private func release(_ objects: ContiguousArray<Unmanaged<AnyObject>>, _ values: inout [DeferredValue]) {
        let mayRecurse = !values.isEmpty && objects.count > 256
        // Their closures also retain objects.
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
