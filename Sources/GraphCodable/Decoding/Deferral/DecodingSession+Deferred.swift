// What an initializer defers is listed in order. At the end, the values are decoded first, then those with collections
// whose elements had to wait, and then the program's calls are made. Before an object is hashed, some of its values are
// decoded earlier; see DecodingSession+HashingPreparation.swift.

extension DecodingSession {
    // MARK: Registering

    /// Stores the value that begins at the cursor for later, and skips it.
    @usableFromInline
    func deferValue(_ body: @escaping (_GraphReader) throws -> Void) throws {
        let (cursor, end) = (state.pointee.cursor, state.pointee.end)
        let progress = progressOfNewWork
        progressOfNewWork = .waiting
        do {
            if let error = absentKeyError() {
                throw error
            }
            try skipValue()
        } catch {
            rollBack(to: .max)
            throw error
        }
        // An initializer may defer any number of values without decoding one, so nothing else would end it.
        try _reader.charge(DecodingCost.deferred)
        add(.value(body), cursor, end, progress)
    }

    /// Stores work that reads nothing for later.
    func deferTask(_ task: DeferredWork.Task) throws {
        try checkIsInside()
        try checkIsNotWaiting()
        try _reader.charge(DecodingCost.deferred)
        add(task, state.pointee.cursor, state.pointee.end)
    }

    func add(
        _ task: DeferredWork.Task, _ cursor: UnsafeRawPointer, _ end: UnsafeRawPointer,
        _ progress: DeferredWork.Progress = .waiting
    ) {
        deferred.append(
            DeferredWork(
                cursor: cursor, end: end, owner: currentOwner,
                deferringLevel: UInt32(truncatingIfNeeded: runningValue.level), completedCount: completed.count,
                progress: progress,
                task: task))
        state.pointee.journalCount &+= 1
    }

    /// The object to which deferred work belongs: the one that is being initialized, or whose value is being decoded.
    var currentOwner: UInt32 {
        inProgress.count > runningValue.base ? inProgress[inProgress.count - 1] : runningValue.owner
    }

    /// Keeps an object without a record until the work that it deferred is done.
    ///
    /// - Parameter start: The length of the list before the object deferred anything.
    @inline(never)
    func keep(_ object: AnyObject, forWorkFrom start: Int) {
        let owner = currentOwner
        // Objects inside this one have looked at a part of the work already.
        spend(deferred.count - start)
        for index in start..<deferred.count where deferred[index].owner == owner && deferred[index].keeper == nil {
            deferred[index].keeper = object
        }
    }

    // MARK: Doing

    /// Does all work that has been deferred, and that this defers.
    func completeGraph() throws {
        while deferred.next < deferred.count || !deferred.lastPhase.isEmpty {
            try decodeWaitingValues()
            try decodeLastPhase()
        }
        try checkCollections("a value that was decoded later")
        guard deferred.waitingCallCount > 0 else { return }
        var hasCalled = false
        for index in deferred.indices {
            guard case .call(let body) = deferred[index].task else { continue }
            hasCalled = true
            try call(index, body)
        }
        hasCalled = try callCompletions() || hasCalled
        if hasCalled {
            try checkCollections("whenDecoded or didDecode")
        }
    }

    /// Decodes the values in the order in which they were deferred, except those that have to wait for elements.
    private func decodeWaitingValues() throws {
        while deferred.next < deferred.count {
            let index = deferred.next
            deferred.next += 1
            guard deferred[index].isWaiting else { continue }
            switch deferred[index].task {
            case .value where deferred[index].progress == .waiting:
                if try !attempt(index, postponingCollections: true, after: 0) {
                    deferred.lastPhase.append(index)
                }
            case .value, .migration:
                deferred.lastPhase.append(index)
            case .failure(let error):
                throw error
            case .call, .completion, .check, nil:
                break
            }
        }
    }

    /// Decodes the values that have waited for the elements of collections, inner collections first.
    private func decodeLastPhase() throws {
        guard !deferred.lastPhase.isEmpty else { return }
        let round = sortedForHashing(deferred.lastPhase)
        deferred.lastPhase = []
        for id in completed.elements.dropFirst(deferred.markedCount) {
            graph.marks[Int(id)] = max(graph.marks[Int(id)], Self.isBegun)
        }
        deferred.markedCount = completed.count
        for index in round where deferred[index].isWaiting {
            guard try attempt(index, postponingCollections: false, after: 0) else { throw Self.deferrableCycle }
            try decodeWaitingValues()
        }
    }

