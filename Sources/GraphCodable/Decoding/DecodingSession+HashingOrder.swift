/// A step of sorting work. Work is identified by its place in the list that is being sorted.
private enum HashingStep {
    /// Adds the work, after everything that it needs.
    case add(Int)
    /// Adds the work itself.
    case end(Int)
    /// Adds what a value with an identity needs, which may have to be decoded.
    case decode(UInt32)
    /// Adds what a value with an identity needs to be hashed.
    case hash(UInt32)
}

extension DecodingSession {
    /// Sorts work so that what an object needs to be hashed comes before the collections that contain the object. What
    /// belongs to the hashed objects themselves comes first. Where that leaves a choice, what is further from the root does.
    ///
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
        var isAdded = [Bool](repeating: false, count: work.count)
        var (decoded, hashed) = (Set<UInt32>(), Set<UInt32>())
        // How many of each owner's values earlier migrations need. Objects without a record share an owner, so listing all of
        // them again would take quadratic time.
        var listed: [UInt32: Int] = [:]
        // The last step comes first.
        var steps: [HashingStep] = []
        for place in work.indices {
            steps.append(.add(place))
            while let step = steps.popLast() {
                switch step {
                case .end(let place):
                    sorted.append(work[place])
                case .add(let place):
                    guard !isAdded[place] else { continue }
                    isAdded[place] = true
                    steps.append(.end(place))
                    addNeeded(for: work[place], at: place, byOwner, &listed, to: &steps)
                case .decode(let id):
                    guard decoded.insert(id).inserted else { continue }
                    addNeeded(toDecode: id, byOwner, to: &steps)
                case .hash(let id):
                    guard hashed.insert(id).inserted else { continue }
                    spend(DecodingCost.hashingStep.multipliedClamped(by: graph.references(of: id).count))
                    for id in graph.references(of: id) { addNeeded(toHash: id, byOwner, to: &steps) }
                }
            }
        }
        return holdingMigrations(sorted)
    }

    /// Returns where the work of each owner is in a list that is sorted by owners.
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

    /// Adds what must be done before a collection can be built, or before a migration can end.
    private func addNeeded(
        for index: Int, at place: Int, _ byOwner: [UInt32: Range<Int>], _ listed: inout [UInt32: Int],
        to steps: inout [HashingStep]
    ) {
        if deferred[index].isValue {
            return addNeeded(from: deferred[index].cursor, to: deferred[index].end, byOwner, to: &steps)
        }
        let owner = deferred[index].owner
        let first = max(byOwner[owner]?.lowerBound ?? place, listed[owner] ?? 0)
        guard first < place else { return }
        listed[owner] = place
        for earlier in first..<place { steps.append(.add(earlier)) }
    }

    /// Adds what must be done before a value with an identity can be decoded, unless it has been.
    private func addNeeded(toDecode id: UInt32, _ byOwner: [UInt32: Range<Int>], to steps: inout [HashingStep]) {
        let record = records.slots[Int(id)]
        guard record.doneObject == nil, makeReadable(id) else { return }
        spend(record.size)
        addNeeded(from: base + record.range.lowerBound, to: base + record.range.upperBound, byOwner, to: &steps)
    }

    /// Adds what must be done before the collections in a value can be built.
    private func addNeeded(
        from start: UnsafeRawPointer, to end: UnsafeRawPointer, _ byOwner: [UInt32: Range<Int>],
        to steps: inout [HashingStep]
    ) {
        let outer = (state.pointee.cursor, state.pointee.depth)
        defer { (state.pointee.cursor, state.pointee.depth) = outer }
        state.pointee.depth = 1
        // What cannot be read throws its error when it is decoded.
        guard let visitor = try? hashedReferences(from: start, to: end, isInValue: true) else { return }
        for id in visitor.otherIDs where !isObjectOfGraph(id) { steps.append(.decode(id)) }
        for id in visitor.ids { addNeeded(toHash: id, byOwner, to: &steps) }
    }

    private func addNeeded(toHash id: UInt32, _ byOwner: [UInt32: Range<Int>], to steps: inout [HashingStep]) {
        guard isObjectOfGraph(id) else { return steps.append(.hash(id)) }
        guard let places = byOwner[id] else { return }
        spend(DecodingCost.hashingStep.multipliedClamped(by: places.count))
        for place in places { steps.append(.add(place)) }
    }

    /// Moves each migration behind the values that its object has deferred, which it reads. In a cycle of collections the
    /// order of the others cannot ensure that.
    private func holdingMigrations(_ sorted: [Int]) -> [Int] {
        guard sorted.contains(where: { deferred[$0].isMigration }) else { return sorted }
        var left: [UInt32: Int] = [:]
        var held: [UInt32: [Int]] = [:]
        for index in sorted where !deferred[index].isMigration {
            left[deferred[index].owner, default: 0] += 1
        }
        var result: [Int] = []
        for index in sorted {
            let owner = deferred[index].owner
            if deferred[index].isMigration {
                if left[owner, default: 0] > 0 {
                    held[owner, default: []].append(index)
                } else {
                    result.append(index)
                }
                continue
            }
            result.append(index)
            left[owner, default: 0] -= 1
            if left[owner] == 0, let migrations = held.removeValue(forKey: owner) {
                result += migrations.sorted()
            }
        }
        return result
    }
}
