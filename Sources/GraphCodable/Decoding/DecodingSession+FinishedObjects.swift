/// The indices of each object's deferred values.
struct DeferredIndex {
    /// The indices by owner, in ascending order.
    private var indices: [UInt32: [Int]] = [:]
    private var count = 0

    /// Adds the values that have been deferred since the last call.
    mutating func update(_ deferred: [DeferredValue]) {
        for index in count..<max(count, deferred.count) {
            indices[deferred[index].owner, default: []].append(index)
        }
        count = deferred.count
    }

    /// Removes the values from an index on, which are about to be removed from the list.
    mutating func truncate(to newCount: Int, of deferred: [DeferredValue]) {
        while count > newCount {
            count -= 1
            _ = popIndex(of: deferred[count].owner, from: count)
        }
    }

    /// Removes and returns an object's values. Those that cannot be decoded now wait until the end.
    mutating func takeIndices(of owner: UInt32) -> [Int] {
        indices.removeValue(forKey: owner) ?? []
    }

    /// Removes and returns the last value of an object, if its index is at least `start`.
    mutating func popIndex(of owner: UInt32, from start: Int) -> Int? {
        guard let last = indices[owner]?.last, last >= start else { return nil }
        return indices[owner]?.popLast()
    }
}

extension DecodingSession {
    /// The number of failed attempts to decode deferred values early after which no more are tried.
    private static let maximumFailureCount = 64

    /// Decodes the values that the objects directly in a collection have deferred, so that the objects are finished
    /// before they are hashed.
    ///
    /// A value that refers to an object in progress, such as the parent of the set, cannot be decoded yet and remains
    /// deferred.
    ///
    /// - Parameter start: The start of the collection, which has just been decoded.
    /// - Complexity: O(*n*) for *n* bytes of the collection, in addition to the decoding, if anything has been
    ///   deferred.
    func finishObjects(from start: UnsafeRawPointer) throws {
        guard !deferred.isEmpty, start < state.pointee.cursor else { return }
        var visitor = ReferenceVisitor()
        let end = state.pointee.cursor
        try walk(from: start, to: end, visitor: &visitor)
        state.pointee.cursor = end
        deferredByOwner.update(deferred)
        for id in visitor.ids where records.slots[Int(id)].doneObject != nil {
            for index in deferredByOwner.takeIndices(of: id) where !deferred[index].isDone {
                try finish(index)
            }
            deferredByOwner.update(deferred)
        }
    }

    private func finish(_ index: Int) throws {
        let value = deferred[index]
        guard try !leadsToObjectInProgress(value), failedFinishCount < Self.maximumFailureCount else { return }
        let outer = state.pointee.position
        // Deferred values are not nested in the collection.
        let nesting = beginNestingAnew()
        defer {
            state.pointee.position = outer
            goBack(to: nesting)
        }
        let journal = state.pointee.journalCount
        // This prevents decoding the value a second time if it contains the same collection.
        deferred[index].isDone = true
        do {
            // The program's closure must not use the decoder of the collection's initializer.
            try outside { try decodeDeferred(value) }
            pins.add(origin: journalIndex(ofDeferred: index), end: state.pointee.journalCount)
        } catch {
            forget(since: journal)
            deferred[index].isDone = false
            foundDeferrableCycle = false
            guard (error as? GraphCodableError)?.code == .unresolvableCycle else { throw error }
            // The value refers to an object in progress after all. It is decoded at the end, when there are none.
            failedFinishCount += 1
        }
    }

    /// Returns whether a deferred value refers directly to an object whose initializer is running.
    private func leadsToObjectInProgress(_ value: DeferredValue) throws -> Bool {
        let outer = (state.pointee.cursor, state.pointee.depth)
        defer { (state.pointee.cursor, state.pointee.depth) = outer }
        var visitor = ReferenceVisitor()
        state.pointee.depth = 1
        try walk(from: value.cursor, to: value.end, visitor: &visitor)
        return visitor.ids.contains { records.slots[Int($0)].progress != nil }
    }

    private struct ReferenceVisitor: ArchiveValueVisitor {
        var ids: [UInt32] = []

        mutating func visitReference(
            _ id: UInt32, isConditional: Bool, at position: UnsafeRawPointer
        ) {
            ids.append(id)
        }
    }
}
