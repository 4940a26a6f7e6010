import Synchronization

/// The names by which types are archived. They are cached for the process, because the runtime is slow to return them.
enum TypeNames {
    private struct Names {
        let readable: String
        /// The name in archives, if the type is one of Foundation, or made of such types.
        let portable: String?
        var mangled: String??
        var isConstructible: Bool?
        var generic: GenericName??
        /// The last answer of ``finds(_:by:)``.
        var foundByName: (name: String, isFound: Bool)?
    }

    /// The name of a generic type, and those of its arguments that the runtime can find.
    ///
    /// Sendable because types do not change.
    struct GenericName: @unchecked Sendable {
        let name: WrittenTypeName
        let arguments: [Any.Type?]
    }

    private static let cache = Mutex<[ObjectIdentifier: Names]>([:])

    /// Returns the qualified name, as in source code, for people. It is the same on every platform.
    static func readableName(of type: Any.Type) -> String {
        names(of: type).readable
    }

    /// Returns the name of a type as Swift code writes it, for error messages: `[Int?]`, not
    /// `Swift.Array<Swift.Optional<Swift.Int>>`.
    static func shortName(of type: Any.Type) -> String {
        let readable = readableName(of: type)
        return WrittenTypeName(readable)?.shortened ?? readable
    }

    /// Returns the name by which the runtime finds the type, or `nil` if it has none.
    static func mangledName(of type: Any.Type) -> String? {
        cached(\.mangled, of: type) { _mangledTypeName(type) }
    }

    /// Returns whether the runtime can find the type by its mangled name. It cannot find private and local types.
    static func isConstructible(_ type: Any.Type) -> Bool {
        cached(\.isConstructible, of: type) {
            mangledName(of: type).flatMap { Self.type(mangledAs: $0) }.map { $0 == type } ?? false
        }
    }

    static func genericName(of type: Any.Type) -> GenericName? {
        let readable = readableName(of: type)
        guard readable.utf8.contains(UInt8(ascii: "<")) else { return nil }
        return cached(\.generic, of: type) {
            guard let name = WrittenTypeName(readable), name.isGeneric else { return nil }
            // The names of private and local types may be equal to those of other types.
            let isFound = !_typeName(type, qualified: true).utf8.contains(UInt8(ascii: "$"))
            return GenericName(name: name, arguments: name.arguments.map { isFound ? SourceNameLookup.type($0) : nil })
        }
    }

    /// Returns the name that a type has in archives because it is one of Foundation, or made of such types, or `nil`.
    static func portableName(of type: Any.Type) -> String? {
        names(of: type).portable
    }

    /// Returns whether decoders find a type by a name, or by its own without registration.
    static func finds(_ type: Any.Type, by name: String) -> Bool {
        let key = ObjectIdentifier(type)
        let readable = readableName(of: type)
        if let known = cache.withLock({ $0[key]?.foundByName }), known.name == name {
            return known.isFound
        }
        let isFound =
            if let name = WrittenTypeName(name), let readable = WrittenTypeName(readable) {
                MovedTypeFinder.find(name, called: readable, module: nil) == type
            } else {
                false
            }
        cache.withLock { $0[key]?.foundByName = (name, isFound) }
        return isFound
    }

    private static func cached<Value: Sendable>(
        _ property: WritableKeyPath<Names, Value?> & Sendable, of type: Any.Type, _ make: () -> Value
    ) -> Value {
        let key = ObjectIdentifier(type)
        if let known = cache.withLock({ $0[key]?[keyPath: property] }) {
            return known
        }
        _ = names(of: type)
        let value = make()
        cache.withLock { $0[key]?[keyPath: property] = value }
        return value
    }

    private static func names(of type: Any.Type) -> Names {
        let key = ObjectIdentifier(type)
        if let known = cache.withLock({ $0[key] }) {
            return known
        }
        let qualified = _typeName(type, qualified: true)
        // The context of a private type has an address in its name, which would make the archives of each run
        // different.
        let isAddressed = qualified.utf8.contains(UInt8(ascii: "$"))
        let readable =
            isAddressed ? StableName.make(from: qualified, mainModuleName: nil) : PortableNames.portable(qualified)
        let names = Names(readable: readable, portable: PortableNames.archiveName(readable))
        cache.withLock { $0[key] = $0[key] ?? names }
        return names
    }
}
