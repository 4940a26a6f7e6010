import CyclicCoding
import Foundation

extension Int: Serializable, PrimitiveSerializable {
    static var isPlain: Bool { true }
}

extension Int8: Serializable, PrimitiveSerializable {}
extension Int16: Serializable, PrimitiveSerializable {}
extension Int32: Serializable, PrimitiveSerializable {}
extension Int64: Serializable, PrimitiveSerializable {}
extension Int128: Serializable, PrimitiveSerializable {}
extension UInt: Serializable, PrimitiveSerializable {}
extension UInt8: Serializable, PrimitiveSerializable {}
extension UInt16: Serializable, PrimitiveSerializable {}
extension UInt32: Serializable, PrimitiveSerializable {}
extension UInt64: Serializable, PrimitiveSerializable {}
extension UInt128: Serializable, PrimitiveSerializable {}

extension Bool: Serializable, PrimitiveSerializable {
    static var isPlain: Bool { true }
    static var isNumber: Bool { false }
    var tree: TreeValue { .bool(self) }
}

extension String: Serializable, PrimitiveSerializable {
    static var isPlain: Bool { true }
    static var isNumber: Bool { false }
    var tree: TreeValue { .string(self) }
}

extension Data: Serializable, PrimitiveSerializable {
    static var isPlain: Bool { true }
    static var isNumber: Bool { false }
    var tree: TreeValue { .data(self) }
}

extension Double: Serializable, PrimitiveSerializable {
    static var isPlain: Bool { true }
    var tree: TreeValue { .double(self) }

    init?(tree: TreeValue) {
        guard let value = tree.floatingPoint else { return nil }
        self = value
    }
}

extension Float: Serializable, PrimitiveSerializable {
    var tree: TreeValue { .float(self) }

    init?(tree: TreeValue) {
        if case .float(let value) = tree {
            self = value
            return
        }
        guard let wide = tree.floatingPoint else { return nil }
        self.init(wide)
        guard isFinite || !wide.isFinite else { return nil }
    }
}

/// A date is encoded as the number of seconds since the reference date.
extension Date: Serializable, PrimitiveSerializable {
    static var isNumber: Bool { false }
    var tree: TreeValue { .double(timeIntervalSinceReferenceDate) }

    init?(tree: TreeValue) {
        guard let seconds = tree.floatingPoint else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
}

#if arch(x86_64) || arch(i386)
/// A `Float80` that no `Double` equals is encoded as ten bytes: the significand, then the exponent with the sign.
extension Float80: Serializable, PrimitiveSerializable {
    var tree: TreeValue {
        if let value = Double(exactly: self) { return .double(value) }
        return .data(withUnsafeBytes(of: self) { Data($0.prefix(Self.byteCount)) })
    }

    private static var byteCount: Int { 10 }

    init?(tree: TreeValue) {
        if case .data(let data) = tree, data.count == Self.byteCount {
            let exponent = UInt(data[data.startIndex + 8]) | UInt(data[data.startIndex + 9]) << 8
            let significand = data.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            self.init(
                sign: exponent >> 15 == 1 ? .minus : .plus, exponentBitPattern: exponent & 0x7FFF,
                significandBitPattern: significand)
        } else if let value = tree.floatingPoint {
            self.init(value)
        } else {
            return nil
        }
    }
}
#endif
