/// Something before which other work must be done.
private enum HashingStep: Hashable {
    /// The index of deferred work.
    case work(Int)
    /// A value with an identity, which may have to be decoded.
    case value(UInt32)
    case hashedValue(UInt32)
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
        let work = indices.map { (position: graph.position(of: deferred[$0].owner), index: $0) }
            .sorted { ($0.position, $0.index) < ($1.position, $1.index) }
            .map(\.index)
        let byOwner = Dictionary(grouping: work) { deferred[$0].owner }
        var sorted: [Int] = []
        var isVisited: Set<HashingStep> = []
        var path: [(step: HashingStep, needed: [HashingStep])] = []
        var listed: [UInt32: Int] = [:]
        for index in work where isVisited.insert(.work(index)).inserted {
            path.append((.work(index), needed(for: .work(index), byOwner, &listed)))
            while let last = path.indices.last {
                guard let next = path[last].needed.popLast() else {
                    if case .work(let index) = path.removeLast().step {
                        sorted.append(index)
                    }
                    continue
                }
                if isVisited.insert(next).inserted {
                    path.append((next, needed(for: next, byOwner, &listed)))
                }
            }
        }
        return holdingMigrations(sorted)
    }

    /// Returns what must be done before a collection can be built, or before a migration can end.
    ///
    /// - Parameter listed: How much of each owner's work other migrations have asked for. Objects without a record share an
    ///   owner, so asking again for all of it would take quadratic time.
    private func needed(
        for step: HashingStep, _ byOwner: [UInt32: [Int]], _ listed: inout [UInt32: Int]
    ) -> [HashingStep] {
        switch step {
        case .work(let index):
            let work = deferred[index]
            guard case .value = work.task else {
                let rest = byOwner[work.owner, default: []].dropFirst(listed[work.owner, default: 0])
                let earlier = rest.prefix { $0 < index }
                listed[work.owner, default: 0] += earlier.count
                return earlier.map { .work($0) }
            }
            return needed(from: work.cursor, to: work.end, byOwner)
        case .value(let id):
            let record = records.slots[Int(id)]
            guard record.doneObject == nil, makeReadable(id) else { return [] }
            spend(record.size)
            return needed(from: base + record.range.lowerBound, to: base + record.range.upperBound, byOwner)
        case .hashedValue(let id):
            spend(DecodingCost.hashingStep.multipliedClamped(by: graph.references(of: id).count))
            return graph.references(of: id).flatMap { needed(forHashed: $0, byOwner) }
        }
    }

    /// Returns what must be done before the collections in a value can be built.
    private func needed(
        from start: UnsafeRawPointer, to end: UnsafeRawPointer, _ byOwner: [UInt32: [Int]]
    ) -> [HashingStep] {
        let outer = (state.pointee.cursor, state.pointee.depth)
        defer { (state.pointee.cursor, state.pointee.depth) = outer }
        state.pointee.depth = 1
        // What cannot be read throws its error when it is decoded.
        guard let visitor = try? hashedReferences(from: start, to: end, isInValue: true) else { return [] }
        var steps: [HashingStep] = []
        for id in visitor.otherIDs where !isObjectOfGraph(id) { steps.append(.value(id)) }
        for id in visitor.ids { steps += needed(forHashed: id, byOwner) }
        return steps
    }

    private func needed(forHashed id: UInt32, _ byOwner: [UInt32: [Int]]) -> [HashingStep] {
        guard isObjectOfGraph(id) else { return [.hashedValue(id)] }
        let work = byOwner[id, default: []]
        spend(DecodingCost.hashingStep.multipliedClamped(by: work.count))
        return work.map { .work($0) }
    }

    /// Moves each migration behind the values that its object has deferred, which it reads. In a cycle of collections the
    /// order of the others cannot ensure that.
    private func holdingMigrations(_ sorted: [Int]) -> [Int] {
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
