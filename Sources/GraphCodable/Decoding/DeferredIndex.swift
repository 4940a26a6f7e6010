/// The indices of each object's deferred work.
struct DeferredIndex {
    /// The indices by owner, in ascending order.
    private var indices: [UInt32: ContiguousArray<Int>] = [:]
    private var count = 0
    /// How much of each object's work, from the first on, has been done or is no value.
    private var doneCounts: [UInt32: Int] = [:]

    /// Adds what has been deferred since the last call.
    mutating func update(_ deferred: [DeferredWork]) {
        for index in count..<max(count, deferred.count) {
            indices[deferred[index].owner, default: []].append(index)
        }
        count = deferred.count
    }

    /// Removes the work from an index on, which is about to be removed from the list.
    mutating func truncate(to newCount: Int, of deferred: [DeferredWork]) {
        while count > newCount {
            count -= 1
            // It may have been removed before.
            _ = popIndex(of: deferred[count].owner, from: count)
        }
    }

    /// Returns the index of an object's work at a place in the order in which the object deferred it.
    func index(_ place: Int, of owner: UInt32) -> Int? {
        guard let own = indices[owner], place < own.count else { return nil }
        return own[place]
    }

    /// Returns the place of an object's first value that has not been passed to the program, or the number of its works.
    ///
    /// What comes before it is not looked at again.
    mutating func firstPlace(of owner: UInt32, in deferred: [DeferredWork]) -> Int {
        update(deferred)
        guard let own = indices[owner] else { return 0 }
        var place = doneCounts[owner] ?? 0
        while place < own.count, !deferred[own[place]].isUnset {
            place += 1
        }
        doneCounts[owner] = place
        return place
    }

    /// Adds indices of an object's work that were removed, in ascending order.
    mutating func append(_ removed: some Collection<Int>, of owner: UInt32) {
        guard !removed.isEmpty else { return }
        indices[owner, default: []].append(contentsOf: removed)
    }

    /// Removes and returns the last index of an object's work, if it is at least `start`.
    mutating func popIndex(of owner: UInt32, from start: Int) -> Int? {
        guard let own = indices[owner], let last = own.last, last >= start else { return nil }
        if let done = doneCounts[owner], done >= own.count {
            doneCounts[owner] = own.count - 1
        }
        return indices[owner]?.popLast()
    }
}
