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
