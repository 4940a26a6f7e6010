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
        case check(ElementHashes)
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

    var isWaiting: Bool { progress == .waiting || progress == .waitingForElements }

    /// Whether the program waits for a value, a migration or an error of this work. Work that is over has no task.
    var isUndelivered: Bool {
        switch task {
        case .value, .migration, .failure: true
        case .call, .completion, .check, nil: false
        }
    }

    var isValue: Bool {
        if case .value = task { true } else { false }
    }

    var isMigration: Bool {
        if case .migration = task { true } else { false }
    }
}

/// A deferred value that is being decoded.
struct RunningValue {
    /// The object that deferred it, or 0 for the root.
    var owner: UInt32 = 0
    /// The number of objects in progress around it.
    var base = 0
    /// Whether it waits as soon as one of its collections might have to.
    var postponesCollections = false
    /// How many deferred values are being decoded, with it and around it.
    var level = 0
    /// How many of the values that are being decoded can be passed to the program before this one. It must not hash objects that
    /// wait for one of them.
    var orderBase = 0
}
