// A set is right only if its elements have their final hashes. An element that deferred values may not have them yet.
//
// So before a collection is built, the values that its elements, and everything in them, have deferred are decoded, as far
// as they lead to no object in progress. If some have to wait, the collection waits as well, where its object can set it
// later. Where it cannot, the collection is built, and checked at the end.
//
// What can wait for what is a property of the archive. Each object in progress leads to the collection that is being
// decoded. So an element leads to an object in progress if, and only if, it leads back to the innermost one: if both are in
// one strongly connected component. Values of all other elements can be decoded at once.
//
// An example: the initializer of A reads a set of B and C. B has deferred a reference to D, and C one to A.
//
//     A ── friends ──> { B, C }        B ── next ──> D        C ── boss ──> A
//
// 1. B and C are created, and the set is about to be built: `prepareHashing(of:after:)` is called with both.
// 2. C and A are connected. If A has read the set by `decodeOrDefer`, the set waits (`noteWaitingForElements(record:work:)`). All
//    initializers end, and `boss` and `next` are decoded. The last phase builds the set: `sortedForHashing(_:)` has put what B
//    and C have deferred before it.
// 3. If A needs the set at once, `settle(_:after:)` decodes `next`, because B leads to nothing in progress. It tries `boss`,
//    which fails, because A is in progress. So the set is built while C lacks its boss, and `check(_:from:)` notes the hashes of both.
//    After `boss` has been set, the hash of C is compared with that. If it has changed, decoding fails with `hashChanged`.

extension DecodingSession {
    /// The object leads to one in progress, but the values that it deferred have been tried.
    static var isPrepared: UInt8 { 1 }
    /// What the object deferred is being decoded.
    static var isBegun: UInt8 { 2 }
    /// Nothing waits in the object and in all objects to which it leads.
    static var isSettled: UInt8 { 3 }

    /// The references of the archive.
    var graph: ReferenceGraph {
        if let knownGraph {
            // That of an open file is older than the load, which must forget the marks.
            hasNotes = true
            return knownGraph
        }
        let walker = walker
        let maximum = maximumReferenceCount
        let graph =
            source.map { readGraph(walker, from: $0, maximum) }
            ?? ReferenceGraph(walker, records: records, maximumReferenceCount: maximum)
        charge(graph)
        knownGraph = graph
        hasNotes = true
        return graph
    }

    /// Charges for a graph. If it is not complete, all further decoding fails.
    func charge(_ graph: ReferenceGraph) {
        guard graph.isComplete else { return refuseEverything() }
        spend(DecodingCost.hashingStep.multipliedClamped(by: graph.referenceCount))
    }

    /// The number of references that a graph may have.
    ///
    /// What a failed decoding has created needs a graph to be released without recursion, although nothing is left to spend.
    var maximumReferenceCount: Int { max(totalCostLeft / DecodingCost.hashingStep, 4 * records.count + 1 << 16) }

    /// Prepares the elements of a collection for hashing, or the keys of a dictionary.
    ///
    /// - Parameter start: The start of the collection, which has just been decoded.
    /// - Returns: Whether the elements may still change, so that the collection must be checked at the end.
    /// - Throws: An error if the collection has to wait, and can; the errors of decoding deferred values.
    /// - Complexity: O(*n*) for *n* bytes of the collection, in addition to the decoding, if anything has been
    ///   deferred. All calls together usually take O(*n*) for *n* bytes of the archive to find out what waits. For nested
    ///   collections in a cycle they may take O(*n*²), which is charged.
    @usableFromInline
    func prepareHashing(from start: UnsafeRawPointer) throws -> Bool {
        guard mayChange, start < state.pointee.cursor else { return false }
        let end = state.pointee.cursor
        let visitor = try hashedReferences(from: start, to: end, isInValue: false)
        state.pointee.cursor = end
        return try prepareHashing(of: visitor.ids)
    }