    private func call(_ index: Int, _ body: () throws -> Void) throws {
        (state.pointee.cursor, state.pointee.end) = (deferred[index].cursor, deferred[index].end)
        try reportIfDue()
        do {
            try body()
        } catch {
            throw converted(error)
        }
    }

    /// Calls `didDecode()` of the objects that have it. An object comes after those to which it leads.
    ///
    /// - Returns: Whether there are any.
    private func callCompletions() throws -> Bool {
        var objects: [(index: Int, position: UInt64)] = []
        for index in deferred.indices {
            guard case .completion = deferred[index].task else { continue }
            objects.append((index, 0))
        }
        guard !objects.isEmpty else { return false }
        if objects.count > 1 {
            let graph = source == nil ? graph : graphOfLoad
            for place in objects.indices {
                objects[place].position = graph.completePosition(of: deferred[objects[place].index].owner)
            }
            objects.sort { ($0.position, $0.index) < ($1.position, $1.index) }
        }
        for (index, _) in objects {
            guard case .completion(let object) = deferred[index].task else { continue }
            try call(index) { try object.didDecode() }
        }
        return true
    }

    private func checkCollections(_ cause: String) throws {
        guard deferred.hasChecks else { return }
        for index in deferred.indices {
            guard case .check(let elements) = deferred[index].task, !elements.areUnchanged else { continue }
            throw changedHashes(deferred[index], cause)
        }
    }

    // MARK: Trying

    /// Decodes a deferred value now, unless that leads to an object in progress.
    ///
    /// - Parameters:
    ///   - postponingCollections: Whether a value with collections whose elements may wait is left for later.
    ///   - base: How many of the values that are being decoded can be passed to the program before this one.
    /// - Returns: Whether the value was decoded. If not, it still waits.
    func attempt(_ index: Int, postponingCollections: Bool, after base: Int) throws -> Bool {
        // Not the whole element: copying its references takes longer than the rest.
        let (cursor, end, owner) = (deferred[index].cursor, deferred[index].end, deferred[index].owner)
        let task = deferred[index].task
        let level = runningValue.level + 1
        deferred.setProgress(.running, at: index)
        deferred[index].level = level
        let outer = begin(
            RunningValue(
                owner: owner, base: inProgress.count, postponesCollections: postponingCollections, level: level,
                orderBase: base))
        defer { offsetOfDecoded &+= cursor - outer.position.cursor }
        let journal = state.pointee.journalCount
        do {
            // Its bytes were counted when it was skipped.
            offsetOfDecoded &+= state.pointee.cursor - cursor
            (state.pointee.cursor, state.pointee.end) = (cursor, end)
            // The program's closure must not use the decoder of an initializer that is running.
            try outside { try run(task) }
        } catch {
            state.pointee.cursor = cursor
            let converted = converted(error)
            let onlyWaits = undoAttempt(index, journal, converted)
            endValue(outer)
            guard onlyWaits else { throw converted }
            return false
        }
        endValue(outer)
        if state.pointee.frame != state.pointee.frames {
            hasNotes = true
            deferred.earlyValues.append(
                EarlyDecodedValue(owner: owner, start: journal, end: state.pointee.journalCount))
        }
        remove(index)
        return true
    }

    private func run(_ task: DeferredWork.Task?) throws {
        state.pointee.depth = 1
        state.pointee.isValuePassed = false
        switch task {
        case .value(let body):
            try body(_reader)
        case .migration(let body):
            state.pointee.isValuePassed = true
            try body()
        case .failure(let error):
            throw error
        case .call, .completion, .check, nil:
            break
        }
    }

    /// Undoes what a failed attempt has left behind, and returns whether the value only has to wait.
    private func undoAttempt(_ index: Int, _ journal: Int, _ error: any Error) -> Bool {
        deferred.setProgress(waitingReason?.progress ?? .waiting, at: index)
        if let reason = waitingReason.take() {
            deferred[index].blockingRecord = reason.object
            // What was completed stays. Values without a record are created again, with what they deferred.
            dropOwnWork(from: deferredCount(at: journal))
            if case .elements(_, let work) = reason {
                deferred[index].blocker = work
            }
            return true
        }
        let wasCalled = state.pointee.isValuePassed
        forget(since: journal)
        if wasCalled {
            // The program's closure was called, and must not be called again.
            setTask(.failure(error), at: index)
        }
        return false
    }

