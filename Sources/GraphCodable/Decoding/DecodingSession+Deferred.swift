/// A value that is decoded after all objects are initialized.
struct DeferredValue {
    let cursor: UnsafeRawPointer
    let end: UnsafeRawPointer
    /// The object whose initializer deferred the value, or 0 for the root.
    let owner: UInt32
    /// The number of objects that were done before.
    let completedCount: Int
    /// Whether the value has already been decoded, because a set or a dictionary needed it, or must not be decoded.
    var isDone = false
    let body: (_GraphReader) throws -> Void
}

extension DecodingSession {
    /// Stores the value that begins at the cursor for later, and skips it.
    func deferValue(_ body: @escaping (_GraphReader) throws -> Void) throws {
        let (cursor, end) = (state.pointee.cursor, state.pointee.end)
        do {
            if let error = absentKey() {
                throw error
            }
            try skipValue()
        } catch {
            recover(to: .max)
            throw error
        }
        add(cursor, end, body)
    }

    /// Returns to the start of a value that could not be decoded, if it only needs to be deferred.
    ///
    /// The objects that were created for it are kept, because they are valid. Those that failed have been released,
    /// together with what they deferred.
    ///
    /// - Returns: Whether the error was a cycle back to an object in progress. If not, everything that was created is
    ///   undone.
    func goBack(to start: UnsafeRawPointer, after error: any Error, _ journal: Int) -> Bool {
        guard foundDeferrableCycle, (error as? GraphCodableError)?.code == .unresolvableCycle else {
            recover(to: journal)
            return false
        }
        foundDeferrableCycle = false
        // Values that were created inline are created again.
        dropDeferredValues(of: inProgress.last ?? 0, from: deferredCount(at: journal))
        chargeFailure(byteCount: max(state.pointee.cursor - start, 0))
        state.pointee.cursor = start
        state.pointee.depth = state.pointee.frame.pointee.depth
        return true
    }

    /// Returns to the start of a value that is decoded once more, as another type. Everything that was created for it is
    /// undone.
    func rewind(to start: UnsafeRawPointer, _ journal: Int) {
        if journal < state.pointee.journalCount {
            forget(since: journal)
        }
        chargeFailure(byteCount: max(state.pointee.cursor - start, 0))
        state.pointee.cursor = start
        state.pointee.depth = state.pointee.frame.pointee.depth
    }

    /// Stores a call that reads nothing for later.
    func deferCall(_ body: @escaping () throws -> Void) throws {
        try checkIsInside()
        add(state.pointee.cursor, state.pointee.end) { _ in try body() }
    }

    private func add(
        _ cursor: UnsafeRawPointer, _ end: UnsafeRawPointer, _ body: @escaping (_GraphReader) throws -> Void
    ) {
        deferred.append(
            DeferredValue(
                cursor: cursor, end: end, owner: inProgress.last ?? 0, completedCount: completed.count, body: body))
        state.pointee.journalCount &+= 1
    }

    /// Decodes the deferred values, and those that these defer.
    func decodeDeferredValues() throws {
        var next = 0
        while next < deferred.count {
            let value = deferred[next]
            next += 1
            if !value.isDone {
                try decodeDeferred(value)
            }
        }
    }

    func decodeDeferred(_ value: DeferredValue) throws {
        state.pointee.cursor = value.cursor
        state.pointee.end = value.end
        state.pointee.depth = 1
        do {
            try value.body(_reader)
        } catch {
            state.pointee.cursor = value.cursor
            throw adopt(error)
        }
    }

    /// Cancels the values that a failed initializer deferred, in case they are kept because of other objects.
    func dropDeferredValues(of owner: UInt32, from start: Int = 0) {
        guard start < deferred.count else { return }
        deferredByOwner.update(deferred)
        while let index = deferredByOwner.popIndex(of: owner, from: start) {
            deferred[index].isDone = true
        }
    }
}