    /// Finds the references in what a collection hashes, or the collections that are somewhere inside of a value.
    func hashedReferences(
        from start: UnsafeRawPointer, to end: UnsafeRawPointer, isInValue: Bool
    ) throws -> HashedReferences {
        // Each stands in a list that grows, and in one of steps.
        let costOfReference = 2 * DecodingCost.hashingStep
        var visitor = HashedReferences(isInValue: isInValue, maximumCount: totalCostLeft / costOfReference)
        do {
            try walk(from: start, to: end, visitor: &visitor)
        } catch  where visitor.isFull {
            throw tooCostly()
        }
        if isInValue { spend(costOfReference.multipliedClamped(by: visitor.count).addingClamped(end - start)) }
        return visitor
    }

    /// Prepares for hashing all objects to which the innermost object or value refers.
    @usableFromInline
    func prepareHashingOfReferences() throws -> Bool {
        guard mayChange else { return false }
        return try prepareHashing(of: Array(graph.references(of: currentOwner)))
    }

    var mayChange: Bool { deferred.waitingValueCount > 0 || runningValue.level > 0 || deferred.waitingCallCount > 0 }

    /// Decodes what objects have deferred, and what that needs, or lets the value that refers to them wait.
    ///
    /// - Parameter base: How many of the values that are being decoded need not come after what the objects have deferred; `nil`
    ///   for all.
    /// - Returns: Whether the objects may still change.
    func prepareHashing(of ids: [UInt32], after base: Int? = nil) throws -> Bool {
        guard !ids.isEmpty else { return false }
        guard deferred.waitingValueCount > 0 || runningValue.level > 0 else { return true }
        // Decoding what the elements have deferred may lead to another collection.
        guard hasStackRoom else {
            return try withMoreStack { try prepareHashing(of: ids, after: base) }
        }
        if canWait {
            if isPostponing {
                throw noteWaitingForElements(record: 0)
            }
            if let blocker = blocker(of: ids) {
                throw noteWaitingForElements(record: blocker)
            }
        }
        try settle(ids, after: base ?? runningValue.level)
        return mayChange
    }

    /// Whether the collection that is being decoded is in a value that can be decoded later: there is no object between
    /// them whose initializer needs the collection now.
    var canWait: Bool {
        let base = state.pointee.deferrableCount - 1
        return base >= 0 && !inProgress.elements.dropFirst(base).contains(where: isObjectOfGraph)
    }

    /// The same as ``isObject(_:)``, but reads each record once, as soon as the graph is known.
    func isObjectOfGraph(_ id: UInt32) -> Bool { knownGraph?.isObject(id, isObject) ?? isObject(id) }

    private var isPostponing: Bool {
        runningValue.postponesCollections && runningValue.base + 1 == state.pointee.deferrableCount
            && deferred.waitingValueCount > 0
    }

    /// Whether a deferred value is being decoded after what its collections hash, as far as that was possible.
    var isPreparing: Bool { runningValue.level > 0 && !runningValue.postponesCollections }

    /// Returns the object in progress around the value that can be decoded later, if one of some objects leads to it.
    private func blocker(of ids: [UInt32]) -> UInt32? {
        let base = state.pointee.deferrableCount - 1
        guard base > 0, let innermost = inProgress.elements.prefix(base).last(where: isObjectOfGraph) else {
            return nil
        }
        let graph = graph
        return ids.contains { graph.areConnected($0, innermost) } ? innermost : nil
    }

    /// Notes that a collection has to wait for a record in progress, or for work that is being done.
    ///
    /// - Returns: The error with which to leave the initializers around the collection.
    func noteWaitingForElements(record: UInt32, work: Int? = nil) -> any Error {
        waitingReason = .elements(object: record, work: work)
        return Self.deferrableElements
    }

