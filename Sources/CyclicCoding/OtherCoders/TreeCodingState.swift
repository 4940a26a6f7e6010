import GraphCodable

/// The state of reading or writing a tree with another coder: its depth and the stack.
///
/// `Codable` doesn't pass context from a value to its nested values, so a task-local value holds this state.
final class TreeCodingState: @unchecked Sendable {
    // Unchecked, because only the thread that created it uses it, and no task is started while it is current.
    @TaskLocal static var current: TreeCodingState?

    /// The maximum number of levels; the same as in Foundation's JSON decoder.
    private static let maximumDepth = 512

    let stack: GrowingStack
    private var depth = 0
    // With a level for what would be too deep. Writing needs no guesses.
    private lazy var guesses = KindPrediction(levelCount: Self.maximumDepth + 2)
    /// The cost of failures so far, in units of about 11 ns. A coder creates a path for each failure; in Foundation's decoder
    /// the time is quadratic in its length.
    private var failureCost = 0
    private var maximumFailureCost: Int
    /// How much each value adds to that maximum.
    private let failureCostOfValue: Int

    /// Whether the coder never converts between kinds. Other coders may read booleans as numbers or numbers as strings, so for them the
    /// order of attempts matters.
    private let isStrict: Bool

    private init(_ policy: GraphDecodingPolicy, _ decoder: (any Decoder)?) {
        let module = decoder.map { _typeName(Swift.type(of: $0), qualified: true).prefix { $0 != "." } }
        isStrict = module == "FoundationEssentials" || module == "Foundation"
        stack = GrowingStack(isSwitching: policy.switchesStacks)
        let cost = Int(min(policy.maximumCostPerByte, 128))
        maximumFailureCost = cost << 19
        failureCostOfValue = cost * 3
    }

    /// Runs a closure that decodes or encodes trees.
    static func run<Value>(
        _ policy: GraphDecodingPolicy = GraphDecodingPolicy(), from decoder: (any Decoder)? = nil,
        _ body: (TreeCodingState) throws -> Value
    ) throws -> Value {
        let coding = TreeCodingState(policy, decoder)
        coding.stack.begin()
        return try $current.withValue(coding) { try body(coding) }
    }

    func tree(from decoder: any Decoder) throws -> TreeValue {
        guard depth < Self.maximumDepth else {
            throw CyclicCodingError(
                .depthExceeded, "Values are nested more than \(Self.maximumDepth) deep, as no format allows.")
        }
        depth += 1
        defer { depth -= 1 }
        return try stack.call { try readTree(from: decoder) }
    }

    private func readTree(from decoder: any Decoder) throws -> TreeValue {
        maximumFailureCost += failureCostOfValue
        let container = try decoder.singleValueContainer()
        let place = guesses.nextPlace(at: depth)
        guard !container.decodeNil() else { return .null }
        // Coders tell kinds apart only by failing.
        let likely = guesses.guess(place, at: depth)
        // What can be both an array and keyed, such as nothing in some formats, must not depend on the values before it.
        let guess = isStrict ? likely : likely < .string ? .array : .string
        if let tree = try tree(guess, in: place, from: decoder, container) {
            guesses.remember(guess, in: place)
            return tree
        }
        for kind in isStrict ? ValueKind.usualFirst : ValueKind.allCases where kind != guess {
            try addFailure()
            if let tree = try tree(kind, in: place, from: decoder, container) {
                guesses.remember(kind, in: place)
                return tree
            }
        }
        throw DecodingError.dataCorruptedError(
            in: container,
            debugDescription: "There is a value that is neither a number, a text, an array nor a keyed value.")
    }

    private func addFailure() throws {
        failureCost += depth * depth + 100
        guard failureCost <= maximumFailureCost else {
            throw CyclicCodingError(
                .limitExceeded, "Many values of different kinds are nested deeply, which takes too long to read.")
        }
    }

    /// Returns the value if it has the given kind.
    private func tree(
        _ kind: ValueKind, in place: UInt64, from decoder: any Decoder, _ container: any SingleValueDecodingContainer
    ) throws -> TreeValue? {
        switch kind {
        case .string:
            return (try? container.decode(String.self)).map { .string($0) }
        case .bool:
            return (try? container.decode(Bool.self)).map { .bool($0) }
        case .number:
            return try number(container)
        case .array:
            guard (try? decoder.unkeyedContainer()) != nil else { return nil }
            guesses.begin(.array, in: place, at: depth + 1)
            return .array(try container.decode([TreeValue].self))
        case .fields:
            guard (try? decoder.container(keyedBy: NameKey.self)) != nil else { return nil }
            guesses.begin(.fields, in: place, at: depth + 1)
            let sorted = try container.decode([String: TreeValue].self).sorted { $0.key < $1.key }
            return .fields(TreeFields(keys: FieldKeys(sorted.map(\.key)), values: sorted.map(\.value)))
        }
    }

    private func number(_ container: any SingleValueDecodingContainer) throws -> TreeValue? {
        // Every integer can also be decoded as a floating point number, so in this order hardly anything fails.
        let double = try? container.decode(Double.self)
        if let double, !double.isFinite, let text = try? container.decode(String.self) {
            // Coders can be configured to decode such numbers from strings. This may be an ordinary string.
            return .string(text)
        }
        // An integer has no negative zero.
        if let double, double != double.rounded() || (double == 0 && double.sign == .minus) {
            return .double(double)
        }
        guard double != nil || !isStrict else { return nil }
        // The magnitude tells which kind of integer can succeed. The largest ones round to powers of two.
        if double.map({ -0x1p63 <= $0 && $0 <= 0x1p63 }) ?? true {
            if let integer = try? container.decode(Int64.self) {
                return .int(integer)
            }
            try addFailure()
        }
        if double.map({ 0x1p63 <= $0 && $0 <= 0x1p64 }) ?? true {
            if let integer = try? container.decode(UInt64.self) {
                return .uint(integer)
            }
            try addFailure()
        }
        return double.map { .double($0) }
    }
}
