import CyclicCoding

/// A type that is encoded as a single node.
protocol PrimitiveSerializable: Serializable {
    /// Whether the node identifies the type, so that its name need not be stored.
    static var isPlain: Bool { get }
    static var isNumber: Bool { get }
    var tree: TreeValue { get }
    init?(tree: TreeValue)
}

extension PrimitiveSerializable {
    static var isPlain: Bool { false }
    static var isNumber: Bool { true }

    init?(tree: TreeValue) {
        guard let value = tree.plainValue as? Self else { return nil }
        self = value
    }

    /// Decodes the value.
    ///
    /// - Throws: ``SerializableError`` with the code `typeMismatch` if the data contains something else.
    public init(with coder: Decoder) throws {
        guard let value = Self(tree: coder.content.untyped) else {
            throw coder.session.mismatch(coder.content, Self.self, at: coder.path)
        }
        self = value
    }

    /// Encodes the value.
    public func encode(with coder: Encoder) {
        coder.become(tree)
    }
}

extension TreeValue {
    /// Whether the node is a number, also one that no `Double` is made from.
    var isNumber: Bool {
        if case .wideInteger = self { true } else { floatingPoint != nil }
    }

    /// The value of a node that identifies its own type.
    var plainValue: Any? {
        switch self {
        case .bool(let value): value
        case .int(let value): Int(exactly: value) ?? value
        case .double(let value): value
        case .float(let value): value
        case .string(let value): value
        case .data(let value): value
        default: nil
        }
    }
}

extension PrimitiveSerializable where Self: FixedWidthInteger {
    var tree: TreeValue { TreeValue(integer: self) }

    init?(tree: TreeValue) {
        guard let value = tree.integer(as: Self.self) else { return nil }
        self = value
    }
}