    /// Decodes what objects, and all objects to which they lead, have deferred.
    ///
    /// Values come first, then those with collections, inner ones first. A value of an object that leads back to an object
    /// in progress is tried once: it may work, if the values on the way are deferred.
    private func settle(_ roots: [UInt32], after base: Int) throws {
        let graph = graph
        let innermost = inProgress.elements.last
        // What has begun is done in its order, unless an initializer needs it now. Nothing has begun outside of values.
        let enters = runningValue.level > 0 && inProgress.count > runningValue.base
        var entered: Set<UInt32> = []
        var pending = roots
        var visited: [(id: UInt32, mark: UInt8)] = []
        var collections: [Int] = []
        do {
            while let id = pending.popLast() {
                // Nested collections may come here again and again.
                spend(DecodingCost.hashingStep)
                guard records.slots[Int(id)].doneObject != nil else { continue }
                let isFree = innermost.map { !graph.areConnected($0, id) } ?? true
                let mark = graph.marks[Int(id)]
                let isNew = mark < (isFree ? Self.isBegun : Self.isPrepared)
                guard isNew || (enters && mark == Self.isBegun), !enters || entered.insert(id).inserted else {
                    continue
                }
                visited.append((id, mark))
                graph.marks[Int(id)] = max(mark, isFree ? Self.isBegun : Self.isPrepared)
                try decodeValues(of: id, isFree: isFree, after: base, postponing: &collections)
                pending.append(contentsOf: graph.references(of: id))
            }
            for index in sortedForHashing(collections) where deferred[index].isWaiting && isReady(index) {
                try attemptToPrepare(index, after: base)
            }
            for (id, _) in visited where graph.marks[Int(id)] == Self.isBegun {
                graph.marks[Int(id)] = Self.isSettled
            }
        } catch {
            for (id, mark) in visited {
                graph.marks[Int(id)] = min(graph.marks[Int(id)], mark)
            }
            throw error
        }
        try settleElements(roots)
    }

    /// Decodes what the objects that are about to be hashed have deferred, and what that needs.
    ///
    /// These values must come before the collection, unless they need it themselves. Values of objects further away should come
    /// before it, but need not.
    ///
    /// - Throws: An error if such a value is being decoded, and the collection can wait for it.
    private func settleElements(_ ids: [UInt32]) throws {
        // An initializer in between needs the collection, but hashes nothing itself.
        let base =
            inProgress.elements.dropFirst(runningValue.base).contains(where: isObjectOfGraph)
            ? runningValue.level : runningValue.orderBase
        for id in graph.hashedObjects(ids, isObject) {
            var next = deferred.first(of: id)
            while let index = next {
                defer { next = deferred.next(after: index) }
                spend(DecodingCost.hashingStep)
                guard deferred[index].isUndelivered else { continue }
                if deferred[index].isWaiting, isReady(index), mayTry(index) {
                    try attemptToPrepare(index, after: base)
                }
                guard canWait, deferred[index].isUndelivered else { continue }
                if let work = blocker(of: index, upTo: base) {
                    throw noteWaitingForElements(record: 0, work: work)
                }
                let record = deferred[index].blockingRecord
                if let progress = records.slots[Int(record)].progress, progress &+ 1 < state.pointee.deferrableCount {
                    throw noteWaitingForElements(record: record)
                }
            }
        }
    }

    /// Decodes a value that may have to wait.
    ///
    /// - Parameter base: How many of the values that are being decoded do not need it.
    private func attemptToPrepare(_ index: Int, after base: Int) throws {
        if blocker(of: index, upTo: base) == nil, try !attempt(index, postponingCollections: false, after: base),
            deferred[index].blocker == nil
        {
            deferred[index].tryCount += 1
        }
    }

    /// Returns whether to try to decode a value again, although it may lead to an object in progress.
    private func mayTry(_ index: Int) -> Bool {
        let work = deferred[index]
        guard work.tryCount > 0, let innermost = inProgress.elements.last, graph.areConnected(innermost, work.owner)
        else {
            return true
        }
        return work.tryCount < Blocker.maximumCount && records.slots[Int(work.blockingRecord)].progress == nil
    }

