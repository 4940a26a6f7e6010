import GraphCodable

/// A value in the list of all values of a graph.
struct FlatValue: BitwiseCopyable {
    enum Kind: UInt8 {
        case null, bool, int, uint, wideInteger, double, float, string, data, array, fields, reference, typed
        /// An array of numbers of one kind, which are in an array of their own.
        case numbers
    }

    /// The number's bits, or the position of the text, data, numbers or object in a list of its own.
    ///
    /// An array or fields have the position of the first value here, and that of the last one in the upper half. A typed value
    /// has the position of the value, and in the upper half that of the name.
    var bits: UInt64
    /// The position of the next value in the same array or fields.
    var next: UInt32 = 0
    /// The number of values in an array or fields.
    var count: UInt32 = 0
    /// The position of the list of keys.
    var keys: UInt32 = 0
    var kind: Kind
    /// Whether this is a nested container, which can be requested again.
    var isNested = false
    /// Whether a single value container encoded this.
    var isSingle = false

    @inline(__always)
    init(_ kind: Kind, _ bits: UInt64 = 0) {
        self.kind = kind
        self.bits = bits
    }

    init(_ value: Bool) { self.init(.bool, value ? 1 : 0) }
    init(_ value: Int64) { self.init(.int, UInt64(bitPattern: value)) }
    init(_ value: Double) { self.init(.double, value.bitPattern) }
    init(_ value: Float) { self.init(.float, UInt64(value.bitPattern)) }

    /// The lower half of the bits: a position.
    var first: UInt32 {
        @inline(__always) get { UInt32(truncatingIfNeeded: bits) }
    }

    /// The upper half of the bits: another position.
    var last: UInt32 {
        @inline(__always) get { UInt32(truncatingIfNeeded: bits >> 32) }
    }

    /// The upper and lower halves of the bits.
    @inline(__always)
    static func pair(_ last: UInt32, _ first: UInt32) -> UInt64 { UInt64(last) << 32 | UInt64(first) }

    var float: Float { Float(bitPattern: first) }
}

/// Numbers of an array.
enum FlatNumbers {
    case ints([Int])
    case integers([Int64])
    case doubles([Double])
    case floats([Float])

    var count: Int {
        switch self {
        case .ints(let values): values.count
        case .integers(let values): values.count
        case .doubles(let values): values.count
        case .floats(let values): values.count
        }
    }

    /// The kind of a tree with these numbers.
    var treeKind: TreeValue.Kind {
        switch self {
        case .ints, .integers: .integers
        case .doubles: .doubles
        case .floats: .floats
        }
    }

    /// Returns one of the numbers.
    subscript(index: Int) -> FlatValue {
        switch self {
        case .ints(let values): FlatValue(Int64(values[index]))
        case .integers(let values): FlatValue(values[index])
        case .doubles(let values): FlatValue(values[index])
        case .floats(let values): FlatValue(values[index])
        }
    }
}
