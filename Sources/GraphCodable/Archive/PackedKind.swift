/// The element kind of a packed array; the raw value is added to the tag `D0`. Not to be used by users of the package.
@frozen
public enum _PackedKind: UInt8, CaseIterable {
    case bool, int8, uint8, int16, uint16, int32, uint32, int64, uint64, int128, uint128, float16, float32, float64

    /// The number of bytes of one element.
    @inlinable public var stride: Int {
        switch self {
        case .bool, .int8, .uint8: 1
        case .int16, .uint16, .float16: 2
        case .int32, .uint32, .float32: 4
        case .int64, .uint64, .float64: 8
        case .int128, .uint128: 16
        }
    }

    /// Elements that can be read as each other, if their values fit; by the name of one.
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
