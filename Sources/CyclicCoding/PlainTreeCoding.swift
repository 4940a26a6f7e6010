import CodingTree
import GraphCodable

/// The state of reading or writing a tree with another coder: its depth and the stack.
///
/// `Codable` doesn't pass context from a value to its nested values, so a task-local value holds this state.
final class PlainTreeCoding: @unchecked Sendable {
    // Unchecked, because only the thread that created it uses it, and no task is started while it is current.
    @TaskLocal static var current: PlainTreeCoding?

    /// The maximum number of levels; the same as in Foundation's JSON decoder.
    private static let maximumDepth = 512

    /// The kind of a value.
    private enum Kind {
        case scalar, array, fields
    }

    let stack = GrowingStack()
    private var depth = 0
    /// The kind of the last value at each level. Neighboring values are usually of the same kind.
    private var lastKinds = Array(repeating: Kind.array, count: maximumDepth + 1)
    /// The cost of failures so far. A coder creates a path for each failure; in Foundation's decoder the time is
    /// quadratic in its length.
    private var failureCost = 0
    /// The maximum cost of failures.
    private var maximumFailureCost: Int
    /// The amount by which each value raises the maximum: by default the cost of one failure 64 levels deep, the depth
    /// to which CyclicEncoder nests objects.
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
        // A coder reveals the kind of a value only by failing, and each failure costs a path. So the last kind is tried
        // first.
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

    /// Returns the value if it has the given kind.
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

    /// Returns the value if it is a string, a boolean or a number. Booleans come before numbers because some formats
    /// don't distinguish them.
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
