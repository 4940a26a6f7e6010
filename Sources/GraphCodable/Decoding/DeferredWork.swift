/// Something that waits until the objects around it are initialized.
struct DeferredWork {
    enum Task {
        /// Decodes a value and passes it to the program.
        case value((_GraphReader) throws -> Void)
        /// Ends the migration of an object, when the values that its former version deferred are set.
        case migration(() throws -> Void)
        /// Calls the program, when all values are set.
        case call(() throws -> Void)
        /// Tells an object that the graph is complete.
        case completion(any GDecodeCompletion)
        /// Checks a collection that was built before everything was set.
        case check(HashedElements)
        /// Reports an error of the program's closure, which must not be called again.
        case failure(any Error)
    }

    enum Progress {
        case waiting
        /// The same, for a value that has collections whose elements wait themselves.
        case waitingForElements
        case running
        /// The work is done, or must not be done.
        case over
    }

    /// The start of the value, or of what is being decoded.
    let cursor: UnsafeRawPointer
    let end: UnsafeRawPointer
    /// The object whose initializer deferred the work, or 0 for the root.
    let owner: UInt32
    /// How many values were being decoded when the work was deferred.
    let deferringLevel: UInt32
    /// The number of objects that were done before.
    var completedCount: Int
    var progress = Progress.waiting
    var task: Task?
    /// How often the value was decoded too early, although that might have worked.
    var tryCount = 0
    /// While the value is being decoded: how many values are, with it and around it.
    var level = 0
    /// The index of the work for which a collection had to wait when it was last tried.
    var blocker: Int?
    /// The record in progress to which the value led when it was last tried, or 0.
    var blockingRecord: UInt32 = 0
    /// The object that deferred the work, if it has no record that would keep it.
    var keeper: AnyObject?

    var isWaiting: Bool {
        switch progress {
        case .waiting, .waitingForElements: true
        case .running, .over: false
        }
    }

    /// Whether this is a value that has not been passed to the program.
    var isUnset: Bool {
        guard progress != .over else { return false }
        switch task {
        case .value, .migration, .failure: return true
        case .call, .completion, .check, nil: return false
        }
    }

    var isMigration: Bool {
        if case .migration = task { true } else { false }
    }
}

/// The indices of each object's deferred work.
struct DeferredIndex {
    /// The indices by owner, in ascending order.
    private var indices: [UInt32: ContiguousArray<Int>] = [:]
    private var count = 0

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

    /// Adds indices of an object's work that were removed, in ascending order.
    mutating func append(_ removed: some Collection<Int>, of owner: UInt32) {
        guard !removed.isEmpty else { return }
        indices[owner, default: []].append(contentsOf: removed)
    }

    /// Removes and returns the last index of an object's work, if it is at least `start`.
    mutating func popIndex(of owner: UInt32, from start: Int) -> Int? {
        guard let last = indices[owner]?.last, last >= start else { return nil }
        return indices[owner]?.popLast()
    }
}

/// A value that was decoded before the end, so that its owner could be hashed.
struct EarlyValue {
    let owner: UInt32
    /// The lengths of the journal before and after.
    let start: Int
    let end: Int
}
