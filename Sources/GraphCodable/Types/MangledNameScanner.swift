/// Scans a mangled name operator by operator, as the demangler does. A letter in an identifier must not be mistaken for an
/// operator. `docs/ABI/Mangling.rst` and `lib/Demangling/Demangler.cpp` of the Swift project define both.
struct MangledNameScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var partCount = 0

    /// Returns the number of types in a name that consist of others, or `nil` if the name is not known to be harmless.
    static func partCount(of name: String) -> Int? {
        var name = name
        return name.withUTF8 { bytes in
            var scanner = MangledNameScanner(bytes: bytes)
            while let byte = scanner.next() {
                guard scanner.scanOperator(byte) else { return nil }
            }
            return scanner.partCount
        }
    }

    private mutating func scanOperator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            position -= 1
            return scanIdentifier()
        case UInt8(ascii: "A"):
            return scanSubstitutions()
        case UInt8(ascii: "S"):
            return scanStandardType()
        case UInt8(ascii: "X"):
            // The metatype of an existential type, or `AnyObject`.
            partCount += 1
            return skip(UInt8(ascii: "p")) || skip(UInt8(ascii: "l"))
        case UInt8(ascii: "G"), UInt8(ascii: "t"), UInt8(ascii: "p"), UInt8(ascii: "m"):
            partCount += 1
            return true
        case UInt8(ascii: "C"), UInt8(ascii: "V"), UInt8(ascii: "O"), UInt8(ascii: "P"), UInt8(ascii: "s"),
            UInt8(ascii: "y"), UInt8(ascii: "_"), UInt8(ascii: "L"), UInt8(ascii: "E"), UInt8(ascii: "a"):
            // Classes, structs, enums, protocols; the module Swift; lists; private types, and types in an extension; types of C
            // with a name of their own, such as `Decimal` on Apple platforms.
            return true
        default:
            return false
        }
    }

    /// Skips an identifier: lengths followed by that many bytes, and letters that refer to words of earlier
    /// identifiers.
    private mutating func scanIdentifier() -> Bool {
        var hasWords = false
        var isPunycode = false
        if skip(UInt8(ascii: "0")) {
            isPunycode = skip(UInt8(ascii: "0"))
            hasWords = !isPunycode
        }
        repeat {
            while hasWords, let letter = peek, letter.isASCIILetter {
                position += 1
                // A capital letter is the last word.
                hasWords = letter >= UInt8(ascii: "a")
            }
            if skip(UInt8(ascii: "0")) { break }
            guard let length = scanNumber(), length > 0 else { return false }
            _ = isPunycode && skip(UInt8(ascii: "_"))
            guard length <= bytes.count - position else { return false }
            position += length
        } while hasWords
        return true
    }

    /// Skips references to earlier parts after their `A`: lowercase letters and an uppercase one, each after a number
    /// of repetitions; or a number and `_`.
    private mutating func scanSubstitutions() -> Bool {
        while let byte = next() {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): return true
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): continue
            default: return false
            }
        }
        return false
    }

    /// Skips a type of the standard library or an optional after its `S`.
    private mutating func scanStandardType() -> Bool {
        if skip(UInt8(ascii: "g")) {
            partCount += 1
            return true
        }
        // The number of repetitions.
        _ = scanNumber()
        _ = skip(UInt8(ascii: "c"))
        return next()?.isASCIILetter ?? false
    }

    /// Reads a decimal number, or returns `nil` if there is none.
    private mutating func scanNumber() -> Int? {
        var number: Int?
        while let digit = peek, digit.isASCIIDigit {
            position += 1
            // The exact value is irrelevant if it exceeds the number of bytes.
            number = min((number ?? 0) * 10 + Int(digit - UInt8(ascii: "0")), bytes.count + 1)
        }
        return number
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func next() -> UInt8? {
        guard let byte = peek else { return nil }
        position += 1
        return byte
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }
}
