/// A step of sorting work. Work is identified by its place in the list that is being sorted.
private enum HashingStep {
    /// Adds the work, after its prerequisites.
    case visit(Int)
    /// Adds the work alone.
    case add(Int)
    /// Visits the prerequisites of decoding a value with an identity.
    case visitForDecoding(UInt32)
    /// Visits the prerequisites of hashing a value with an identity.
    case visitForHashing(UInt32)
}

extension DecodingSession {
    /// Sorts work so that the prerequisites of a collection come before it: the work of the objects that it hashes. Where this
    /// leaves a choice, the work of objects further from the root comes first.
    ///
    /// - Parameter indices: The indices of the work in ``deferred``.
    /// - Complexity: O(*n* log *n*) for *n* values, and O(*n*) for *n* bytes of them. Nested collections may sort the same
    ///   values again, which is charged.
    func sortedForHashing(_ indices: [Int]) -> [Int] {
        guard indices.count > 1 else { return indices }
        spend(2 * DecodingCost.hashingStep * indices.count)
        let positions = graph.positions
        let work = indices.map { (position: positions[Int(deferred[$0].owner)], index: $0) }
            .sorted { ($0.position, $0.index) < ($1.position, $1.index) }
            .map(\.index)
        let byOwner = placesByOwner(work)
        var sorted: [Int] = []
        var isVisited = [Bool](repeating: false, count: work.count)
        var (decoded, hashed) = (Set<UInt32>(), Set<UInt32>())
        // For each owner, the end of the work that earlier migrations have visited. Objects without a record share an owner, so
        // visiting all of it again would take quadratic time.
        var visitedEnds: [UInt32: Int] = [:]
        // The last step is done first.
        var steps: [HashingStep] = []
        for place in work.indices {
            steps.append(.visit(place))
            while let step = steps.popLast() {
                switch step {
                case .add(let place):
                    sorted.append(work[place])
                case .visit(let place):
                    guard !isVisited[place] else { continue }
                    isVisited[place] = true
                    steps.append(.add(place))
                    visitPrerequisites(of: work[place], at: place, byOwner, &visitedEnds, &steps)
                case .visitForDecoding(let id):
                    guard decoded.insert(id).inserted else { continue }
                    visitPrerequisites(ofDecoding: id, byOwner, &steps)
                case .visitForHashing(let id):
                    guard hashed.insert(id).inserted else { continue }
                    spend(DecodingCost.hashingStep.multipliedClamped(by: graph.references(of: id).count))
                    for id in graph.references(of: id) { visitPrerequisites(ofHashing: id, byOwner, &steps) }
                }
            }
        }
        return postponingMigrations(sorted)
    }

    /// Returns the places of each owner's work in a list that is sorted by owners.
    private func placesByOwner(_ work: [Int]) -> [UInt32: Range<Int>] {
        var places: [UInt32: Range<Int>] = [:]
        var start = 0
        for next in 1...work.count where next == work.count || deferred[work[next]].owner != deferred[work[start]].owner
        {
            places[deferred[work[start]].owner] = start..<next
            start = next
        }
        return places
    }

    /// Adds steps for what must be done before the collections in a value can be built, or before a migration can end.
    private func visitPrerequisites(
        of index: Int, at place: Int, _ byOwner: [UInt32: Range<Int>], _ visitedEnds: inout [UInt32: Int],
        _ steps: inout [HashingStep]
    ) {
        if deferred[index].isValue {
            return visitPrerequisites(
                ofValueFrom: deferred[index].cursor, to: deferred[index].end, byOwner, &steps)
        }
        let owner = deferred[index].owner
        let first = max(byOwner[owner]?.lowerBound ?? place, visitedEnds[owner] ?? 0)
        guard first < place else { return }
        visitedEnds[owner] = place
        for earlier in first..<place { steps.append(.visit(earlier)) }
    }

    /// Adds steps for what must be done before a value with an identity can be decoded, unless it has been decoded.
    private func visitPrerequisites(
        ofDecoding id: UInt32, _ byOwner: [UInt32: Range<Int>], _ steps: inout [HashingStep]
    ) {
        let record = records.slots[Int(id)]
        guard record.doneObject == nil, makeReadable(id) else { return }
        visitPrerequisites(
            ofValueFrom: base + record.range.lowerBound, to: base + record.range.upperBound, byOwner, &steps)
    }

    /// Adds steps for what must be done before the collections in a value can be built.
    private func visitPrerequisites(
        ofValueFrom start: UnsafeRawPointer, to end: UnsafeRawPointer, _ byOwner: [UInt32: Range<Int>],
        _ steps: inout [HashingStep]
    ) {
        let outer = (state.pointee.cursor, state.pointee.depth)
        defer { (state.pointee.cursor, state.pointee.depth) = outer }
        state.pointee.depth = 1
        // A value that cannot be read throws its error when it is decoded.
        guard let visitor = try? hashedReferences(from: start, to: end, isInValue: true) else { return }
        for id in visitor.otherIDs where !isObjectOfGraph(id) { steps.append(.visitForDecoding(id)) }
        for id in visitor.ids { visitPrerequisites(ofHashing: id, byOwner, &steps) }
    }

    /// Adds steps for what must be done before an object, or a value with an identity, can be hashed.
    private func visitPrerequisites(
        ofHashing id: UInt32, _ byOwner: [UInt32: Range<Int>], _ steps: inout [HashingStep]
    ) {
        guard isObjectOfGraph(id) else { return steps.append(.visitForHashing(id)) }
        guard let places = byOwner[id] else { return }
        spend(DecodingCost.hashingStep.multipliedClamped(by: places.count))
        for place in places { steps.append(.visit(place)) }
    }

    /// Moves each migration after the values that its object has deferred, because it reads them. The steps do not ensure
    /// this if collections form a cycle.
    private func postponingMigrations(_ sorted: [Int]) -> [Int] {
        guard sorted.contains(where: { deferred[$0].isMigration }) else { return sorted }
        // For each owner, the number of values that are still to come, and the migrations that wait for them.
        var remaining: [UInt32: Int] = [:]
        var waiting: [UInt32: [Int]] = [:]
        for index in sorted where !deferred[index].isMigration {
            remaining[deferred[index].owner, default: 0] += 1
        }
        var result: [Int] = []
        for index in sorted {
            let owner = deferred[index].owner
            if deferred[index].isMigration {
                if remaining[owner, default: 0] > 0 {
                    waiting[owner, default: []].append(index)
                } else {
                    result.append(index)
                }
                continue
            }
            result.append(index)
            remaining[owner, default: 0] -= 1
            if remaining[owner] == 0, let migrations = waiting.removeValue(forKey: owner) {
                result += migrations.sorted()
            }
        }
        return result
    }
}
