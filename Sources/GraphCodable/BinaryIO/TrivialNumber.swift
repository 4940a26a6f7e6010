/// A number, or several numbers of one kind, for which every bit pattern is a valid value.
protocol TrivialNumber {
    /// The kind of the number, or `nil` if it has none.
    static var trivialKind: PackedKind? { get }
}

extension TrivialNumber where Self: FixedWidthInteger {
    static var trivialKind: PackedKind? {
        switch bitWidth {
        case 8: isSigned ? .int8 : .uint8
        case 16: isSigned ? .int16 : .uint16
        case 32: isSigned ? .int32 : .uint32
        case 64: isSigned ? .int64 : .uint64
        case 128: isSigned ? .int128 : .uint128
        default: nil
        }
    }
}

extension TrivialNumber where Self: BinaryFloatingPoint {
    static var trivialKind: PackedKind? {
        switch MemoryLayout<Self>.size {
        case 2: .float16
        case 4: .float32
        case 8: .float64
        default: nil
        }
    }
}

extension TrivialNumber where Self: SIMD {
    static var trivialKind: PackedKind? { (Scalar.self as? any TrivialNumber.Type)?.trivialKind }
}

extension Int: TrivialNumber {}
extension Int8: TrivialNumber {}
extension Int16: TrivialNumber {}
extension Int32: TrivialNumber {}
extension Int64: TrivialNumber {}
extension Int128: TrivialNumber {}
extension UInt: TrivialNumber {}
extension UInt8: TrivialNumber {}
extension UInt16: TrivialNumber {}
extension UInt32: TrivialNumber {}
extension UInt64: TrivialNumber {}
extension UInt128: TrivialNumber {}
extension Float: TrivialNumber {}
extension Double: TrivialNumber {}
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: TrivialNumber {}
#endif
// SIMD3 is missing because a vector of three has the size of a vector of four.
extension SIMD2: TrivialNumber {}
extension SIMD4: TrivialNumber {}
extension SIMD8: TrivialNumber {}
extension SIMD16: TrivialNumber {}
extension SIMD32: TrivialNumber {}
extension SIMD64: TrivialNumber {}
