extension TypeNames {
    /// The maximum number of generic types, optionals, tuples, metatypes and existential types in a name.
    ///
    /// The runtime recurses for each level of nesting: 300 nested arrays overflow a stack of 512 KiB. Whether 20 nested
    /// optionals conform to a protocol takes it over a second, and each level doubles the time.
    static let maximumPartCount = 16

    /// Returns the type with a mangled name, if the runtime can find it with reasonable time and stack.
    static func type(mangledAs name: String) -> Any.Type? {
        type(mangledHereAs: name) ?? first(ofNamesElsewhere: name) { type(mangledHereAs: $0) }
    }

    /// Returns the type with a mangled name on this platform.
    ///
    /// In the place of a protocol, the runtime accepts any type of the standard library. The result seems to conform to what that
    /// type conforms to, but its values have another layout. The runtime does not find it by the name that it gives to it.
    static func type(mangledHereAs name: String) -> Any.Type? {
        guard isHarmless(name), let type = _typeByName(name), let canonicalName = _mangledTypeName(type),
            _typeByName(canonicalName) == type
        else { return nil }
        return type
    }

    /// Returns what a function finds first for the mangled names that a type has on other platforms: Foundation is one module on
    /// Apple platforms, and several elsewhere.
    static func first<Found>(ofNamesElsewhere name: String, _ find: (String) -> Found?) -> Found? {
        for module in foundationModules where name.contains(module) {
            for other in foundationModules where other != module {
                if let found = find(name.replacing(module, with: other)) { return found }
            }
        }
        return nil
    }

    /// Returns the mangled names of a module on this platform and others.
    static func modules(mangledAs name: String) -> [String] {
        foundationModules.contains(name) ? foundationModules : [name]
    }

    private static let foundationModules = PortableNames.modules.map { "\($0.utf8.count)\($0)" }

    /// Returns whether a text is the mangled name of a type in some module.
    static func isMangled(_ name: String) -> Bool {
        guard let first = name.utf8.first, let last = name.utf8.last,
            first.isASCIIDigit, "CVOG".utf8.contains(last)
        else { return false }
        return isHarmless(name)
    }

    /// Returns whether a type, or one that it is made of, is private or local: its context has no name.
    static func isHidden(_ type: Any.Type) -> Bool {
        _typeName(type, qualified: true).contains("(unknown context at ")
    }

    /// Returns the reason that a type is not constructible, as text to follow "because".
    static func obstacle(toFinding type: Any.Type) -> String {
        if isHidden(type) {
            return "it, or a type that it is made of, is private or local"
        }
        if let name = mangledName(of: type), !isHarmless(name) {
            return MangledNameScanner.partCount(of: name) == nil
                ? "it is made of something that decoders do not look up, such as a function type, a parameter pack, a number "
                    + "or a protocol with constraints"
                : "it is made of more than \(maximumPartCount) generic types, optionals and tuples"
        }
        return "the Swift runtime does not find it"
    }

    /// Returns the cost of looking up a mangled name, in the units of ``GraphDecodingPolicy/maximumCostPerByte``. It
    /// doubles with each type in the name, because the runtime checks each conformance again for the enclosing type.
    static func lookUpCost(ofMangledName name: String) -> Int {
        guard let partCount = MangledNameScanner.partCount(of: name), partCount <= maximumPartCount else { return 0 }
        return 100 << partCount
    }

    /// Returns whether a mangled name consists only of nominal types, including generic ones, tuples, metatypes and
    /// existential types without constraints, and has few parts.
    ///
    /// The runtime ends the process for some invalid combinations of other parts: packs, numbers as generic arguments,
    /// constrained existential types, some kinds of functions. Types with such parts must be registered to be found.
    static func isHarmless(_ name: String) -> Bool {
        MangledNameScanner.partCount(of: name).map { $0 <= maximumPartCount } ?? false
    }
}

/// Scans a mangled name operator by operator, as the demangler does. A letter in an identifier must not be mistaken for an
/// operator. `docs/ABI/Mangling.rst` and `lib/Demangling/Demangler.cpp` of the Swift project define both.
private struct MangledNameScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    var partCount = 0

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

extension UInt8 {
    var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
