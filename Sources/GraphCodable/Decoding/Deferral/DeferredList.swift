/// What initializers have deferred, in this order, and what is left to do.
///
/// Work that is removed is returned: its release may run a deinitializer, which may use the decoder.
struct DeferredList {
    private var work: [DeferredWork] = []
    private var byOwner = DeferredIndex()
    /// The numbers of values, and of calls of the program, that still wait.
    private(set) var waitingValueCount = 0
    private(set) var waitingCallCount = 0
    /// The number of values that wait for the elements of their collections.
    private(set) var waitingCollectionCount = 0
    /// Whether a collection must be checked at the end.
    var hasChecks = false
    /// The index of the first work that was not looked at after all objects had been initialized.
    var next = 0
    /// The values that are decoded after the others.
    var lastPhase: [Int] = []
    /// The number of completed objects that were marked in the last phase.
    var markedCount = 0
    /// The values that were decoded before the end, in the order of their ends.
    var earlyValues: [EarlyDecodedValue] = []

    var count: Int { work.count }
    var indices: Range<Int> { work.indices }
    var isEmpty: Bool { work.isEmpty }

    /// Whether nothing is left of an earlier decoding.
    var isReset: Bool {
        work.isEmpty && lastPhase.isEmpty && earlyValues.isEmpty && next == 0 && markedCount == 0 && !hasChecks
            && waitingValueCount == 0 && waitingCallCount == 0 && waitingCollectionCount == 0
    }

    subscript(index: Int) -> DeferredWork {
        _read { yield work[index] }
        _modify { yield &work[index] }
    }

    // MARK: Changing

    mutating func append(_ item: DeferredWork) {
        work.append(item)
        count(item, 1)
    }

    mutating func setProgress(_ progress: DeferredWork.Progress, at index: Int) {
        count(work[index], -1)
        work[index].progress = progress
        count(work[index], 1)
    }

    /// Adds to the numbers of what waits.
    private mutating func count(_ item: DeferredWork, _ change: Int) {
        guard item.isWaiting else { return }
        if item.progress == .waitingForElements { waitingCollectionCount += change }
        switch item.task {
        case .value, .migration, .failure: waitingValueCount += change
        case .call, .completion: waitingCallCount += change
        case .check, nil: break
        }
    }

    /// Removes all work from an index on.
    mutating func removeAll(from index: Int) -> [DeferredWork] {
        let removed = Array(work[index...])
        for item in removed { count(item, -1) }
        byOwner.truncate(to: index, of: work)
        work.removeSubrange(index...)
        next = min(next, index)
        return removed
    }

    /// Removes everything.
    ///
    /// - Parameter keepsOwners: Whether to keep the memory for the owners. An open file has many, and loads its next part.
    mutating func removeAll(keepingOwners keepsOwners: Bool) -> [DeferredWork] {
        let removed = work
        var owners = DeferredIndex()
        if keepsOwners {
            swap(&owners, &byOwner)
            owners.removeAll(removed)
        }
        self = DeferredList()
        byOwner = owners
        return removed
    }

    // MARK: Owners

    /// Returns the index of an object's first value that has not been passed to the program.
    mutating func first(of owner: UInt32) -> Int? { byOwner.first(of: owner, in: work) }

    /// Returns the index of what the same object has deferred next. The object may just have deferred it.
    mutating func next(after index: Int) -> Int? {
        byOwner.update(work)
        return byOwner.next(after: index)
    }

    /// Removes the last index of an object's work, if it is at least `start`, from the list of the object, and returns it.
    mutating func popIndex(of owner: UInt32, from start: Int) -> Int? {
        byOwner.update(work)
        return byOwner.popIndex(of: owner, from: start)
    }

    /// Adds an index to the list of an object, from which it has been removed.
    mutating func putBackIndex(_ index: Int, of owner: UInt32) { byOwner.append(index, of: owner) }
}
