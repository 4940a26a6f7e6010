import GraphCodable
import TestSupport

/// Archives graphs, and says what is wrong with what comes back.
final class GraphTrial {
    private let coders: GraphCoders
    private var decoder: GraphDecoder { coders.decoder }
    /// How graphs ended, for the figures.
    private(set) var counts: [String: Int] = [:]

    init(_ coders: GraphCoders) { self.coders = coders }

    /// - Returns: What is wrong, if anything.
    func problem(_ plan: Plan) -> Problem? {
        func open<Root: FieldType>(_ type: Root.Type) -> Problem? { problem(plan, type) }
        return open(FieldTypes.types[plan.rootType])
    }

    /// Archives a graph in canonical order twice, with sets and dictionaries of two orders in memory.
    ///
    /// - Returns: What is wrong, if anything.
    func canonicalProblem(_ plan: Plan) -> Problem? {
        func open<Root: FieldType>(_ type: Root.Type) -> Problem? { canonicalProblem(plan, type) }
        return open(FieldTypes.types[plan.rootType])
    }

    private func canonicalProblem<Root: FieldType>(_ plan: Plan, _ type: Root.Type) -> Problem? {
        let expectation = Expectation(plan)
        let encoder = GraphEncoder(plan.options.union(.canonical))
        let trial = Trial(plan)
        let archives = [0, 100].map { spareCapacity in
            let original = Trial(plan)
            defer { original.takeApart() }
            let maker = GraphMaker(original, spareCapacity: spareCapacity)
            maker.makeNodes()
            return Result { try encode(Root.make(plan.root, maker), plan, encoder) }
        }
        switch (archives[0], archives[1]) {
        case (.success(let bytes), .success(let other)):
            if bytes != other { return Problem("another order in memory gives other bytes", "") }
            return check(expectation.hasOlderClasses ? bytes.ofThisProgram : bytes, trial, expectation, encoder, type)
        case (.failure(let error), .failure(let other)):
            if "\(error)" != "\(other)" { return Problem("another order gives another error", "\(error)\n\(other)") }
            count(expectation.hasLostTarget ? "refused by the encoder" : "without canonical order")
            return nil
        default:
            return Problem("refused in one order", "\(archives)")
        }
    }

    private func problem<Root: FieldType>(_ plan: Plan, _ type: Root.Type) -> Problem? {
        let expectation = Expectation(plan)
        let encoder = coders.encoder(plan.options)
        let trial = Trial(plan)
        let original = Trial(plan)
        defer { original.takeApart() }
        var bytes: Bytes
        do {
            let maker = GraphMaker(original)
            maker.makeNodes()
            let root = Root.make(plan.root, maker)
            bytes = try encode(root, plan, encoder)
            if try stream(root, plan, encoder) != bytes { return Problem("the same graph gives other bytes", "") }
        } catch let error as GraphCodableError where expectation.hasLostTarget && error.code == .notEncodable {
            count("refused by the encoder")
            return nil
        } catch {
            return Problem("not encoded, \(code(error))", "\(error)")
        }
        if expectation.hasOlderClasses { bytes = bytes.ofThisProgram }
        return prepare(plan, bytes, type) ?? check(bytes, trial, expectation, encoder, type)
            ?? checkInParts(bytes, plan, expectation, type)
    }

    func count(_ what: String, _ number: Int = 1) { counts[what, default: 0] += number }

    private func code(_ error: any Error) -> String {
        (error as? GraphCodableError).map { "\($0.code)" } ?? "\(Swift.type(of: error))"
    }

    /// Does something else with the decoder before.
    ///
    /// - Returns: What is wrong after that, if anything.
    private func prepare<Root: FieldType>(_ plan: Plan, _ bytes: Bytes, _ type: Root.Type) -> Problem? {
        switch plan.before {
        case .nothing: break
        case .damagedArchive:
            let trial = Trial(plan)
            var (damaged, generator) = (bytes, SplitMix64(seed: UInt64(bytes.count)))
            damaged[.random(in: bytes.indices, using: &generator)] &+= .random(in: 1...255, using: &generator)
            _ = try? decode(damaged, trial, type)
            trial.takeApart()
            if trial.instanceCount > 0 {
                return Problem("objects are held after a damaged archive", "\(trial.instanceCount)")
            }
        case .otherGraph:
            let trial = Trial(.empty)
            _ = try? decode(bytes, trial, type)
        }
        return nil
    }

    private func encode<Root: FieldType>(_ root: Root, _ plan: Plan, _ encoder: GraphEncoder) throws -> Bytes {
        guard plan.chain > 0 else { return try encoder.encode(root) }
        let head = head(of: root, plan)
        defer { _ = Link.end(of: head) }
        return try encoder.encode(head)
    }

    /// Encodes a graph piece by piece.
    private func stream<Root: FieldType>(_ root: Root, _ plan: Plan, _ encoder: GraphEncoder) throws -> Bytes {
        var bytes: Bytes = []
        guard plan.chain > 0 else {
            try encoder.encode(root) { bytes += $0 }
            return bytes
        }
        let head = head(of: root, plan)
        defer { _ = Link.end(of: head) }
        try encoder.encode(head) { bytes += $0 }
        return bytes
    }

