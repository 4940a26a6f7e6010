/// Formats an archive's bytes as text that is safe to print, however hostile the archive.
package enum ValueFormatter {
    /// Returns a number with at least four digits.
    static func number(_ number: some BinaryInteger) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Returns the name of a key or a type, or the beginning of a very long one and its number: many values may have it.
    ///
    /// With numbers, no two names become equal: no whole name is as long as one that was cut.
    static func name(_ name: String, number: Int? = nil) -> String {
        let scalars = name.unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: longestName, limitedBy: scalars.endIndex)
        guard let end, end < scalars.endIndex else { return name }
        return "\(name[..<end])…\(number.map(String.init) ?? "")"
    }

    /// The number of code points of the longest name that is shown whole. What a character is changes with Unicode, and readers
    /// in other languages cut at the same place.
    private static let longestName = 1_000

    /// Returns a type's name without modules and enclosing types: `Pair<Double, Int>` for `App.Pair<Swift.Double,
    /// Swift.Int>`.
    ///
    /// - Complexity: O(*n*) for a name of *n* bytes.
    package static func shortTypeName(_ name: String) -> String {
        // The context of a private type.
        let context = "(unknown context at "
        var result: [Character] = []
        var partStart = 0
        var rest = Substring(EscapedText.escaped(name))
        // So that a name with many contexts that do not end is not searched for each of them.
        var mayEnd = true
        while let character = rest.first {
            if character == "(", mayEnd, rest.hasPrefix(context) {
                if let end = rest.firstIndex(of: ")") {
                    rest = rest[rest.index(after: end)...]
                    continue
                }
                mayEnd = false
            }
            rest = rest.dropFirst()
            if character == "." {
                result.removeSubrange(partStart...)
                continue
            }
            result.append(character)
            if "<>,&():[] ".contains(character) {
                partStart = result.count
            }
        }
        return String(result)
    }

    // MARK: Values

    /// The kinds of the values with a fixed size, from `Tag.int8` on.
    private static let scalars: [PackedKind] = [
        .int8, .int16, .int32, .int64, .uint64, .int128, .uint128, .float16, .float32, .float64,
    ]

    /// Returns a value that contains no other values as text: neither nil nor binary data.
    ///
    /// - Parameter payload: The bytes after the tag, without a size.
    static func value(_ tag: UInt8, _ payload: UnsafeRawBufferPointer, limit: Int?) -> String {
        switch tag {
        case ..<Tag.inlineIntegerLimit: String(tag)
        case ..<Tag.inlineComposite, Tag.string: string(payload, limit: limit)
        case Tag.false: "false"
        case Tag.true: "true"
        // A `Double` takes four bytes, too, if these have its value, so a `Float` is written as the `Double` of its value.
        case Tag.float32: String(Double(float32(payload)))
        case Tag.int8...Tag.float64: element(scalars[Int(tag - Tag.int8)], payload)
        default: array(tag, payload, limit: limit)
        }
    }

    private static func string(_ utf8: UnsafeRawBufferPointer, limit: Int?) -> String {
        guard let limit else { return EscapedText.quoted(String(decoding: utf8, as: UTF8.self)) }
        // A character can have any number of bytes, but the number of bytes to scan must be limited.
        var prefix = utf8.prefix(max(0, min(limit, 1 << 20)) * 16 + 16)
        if prefix.count < utf8.count {
            while let last = prefix.last, last & 0xC0 == 0x80 { prefix = prefix.dropLast() }
            prefix = prefix.dropLast()
        }
        let text = String(decoding: prefix, as: UTF8.self)
        let shown = text.prefix(max(0, limit))
        guard shown.utf8.count < utf8.count else { return EscapedText.quoted(text) }
        return "\"\(EscapedText.escaped(shown))…\" (\(utf8.count) bytes)"
    }

    private static func array(_ tag: UInt8, _ payload: UnsafeRawBufferPointer, limit: Int?) -> String {
        guard tag >= Tag.packed, let kind = PackedKind(rawValue: tag - Tag.packed) else { return "" }
        let count = payload.count / kind.stride
        var text = "["
        for index in 0..<count {
            if index > 0 {
                text += ", "
            }
            if let limit, text.utf8.count > limit {
                return text + "…] (\(count) elements)"
            }
            let bytes = payload[(index * kind.stride)..<((index + 1) * kind.stride)]
            text += element(kind, UnsafeRawBufferPointer(rebasing: bytes))
        }
        return text + "]"
    }

    static func element(_ kind: PackedKind, _ bytes: UnsafeRawBufferPointer) -> String {
        let bits = bytes.reversed().reduce(0 as UInt128) { $0 << 8 | UInt128($1) }
        let unused = 128 - 8 * bytes.count
        return switch kind {
        case .bool: bits == 0 ? "false" : "true"
        case .int8, .int16, .int32, .int64, .int128: String(Int128(bitPattern: bits << unused) >> unused)
        case .uint8, .uint16, .uint32, .uint64, .uint128: String(bits)
        case .float16: String(widened(float16: UInt16(truncatingIfNeeded: bits)))
        case .float32: String(float32(bytes))
        case .float64: String(Double(bitPattern: UInt64(truncatingIfNeeded: bits)))
        }
    }

    /// Returns the value of a 32-bit floating-point number, 0 for too few bytes.
    private static func float32(_ bytes: UnsafeRawBufferPointer) -> Float {
        guard bytes.count >= 4 else { return 0 }
        return Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
    }

    /// Returns the value of a 16-bit floating-point number, for platforms without such a type.
    private static func widened(float16 bits: UInt16) -> Float {
        let sign: FloatingPointSign = bits >> 15 == 0 ? .plus : .minus
        let exponent = Int(bits >> 10 & 0x1F)
        let fraction = Float(bits & 0x3FF)
        switch exponent {
        case 0: return Float(sign: sign, exponent: -24, significand: fraction)
        case 31: return fraction == 0 ? (sign == .plus ? .infinity : -.infinity) : .nan
        default: return Float(sign: sign, exponent: exponent - 25, significand: 1_024 + fraction)
        }
    }
}
