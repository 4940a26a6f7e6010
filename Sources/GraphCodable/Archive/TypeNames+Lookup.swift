extension TypeNames {
    /// How many generic types, optionals, tuples, metatypes and existential types a name may be made of.
    ///
    /// The runtime recurses once for each that lies inside another: 300 arrays overflow a stack of 512 KiB, and the time to
    /// find out whether 20 nested optionals conform to a protocol is over a second and doubles with every further one.
    static let maximumPartCount = 16

    /// Finds a type by its mangled name, if the name is one that the runtime finds in reasonable time and stack.
    static func type(mangledAs name: String) -> Any.Type? {
        isHarmless(name) ? _typeByName(name) : nil
    }

    /// Whether a text is the mangled name of a type in some module.
    static func isMangled(_ name: String) -> Bool {
        guard let first = name.utf8.first, let last = name.utf8.last,
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first), "CVOG".utf8.contains(last)
        else { return false }
        return isHarmless(name)
    }

    /// Why a type is not found by its mangled name.
    enum Obstacle {
        case isHidden, hasOtherParts, hasTooManyParts, isUnknown

        var isHidden: Bool { self == .isHidden }

        /// The reason, behind "because".
        var reason: String {
            switch self {
            case .isHidden: "it, or a type that it is made of, is private or local"
            case .hasOtherParts:
                "it is made of something that decoders do not look up, such as a function type, a parameter pack, a number "
                    + "or a protocol with constraints"
            case .hasTooManyParts: "it is made of more than \(TypeNames.maximumPartCount) types, optionals and tuples"
            case .isUnknown: "the Swift runtime does not find it"
            }
        }
    }

    /// Why a type that is not constructible is not.
    static func obstacle(toFinding type: Any.Type) -> Obstacle {
        // What encloses a private or local type has no name.
        if _typeName(type, qualified: true).contains("(unknown context at ") {
            return .isHidden
        }
        guard var name = mangledName(of: type) else { return .isUnknown }
        return name.withUTF8 { bytes in
            var scanner = MangledNameScanner(bytes)
            guard scanner.scan() else { return .hasOtherParts }
            return scanner.partCount > maximumPartCount ? .hasTooManyParts : .isUnknown
        }
    }

    /// What it costs to look up a mangled name, in the units of ``GraphDecodingPolicy/maximumCostPerByte``: twice as much for
    /// each type that it is made of, because the runtime asks each conformance again for the one around it.
    static func lookUpCost(ofMangledName name: String) -> Int {
        var name = name
        return name.withUTF8 { bytes in
            var scanner = MangledNameScanner(bytes)
            return scanner.scan() && scanner.partCount <= maximumPartCount ? 100 << scanner.partCount : 0
        }
    }

    /// Whether a mangled name is made of nothing but nominal types, generic ones among them, tuples, metatypes and existential
    /// types without constraints, and of few parts.
    ///
    /// The runtime ends the process for some names of other things that do not fit together: packs, numbers as arguments of
    /// generic types, constrained existential types, some kinds of functions. Types with such parts must be registered to be
    /// found.
    static func isHarmless(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { bytes in
            var scanner = MangledNameScanner(bytes)
            return scanner.scan() && scanner.partCount <= maximumPartCount
        }
    }
}

/// Goes through a mangled name as the demangler does, operator by operator.
///
/// What the letters mean is in `docs/ABI/Mangling.rst` of the Swift project; how identifiers and substitutions are read, in its
/// `lib/Demangling/Demangler.cpp`. A letter inside an identifier must not be taken for an operator, nor an operator for a
/// letter of an identifier.
private struct MangledNameScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// The types that are made of others.
    private(set) var partCount = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Whether the whole name is known to be harmless.
    mutating func scan() -> Bool {
        while let byte = next() {
            guard scanOperator(byte) else { return false }
        }
        return true
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
            // The metatype of an existential type, and `AnyObject`.
            partCount += 1
            return skip(UInt8(ascii: "p")) || skip(UInt8(ascii: "l"))
        case UInt8(ascii: "G"), UInt8(ascii: "t"), UInt8(ascii: "p"), UInt8(ascii: "m"):
            partCount += 1
            return true
        case UInt8(ascii: "C"), UInt8(ascii: "V"), UInt8(ascii: "O"), UInt8(ascii: "P"), UInt8(ascii: "s"),
            UInt8(ascii: "y"), UInt8(ascii: "_"), UInt8(ascii: "L"), UInt8(ascii: "E"):
            // Classes, structures, enumerations, protocols; the module Swift; lists; what is private, or in an extension.
            return true
        default:
            return false
        }
    }

    /// Passes over an identifier: lengths and as many bytes, and letters that stand for words of earlier identifiers.
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
                // The last word is a capital letter.
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

    /// Passes over references to earlier parts, behind their `A`: lower-case letters and an upper-case one, each behind a
    /// number of repetitions; or one number and `_`.
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

    /// Passes over a type of the standard library or an optional, behind its `S`.
    private mutating func scanStandardType() -> Bool {
        if skip(UInt8(ascii: "g")) {
            partCount += 1
            return true
        }
        // How often it is repeated.
        _ = scanNumber()
        _ = skip(UInt8(ascii: "c"))
        return next()?.isASCIILetter ?? false
    }

    /// Passes over a decimal number; `nil` when there is none.
    private mutating func scanNumber() -> Int? {
        var number: Int?
        while let digit = peek, digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") {
            position += 1
            // More than there are bytes is all the same.
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
    fileprivate var isASCIILetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
    }
}