    /// Returns the work on a level up to `base` that has to end before this can be decoded, as far as that is known.
    private func blocker(of index: Int, upTo base: Int) -> Int? {
        let blocker = deferred[index].progress == .running ? index : deferred[index].blocker
        guard let blocker, deferred.indices.contains(blocker), deferred[blocker].progress == .running,
            deferred[blocker].level <= base
        else { return nil }
        return blocker
    }

    /// Decodes the values that an object has deferred, and lists those that must wait for the elements of collections.
    ///
    /// - Parameter isFree: Whether the values lead to no object in progress.
    private func decodeValues(
        of id: UInt32, isFree: Bool, after base: Int, postponing collections: inout [Int]
    ) throws {
        var next = deferred.first(of: id)
        while let index = next {
            defer { next = deferred.next(after: index) }
            spend(DecodingCost.hashingStep)
            guard deferred[index].isWaiting, isFree || deferred[index].tryCount == 0 else { continue }
            switch deferred[index].task {
            case .value where deferred[index].progress == .waiting:
                if try attempt(index, postponingCollections: true, after: base) {
                    break
                }
                if deferred[index].progress == .waitingForElements {
                    collections.append(index)
                } else {
                    deferred[index].tryCount += 1
                }
            case .value, .migration:
                collections.append(index)
            case .failure(let error):
                throw error
            case .call, .completion, .check, nil:
                break
            }
        }
    }

    /// Whether the values that a migration reads have been set. Values are always ready.
    private func isReady(_ index: Int) -> Bool {
        guard deferred[index].isMigration else { return true }
        return deferred.first(of: deferred[index].owner).map { $0 >= index } ?? true
    }

    /// Checks at the end that elements, or the keys of a dictionary, have the hashes that they have now.
    @inlinable @inline(never)
    func check<Element: Hashable>(_ elements: [Element], from start: UnsafeRawPointer) {
        addCheck(
            ElementHashes(elements), DecodingCost.elements(elements.count, size: MemoryLayout<(Element, Int)>.stride),
            start)
    }

    /// - Parameter size: The size of two arrays, of the elements and of their hashes.
    @usableFromInline
    func addCheck(_ elements: ElementHashes, _ size: Int, _ start: UnsafeRawPointer) {
        // The arrays, and the object that holds them.
        spend(size.addingClamped(3 * DecodingCost.allocation))
        deferred.hasChecks = true
        // The value may be undone, and the check with it.
        hasNotes = true
        spend(DecodingCost.deferred)
        add(.check(elements), start, state.pointee.end)
    }

    /// Returns the error for a collection that does not find its elements.
    func changedHashes(_ work: DeferredWork, _ cause: String) -> any Error {
        error(
            .hashChanged,
            """
            An element of a set, or a key of a dictionary, has changed since it was hashed, because of \(cause). \
            \(Self.hashingAdvice)
            """, inRecord: work.owner, at: work.cursor - base)
    }

    /// Returns the error for a collection with equal elements. If they may still change, they may be equal only because both
    /// lack the same value.
    @usableFromInline @inline(never)
    func equalElements(_ what: String, mayChange: Bool, at start: UnsafeRawPointer) -> any Error {
        guard mayChange else {
            return error(
                .duplicateElement,
                """
                \(what). The program changed an element in the collection, == has changed since then, both became the same \
                fallback, or the archive is damaged.
                """, at: start)
        }
        return error(
            .hashChanged,
            """
            \(what), perhaps because values that initializers deferred are not set yet, or because they differ only in what this \
            program does not know. \(Self.hashingAdvice)
            """, at: start)
    }

    private static let hashingAdvice = """
        Declare the collection as a variable with an initial value and decode it with decodeOrDefer, as @GCodable does. If that \
        is so, hash elements only by values that their initializers set.
        """
}