    /// What to restore after a value has been decoded outside of its object's initializer.
    private struct OuterValue {
        let position: ReaderState.Position
        let nesting: Nesting
        let deferrableCount: Int
        let isValuePassed: Bool
        let value: RunningValue
    }

    private func begin(_ value: RunningValue) -> OuterValue {
        let outer = OuterValue(
            position: state.pointee.position, nesting: beginNesting(),
            deferrableCount: state.pointee.deferrableCount, isValuePassed: state.pointee.isValuePassed,
            value: runningValue)
        runningValue = value
        state.pointee.deferrableCount = value.base + 1
        return outer
    }

    private func endValue(_ outer: OuterValue) {
        state.pointee.position = outer.position
        endNesting(outer.nesting)
        state.pointee.deferrableCount = outer.deferrableCount
        state.pointee.isValuePassed = outer.isValuePassed
        runningValue = outer.value
    }

    // MARK: Waiting

    /// Returns to the start of a value that could not be decoded, if it only has to wait.
    ///
    /// Objects that were completed for it are kept. They are valid, because they refer to objects in progress only
    /// through values that are still deferred. Objects that failed have been released, together with what they deferred.
    ///
    /// - Parameter isField: Whether the value is one of the composite around it, so that it counts as unread if it fails.
    /// - Returns: Whether the value has to wait. If not, everything that was created for a field is undone.
    @usableFromInline @inline(never)
    func goBack(to start: UnsafeRawPointer, _ journal: Int, isField: Bool) -> Bool {
        guard let reason = waitingReason.take() else {
            if isField { rollBack(to: journal) }
            return false
        }
        progressOfNewWork = reason.progress
        // Values that were created inline are created again.
        dropOwnWork(from: deferredCount(at: journal))
        chargeFailure(byteCount: max(state.pointee.cursor - start, 0))
        state.pointee.cursor = start
        state.pointee.depth = state.pointee.frame.pointee.depth
        return true
    }

    /// Returns to the start of a value that is decoded once more, as another type. Everything that was created for it is
    /// undone.
    func rewind(to start: UnsafeRawPointer, _ journal: Int) {
        forget(since: journal)
        chargeFailure(byteCount: max(state.pointee.cursor - start, 0))
        state.pointee.cursor = start
        state.pointee.depth = state.pointee.frame.pointee.depth
    }

    /// Throws an error if the value that is being decoded has to wait, although the program has caught the error that
    /// said so. Otherwise a part of the value would be lost.
    func checkIsNotWaiting() throws {
        if waitingReason != nil {
            throw Self.deferrableCycle
        }
    }

    // MARK: Removing

    /// Drops what the value that is being decoded has deferred, from an index of the list on.
    ///
    /// Another value of the same owner may have been decoded since then, and stays with what it deferred.
    private func dropOwnWork(from start: Int) {
        guard start < deferred.count else { return }
        let owner = currentOwner
        var kept: [Int] = []
        while let index = deferred.popIndex(of: owner, from: start) {
            if deferred[index].deferringLevel > UInt32(truncatingIfNeeded: runningValue.level) {
                kept.append(index)
            } else if deferred[index].isWaiting {
                remove(index)
            }
        }
        for index in kept.reversed() { deferred.putBackIndex(index, of: owner) }
    }

    func dropWork(of owner: UInt32) {
        while let index = deferred.popIndex(of: owner, from: 0) {
            if deferred[index].isWaiting {
                remove(index)
            }
        }
    }

    /// Marks work as over, and releases what it refers to.
    private func remove(_ index: Int) {
        deferred.setProgress(.over, at: index)
        setTask(nil, at: index)
    }

    /// Releasing a task may run a deinitializer, so it leaves its variable first.
    private func setTask(_ task: DeferredWork.Task?, at index: Int) {
        var (old, keeper) = (task, nil as AnyObject?)
        swap(&deferred[index].task, &old)
        swap(&deferred[index].keeper, &keeper)
        withExtendedLifetime((old, keeper)) {}
    }
}
