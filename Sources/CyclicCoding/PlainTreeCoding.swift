import CodingTree
import GraphCodable

/// What reading or writing a tree with some coder has to know: how deep it is, and where there is stack.
///
/// `Codable` hands nothing on from a value to those inside it, so this is found through a task-local value.
final class PlainTreeCoding: @unchecked Sendable {
    // Unchecked: it is used by the thread that made it alone; no task is started while it is current.
    @TaskLocal static var current: PlainTreeCoding?

    /// The most levels; as many as Foundation's JSON decoder takes.
    private static let maximumDepth = 512

    /// What a value turned out to be.
    private enum Kind {
        case scalar, array, fields
    }

    let stack = GrowingStack()
    private var depth = 0
    /// What the last value at each level was: values side by side mostly resemble each other.
    private var lastKinds = Array(repeating: Kind.array, count: maximumDepth + 1)
    /// What failures have cost: a coder makes a path for each, and Foundation's takes time quadratic in its length.
    private var failureCost = 0
    /// What they may cost.
    private var maximumFailureCost: Int
    /// How much more for each value: by default what one failure costs 64 levels deep, which is the most that a
    /// CyclicEncoder makes of objects.
    private let failureCostOfValue: Int

    private init(_ policy: GraphDecodingPolicy) {
        let cost = Int(min(policy.maximumCostPerByte, 128))
        maximumFailureCost = cost << 18
        failureCostOfValue = cost << 5
    }

    /// Runs a closure that decodes or encodes trees.
    static func run<Value>(
        _ policy: GraphDecodingPolicy = GraphDecodingPolicy(), _ body: (PlainTreeCoding) throws -> Value
    ) throws -> Value {
        let coding = PlainTreeCoding(policy)
        coding.stack.begin()
        return try $current.withValue(coding) { try body(coding) }
    }

    func tree(from decoder: any Decoder) throws -> TreeValue {
        guard depth < Self.maximumDepth else {
            throw CyclicCodingError(
                .depthExceeded, "Values are nested more than \(Self.maximumDepth) deep, which no CyclicEncoder makes.")
        }
        depth += 1
        defer { depth -= 1 }
        return try stack.call { try readTree(from: decoder) }
    }

    private func readTree(from decoder: any Decoder) throws -> TreeValue {
        maximumFailureCost += failureCostOfValue
        let container = try decoder.singleValueContainer()
        guard !container.decodeNil() else { return .null }
        // Coders tell kinds apart only by failing, and each failure costs a path. What was there last is tried first.
        let last = lastKinds[depth]
        if let tree = try tree(last, from: decoder, container) {
            return tree
        }
        for kind in [Kind.array, .fields, .scalar] where kind != last {
            try addFailure()
            if let tree = try tree(kind, from: decoder, container) {
                lastKinds[depth] = kind
                return tree
            }
        }
        throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "There is a value that is no number, text, array or keyed value.")
    }

    private func addFailure() throws {
        failureCost += depth * depth
        guard failureCost <= maximumFailureCost else {
            throw CyclicCodingError(
                .limitExceeded, "Many values are nested deeply side by side, which takes too long to read.")
        }
    }

    /// The value, if it is of a kind.
    private func tree(
        _ kind: Kind, from decoder: any Decoder, _ container: any SingleValueDecodingContainer
    ) throws -> TreeValue? {
        switch kind {
        case .scalar:
            return try scalar(container)
        case .array:
            guard (try? decoder.unkeyedContainer()) != nil else { return nil }
            return .array(try container.decode([PlainTree].self).map(\.tree))
        case .fields:
            guard (try? decoder.container(keyedBy: NameKey.self)) != nil else { return nil }
            let sorted = try container.decode([String: PlainTree].self).sorted { $0.key < $1.key }
            return .fields(TreeFields(keys: FieldKeys(sorted.map(\.key)), values: sorted.map(\.value.tree)))
        }
    }

    /// The value, if it is a text, a boolean or a number. Booleans come before numbers because some formats mix them up.
    private func scalar(_ container: any SingleValueDecodingContainer) throws -> TreeValue? {
        if let string = try? container.decode(String.self) {
            return .string(string)
        }
        try addFailure()
        if let bool = try? container.decode(Bool.self) {
            return .bool(bool)
        }
        try addFailure()
        if let integer = try? container.decode(Int64.self) {
            return .int(integer)
        }
        try addFailure()
        if let integer = try? container.decode(UInt64.self) {
            return .uint(integer)
        }
        try addFailure()
        return (try? container.decode(Double.self)).map { .double($0) }
    }
}
