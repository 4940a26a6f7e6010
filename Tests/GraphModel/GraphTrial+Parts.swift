import GraphCodable
import TestSupport

extension GraphTrial {
    /// Opens an archive in parts: its objects one by one in random order, and then the root.
    ///
    /// - Returns: What is wrong, if anything. What is loaded must be the same graph as after decoding all at once.
    func checkInParts<Root: FieldType>(
        _ bytes: Bytes, _ plan: Plan, _ expectation: Expectation, _ type: Root.Type
    ) -> Problem? {
        let trial = Trial(plan)
        var problem: Problem?
        do {
            let archive = try Self.open(bytes)
            defer { archive.close() }
            let loaded = try Trial.$current.withValue(trial) { try load(type, from: archive, trial) }
            problem = compare(loaded, trial, expectation)
        } catch {
            problem = unexpected(error, expectation)
        }
        trial.takeApart()
        if trial.instanceCount > 0, problem == nil {
            problem = Problem("objects are held after the open file", "\(trial.instanceCount)")
        }
        return problem.map { Problem("in parts: " + $0.kind, $0.detail) }
    }

    /// Opens an archive with blocks so small that hardly an object is in memory with another one.
    private static func open(_ bytes: Bytes) throws -> OpenArchive {
        let blocks = try ArchiveBlocks(byteCount: bytes.count, blockSize: 64, keptByteCount: 0) { number, target in
            bytes.withUnsafeBytes { target.copyBytes(from: $0.dropFirst(number * 64).prefix(target.count)) }
        }
        return try OpenArchive(
            blocks, arrivedByteCount: bytes.count, chargesBlocks: true, policy: GraphDecodingPolicy())
    }

    private struct Loaded<Root> {
        let root: Root
        /// Whether a load failed before the root was loaded.
        let hasFailed: Bool
        /// Whether nothing was loaded before the root.
        let isWhole: Bool
    }

    /// Loads some objects or none, and then the root.
    private func load<Root: FieldType>(
        _ type: Root.Type, from archive: OpenArchive, _ trial: Trial
    ) throws -> Loaded<Root> {
        var generator = SplitMix64(seed: UInt64(archive.summary.byteCount))
        archive.keepsObjects = Bool.random(using: &generator)
        // Weak references last only if something holds the objects.
        var held: [[Node]] = []
        var failureCount = 0
        let count = Bool.random(using: &generator) ? 64 : 0
        for id in archive.idsInOrder.shuffled(using: &generator).prefix(count) {
            guard let index = try archive.typeIndex(of: id), try archive.isType(index, of: id, Node.self) else {
                continue
            }
            do {
                let node = try archive.object(Int(id), as: Node.self)
                if !archive.keepsObjects { held.append(trial.nodes) }
                if try archive.object(Int(id), as: Node.self) !== node { throw Refusal.Refused() }
            } catch is GraphCodableError {
                // It is an error of the root as well, unless something catches it there. Each further object would create
                // most of the graph once more in vain.
                failureCount += 1
                if failureCount == 3 { break }
            }
        }
        defer { withExtendedLifetime(held) {} }
        let isWhole = count == 0
        guard trial.plan.chain > 0 else {
            return Loaded(root: try archive.root(as: type), hasFailed: failureCount > 0, isWhole: isWhole)
        }
        guard let root = Link<Root>.end(of: try archive.root(as: Link<Root>.self)) else { throw Refusal.Refused() }
        return Loaded(root: root, hasFailed: failureCount > 0, isWhole: isWhole)
    }

    private func compare<Root: FieldType>(
        _ loaded: Loaded<Root>, _ trial: Trial, _ expectation: Expectation
    ) -> Problem? {
        var meeting = GraphWalk(trial.plan, archived: expectation.archived)
        meeting.walk(from: loaded.root)
        if let problem = meeting.problems.first { return problem }
        let objects = expectation.archived.filter { trial.plan.vertices[$0].kind.isObject }
        if meeting.found.count != objects.count {
            return Problem("objects are missing", "\(meeting.found.count) of \(objects.count)")
        }
        count("opened in parts")
        count("objects", objects.count + trial.plan.chain)
        if loaded.isWhole, let problem = expectation.orderProblem(of: trial.completions) { return problem }
        guard !loaded.hasFailed, !expectation.tries else { return nil }
        for number in objects where trial.initializerCounts[number] != 1 {
            return Problem("an object was not made once", "v\(number): \(trial.initializerCounts[number])")
        }
        return nil
    }
}