    /// Puts the plan's chain before a root.
    private func head<Root: FieldType>(of root: Root, _ plan: Plan) -> Link<Root> {
        (1..<plan.chain).reduce(Link(nil, root)) { link, _ in Link(link, nil) }
    }

    private func decode<Root: FieldType>(_ bytes: Bytes, _ trial: Trial, _ type: Root.Type) throws -> Root {
        try Trial.$current.withValue(trial) {
            guard trial.plan.chain > 0 else { return try decoder.decode(type, from: bytes) }
            guard let root = Link<Root>.end(of: try decoder.decode(Link<Root>.self, from: bytes)) else {
                throw Refusal.Refused()
            }
            return root
        }
    }

    // MARK: What comes back

    private func check<Root: FieldType>(
        _ bytes: Bytes, _ trial: Trial, _ expectation: Expectation, _ encoder: GraphEncoder, _ type: Root.Type
    ) -> Problem? {
        var problem: Problem?
        do {
            problem = compare(try decode(bytes, trial, type), bytes, trial, expectation, encoder)
        } catch {
            problem = unexpected(error, expectation)
        }
        trial.takeApart()
        if trial.instanceCount > 0, problem == nil {
            problem = Problem("objects are held after the graph", "\(trial.instanceCount)")
        }
        return problem
    }

    func unexpected(_ error: any Error, _ expectation: Expectation) -> Problem? {
        switch error {
        case GraphCodableError.Code.unresolvableCycle where expectation.hasInitializerCycle: count("unresolvableCycle")
        case GraphCodableError.Code.valueNotFound where expectation.hasLostTarget: count("valueNotFound")
        case GraphCodableError.Code.hashChanged where expectation.mayChangeHashes: count("hashChanged")
        default: return Problem("not decoded, \(code(error))", "\(error)")
        }
        return nil
    }

    private func compare<Root: FieldType>(
        _ root: Root, _ bytes: Bytes, _ trial: Trial, _ expectation: Expectation, _ encoder: GraphEncoder
    ) -> Problem? {
        if expectation.hasInitializerCycle { return Problem("initializers that need each other were decoded", "") }
        if expectation.hasLostTarget { return Problem("an unowned reference without a target was decoded", "") }
        var meeting = GraphWalk(trial.plan, archived: expectation.archived)
        meeting.walk(from: root)
        if let problem = meeting.problems.first { return problem }
        if let complaint = trial.complaints.first { return Problem(complaint, "") }
        let objects = expectation.archived.filter { trial.plan.vertices[$0].kind.isObject }
        if meeting.found.count != objects.count {
            return Problem("objects are missing", "\(meeting.found.count) of \(objects.count)")
        }
        if let problem = countProblem(trial, expectation) { return problem }
        if let problem = expectation.orderProblem(of: trial.completions) { return problem }
        count("decoded")
        count("objects", objects.count + trial.plan.chain)
        do {
            let again = try encode(root, trial.plan, encoder)
            if expectation.givesSameBytes, trial.plan.options.isEmpty, again != bytes {
                return Problem("the copy gives other bytes", "\(again.count) instead of \(bytes.count)")
            }
            return secondRound(again, trial.plan, expectation, Root.self)
        } catch {
            return Problem("the copy is not encoded, \(code(error))", "\(error)")
        }
    }

    private func countProblem(_ trial: Trial, _ expectation: Expectation) -> Problem? {
        guard !expectation.tries else { return nil }
        for (number, vertex) in trial.plan.vertices.enumerated() where vertex.kind.isObject {
            let expected = expectation.archived.contains(number) ? 1 : 0
            if trial.initializerCounts[number] != expected {
                return Problem("an object was not made once", "v\(number): \(trial.initializerCounts[number])")
            }
        }
        if trial.instanceCount != expectation.archived.count(where: { trial.plan.vertices[$0].kind.isObject }) {
            return Problem("there are objects outside the graph", "\(trial.instanceCount)")
        }
        if trial.startCount > 10 * (expectation.archived.count + expectation.referenceCount) {
            return Problem(
                "too many initializers began", "\(trial.startCount) for \(expectation.archived.count) objects")
        }
        if trial.plan.options.isEmpty, let (number, count) = trial.badgeCounts.first(where: { $0.value > 1 }) {
            return Problem("a value with identity was made more than once", "v\(number): \(count)")
        }
        return nil
    }

    /// The copy's copy.
    private func secondRound<Root: FieldType>(
        _ bytes: Bytes, _ plan: Plan, _ expectation: Expectation, _ type: Root.Type
    ) -> Problem? {
        let trial = Trial(plan, isFirstRound: false)
        defer { trial.takeApart() }
        do {
            let root = try decode(bytes, trial, type)
            var meeting = GraphWalk(plan, archived: expectation.archived)
            meeting.walk(from: root)
            count("objects", meeting.found.count + plan.chain)
            return meeting.problems.first.map { Problem("the copy's copy: " + $0.kind, $0.detail) }
        } catch  where unexpected(error, expectation) == nil {
            return nil
        } catch {
            return Problem("the copy's copy is not decoded, \(code(error))", "\(error)")
        }
    }
}
