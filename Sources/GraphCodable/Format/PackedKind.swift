/// The element kind of a packed array. Its raw value is added to the tag `D0`.
@usableFromInline
enum PackedKind: UInt8, CaseIterable, Sendable {
    case bool, int8, uint8, int16, uint16, int32, uint32, int64, uint64, int128, uint128, float16, float32, float64

    /// The size of one element in bytes.
    @inlinable var stride: Int {
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

// Unsafe code copies the memory of an array of these types to an archive, and back. Invariant: the memory of each of them
// is the kind's little-endian bytes, so its stride is that of the kind. Every bit pattern is a valid value; for `Bool`, the
// reader checks that. No type of a program can join them, because this is not a requirement of a protocol.
extension PackedKind {
    /// The kind of raw bytes as which an array of these values is archived, or `nil` if there is none.
    ///
    /// The compiler removes the comparisons where it knows the type.
    @inlinable @inline(__always)
    init?<Element>(_ type: Element.Type) {
        if type == Int.self {
            self = MemoryLayout<Int>.size == 8 ? .int64 : .int32
        } else if type == Double.self {
            self = .float64
        } else if type == UInt8.self {
            self = .uint8
        } else if type == Bool.self {
            self = .bool
        } else if type == Float.self {
            self = .float32
        } else if type == Int8.self {
            self = .int8
        } else if type == Int16.self {
            self = .int16
        } else if type == Int32.self {
            self = .int32
        } else if type == Int64.self {
            self = .int64
        } else if type == UInt.self {
            self = MemoryLayout<UInt>.size == 8 ? .uint64 : .uint32
        } else if type == UInt16.self {
            self = .uint16
        } else if type == UInt32.self {
            self = .uint32
        } else if type == UInt64.self {
            self = .uint64
        } else if type == Int128.self {
            self = .int128
        } else if type == UInt128.self {
            self = .uint128
        } else if let kind = Self(halfPrecision: type) {
            self = kind
        } else {
            return nil
        }
    }

    @inlinable @inline(__always)
    init?<Element>(halfPrecision type: Element.Type) {
        #if (os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64)
        return nil
        #else
        guard type == Float16.self else { return nil }
        self = .float16
        #endif
    }
}
