import CodingTree

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
/// A `Float80` is encoded as its bits in decimal digits, because no other node can store all of them.
extension Float80: Serializable, PrimitiveSerializable {
    var tree: TreeValue {
        .wideInteger(
            String(UInt128(sign == .minus ? 1 : 0) << 79 | UInt128(exponentBitPattern) << 64 | UInt128(significandBits))
        )
    }

    private var significandBits: UInt64 {
        withUnsafeBytes(of: self) { $0.loadUnaligned(as: UInt64.self) }
    }

    init?(tree: TreeValue) {
        if case .wideInteger(let digits) = tree, let bits = UInt128(digits), bits >> 80 == 0 {
            self.init(
                sign: bits >> 79 == 1 ? .minus : .plus, exponentBitPattern: UInt(bits >> 64 & 0x7FFF),
                significandBitPattern: UInt64(truncatingIfNeeded: bits))
        } else if let value = tree.floatingPoint {
            self.init(value)
        } else {
            return nil
        }
    }
}
#endif
