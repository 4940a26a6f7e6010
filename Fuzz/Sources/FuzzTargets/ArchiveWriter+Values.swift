extension ArchiveWriter {
    /// What a value is.
    enum Kind: CaseIterable {
        case integer, text, boolean, float, packed, binary, none
        /// These hold other values.
        case sequence, map, some, part, composite
    }

    private static let leaves: [Kind] = [.integer, .text, .boolean, .float, .packed, .binary, .none]

    /// A value of a likely kind, or of any.
    mutating func value(depth: Int) -> [UInt8] {
        if depth > 4 { return value(Self.leaves[choose(Self.leaves.count)], depth) }
        // Nearly all that a type with keys writes is a composite of all of them.
        if depth == 0, !keys.isEmpty, choose(8) != 1 { return value(.composite, 0) }
        let kinds = choose(8) == 1 ? Kind.allCases : likely
        return value(kinds[choose(kinds.count)], depth)
    }

    private mutating func value(_ kind: Kind, _ depth: Int) -> [UInt8] {
        switch kind {
        case .integer: return integer()
        case .text: return text()
        case .boolean: return [UInt8(0xC1 + choose(2))]
        case .float: return float()
        case .packed: return packed()
        case .binary: return [0xE7] + counted((0..<choose(20)).map { _ in UInt8(choose(256)) })
        case .none: return [0xC0]
        case .sequence: return several(0xCE, choose(5), 1, depth)
        case .map: return several(0xCF, choose(4), 2, depth)
        case .some: return [0xE6] + placed(value(depth: depth + 1))
        case .part:
            // The shapes of one value follow that of all keys.
            return [UInt8(0x61 + choose(keys.count + 1))] + placed(value(depth: depth + 1))
        case .composite:
            var bytes: [UInt8] = [0x60]
            for slot in keys.indices { bytes += placed(self.slot(slot, depth + 1)) }
            return bytes
        }
    }

    /// A value for one of the keys: mostly of its own kind, sometimes nil or any other.
    private mutating func slot(_ number: Int, _ depth: Int) -> [UInt8] {
        switch choose(8) {
        case 1: return [0xC0]
        case 2: return value(depth: depth)
        default:
            let kind = likely[number % likely.count]
            return value(depth > 4 && kind == .composite ? .none : kind, depth)
        }
    }

    private mutating func several(_ tag: UInt8, _ count: Int, _ valuesEach: Int, _ depth: Int) -> [UInt8] {
        var bytes: [UInt8] = [tag] + Self.varint(count)
        for _ in 0..<count * valuesEach { bytes += placed(value(depth: depth + 1)) }
        return bytes
    }

    private mutating func word() -> UInt64 {
        var word: UInt64 = 0
        for _ in 0..<8 { word = word << 8 | UInt64(choose(256)) }
        return word
    }

    /// Where types of integers end, and other numbers at which types have limits.
    private static let integers: [Int64] = [
        -1, 64, 127, 128, 255, 256, -32_769, 65_536, 1_114_111, 1_114_112, 0x7FFF_FFFF, -0x8000_0000, .max, .min,
        .max - 1,
        .min + 1, 1 << 53, 18 * 3_600, -18 * 3_600,
    ]

    private mutating func integer() -> [UInt8] {
        switch choose(6) {
        case 0, 1: return [UInt8(choose(64))]
        case 2: return [0xC3, UInt8(choose(256))]
        case 3: return [0xC6] + Self.fixed(UInt64(bitPattern: Self.integers[choose(Self.integers.count)]))
        case 4: return [0xC9] + Self.fixed(word()) + Self.fixed(word())
        default: return [0xC6] + Self.fixed(word())
        }
    }

    private static let floats: [Double] = [
        0, -0.0, 1, -1, .nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude, .pi, 1e18, 6.5e13,
    ]

    private mutating func float() -> [UInt8] {
        switch choose(4) {
        case 0: return [0xCC] + Self.fixed(word())
        case 1: return [0xCA, UInt8(choose(256)), UInt8(choose(256))]
        case 2: return [0xCB] + (0..<4).map { _ in UInt8(choose(256)) }
        default: return [0xCC] + Self.fixed(Self.floats[choose(Self.floats.count)].bitPattern)
        }
    }

    /// The size of an element of each packed kind.
    private static let strides = [1, 1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 2, 4, 8]

    /// A packed array; its sizes are those of identifiers and of the bitmaps of character sets, besides others.
    private mutating func packed() -> [UInt8] {
        let kind = choose(Self.strides.count)
        let byteCount: Int
        switch choose(32) {
        case 0: byteCount = 8_192
        case 1: byteCount = 8_192 + 8_193
        case 2..<12: byteCount = 16
        case 12..<16: byteCount = 64
        default: byteCount = choose(20) * Self.strides[kind]
        }
        let count = byteCount / Self.strides[kind]
        let isRegular = byteCount > 64 || choose(2) == 1
        let pattern = [UInt8(choose(256)), UInt8(choose(256))]
        var bytes: [UInt8] = []
        for place in 0..<count * Self.strides[kind] {
            let byte = isRegular ? pattern[place & 1] : UInt8(choose(256))
            bytes.append(kind == 0 ? byte & 1 : byte)
        }
        // The number of a plane stands before its bitmap.
        if bytes.count > 8_192, kind != 0 { bytes[8_192] = UInt8(choose(18)) }
        return [UInt8(0xD0 + kind)] + Self.varint(count) + bytes
    }

    private func counted(_ bytes: [UInt8]) -> [UInt8] {
        Self.varint(bytes.count) + bytes
    }

    /// What strings are made of: what means something in addresses, identifiers and units, and what is rare in Unicode.
    private static let parts: [String] = [
        "[", "]", ":", "::1", "%", "%25", "%zz", "@", "/", "//", "?", "#", " ", "a", "A", "1", ".", "-", "+", "~", "_",
        ";", "=", "http", "é", "\u{0}", "\u{202E}", "👍🏽", "xn--", "gregorian", "hebrew", "chinese", "iso8601", "islamic",
        "japanese", "Europe/Zurich", "GMT+5", "GMT", "../../etc/passwd", "en_US", "@calendar=hebrew", "zh-Hans",
        #"{"value":0,"unit":{"symbol":"m","converter":{"constant":0,"coefficient":1}}}"#,
        #"{"value":1,"unit":{"symbol":"","converter":{"constant":1e308,"coefficient":0}}}"#,
        "{", "}", "\"", "_POSIX",
    ]

    private mutating func text() -> [UInt8] {
        var text = Self.parts[choose(Self.parts.count)]
        for _ in 0..<max(0, choose(7) - 2) { text += Self.parts[choose(Self.parts.count)] }
        if choose(64) == 1 { text = String(repeating: text, count: 500) }
        return Self.text(text)
    }

    static func text(_ text: String) -> [UInt8] {
        [0xCD] + varint(text.utf8.count) + Array(text.utf8)
    }
}
