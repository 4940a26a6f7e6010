/// The element kind of a packed array. Its raw value is added to the tag `D0`. Do not use it outside the package.
@frozen
public enum _PackedKind: UInt8, CaseIterable {
    case bool, int8, uint8, int16, uint16, int32, uint32, int64, uint64, int128, uint128, float16, float32, float64

    /// The size of one element in bytes.
    @inlinable public var stride: Int {
        switch self {
        case .bool, .int8, .uint8: 1
        case .int16, .uint16, .float16: 2
        case .int32, .uint32, .float32: 4
        case .int64, .uint64, .float64: 8
        case .int128, .uint128: 16
        }
    }

    /// The kinds of elements that can be read as one another if their values fit. The raw value describes one element.
    enum Family: String {
        case boolean, integer
        case half = "half-precision number"
        case float = "floating point number"
    }

    var family: Family {
        switch self {
        case .bool: .boolean
        case .int8, .uint8, .int16, .uint16, .int32, .uint32, .int64, .uint64, .int128, .uint128: .integer
        case .float16: .half
        case .float32, .float64: .float
        }
    }
}
