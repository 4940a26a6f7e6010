extension GraphDecodingPolicy {
    /// A rule for which of the types named by an archive the decoder may look up and instantiate.
    ///
    /// An archive names only classes and the types of values that are decoded as a protocol type; the program
    /// determines the types of all other values. Whatever the rule allows, an object must also be an instance of the
    /// class requested at its place, or of a subclass. The decoder checks this for every reference, before it
    /// instantiates anything.
    ///
    /// A type that is not allowed is refused by its name, without a lookup in the program. Allowing a type also allows
    /// the type that the program has declared as its replacement.
    public struct AllowedTypes: Sendable {
        /// Sendable because types do not change and the closure is sendable.
        enum Rule: @unchecked Sendable {
            case registered
            case list([String: any GDecodable.Type])
            case matching(@Sendable (TypeName) -> Bool)
        }

        /// The rules, all of which must allow a type.
        let rules: [Rule]

        private init(_ rules: [Rule]) {
            self.rules = rules
        }

        /// Whether the Swift runtime looks up names, rather than a list of the program.
        var asksRuntime: Bool {
            rules.allSatisfy { rule in
                if case .matching = rule { true } else { false }
            }
        }

        /// Allows any class of the program that the archive names, if it is the requested class or a subclass.
        ///
        /// A value that is decoded as a protocol type can have any type that conforms to ``GDecodable``, because there
        /// is no class to compare it with. Do not use this rule for untrusted archives with such values.
        public static var requested: AllowedTypes { AllowedTypes([]) }

        /// Allows the types that are registered with ``GTypesRepository``, and numbers, strings and data.
        ///
        /// After ``GTypesRepository/initialize(fromFileID:)`` these include every type that the program has encoded.
        public static var registered: AllowedTypes { AllowedTypes([.registered]) }

        /// Returns a rule that allows the types of a list.
        ///
        /// - Parameter types: The types. The list must include the requested classes if the archive names them.
        /// - Returns: The rule. Types are found by the names under which they are registered now, and by the names that
        ///   they declare.
        /// - Complexity: O(*n*) for *n* types.
        public static func only(_ types: [any GDecodable.Type]) -> AllowedTypes {
            var list: [String: any GDecodable.Type] = [:]
            for type in types {
                if let name = TypeNames.mangledName(of: type) {
                    list[name] = type
                }
                if let name = GTypesRepository.archiveName(of: type) {
                    list[name] = type
                }
            }
            return AllowedTypes([.list(list)])
        }

        /// Returns a rule that allows the types whose names a closure accepts.
        ///
        /// - Parameter isAllowed: A closure that returns whether a type may be looked up, and always gives the same answer: the decoder
        ///   remembers it for other archives. It may be called from any thread.
        /// - Returns: The rule.
        public static func matching(_ isAllowed: @escaping @Sendable (TypeName) -> Bool) -> AllowedTypes {
            AllowedTypes([.matching(isAllowed)])
        }

        /// Returns the types that two rules both allow. A name that stands for different types in them is not allowed.
        func limited(by other: AllowedTypes) -> AllowedTypes {
            other.rules.isEmpty ? self : AllowedTypes(rules + other.rules)
        }
    }

    /// What an archive states about a type, before anything is looked up in the program.
    public struct TypeName: Sendable, Hashable {
        /// The name by which the type is found: a mangled name, or one that a program chose.
        public let name: String
        /// A Boolean value that indicates whether a program chose the name.
        public let isChosen: Bool
        /// The qualified name, as in source code. It is for people only: an archive can give any type any readable
        /// name.
        public let readableName: String
        /// A Boolean value that indicates whether the archive declares the type as a class.
        public let isClass: Bool

        /// Returns whether this name identifies a type of the program.
        ///
        /// - Parameter type: The type.
        /// - Returns: `true` if the name is the type's mangled name, a name under which it is registered, or one that it
        ///   declares with ``GNamed``. It is also `true` if the readable name is such a name: the decoder refuses another type of
        ///   that readable name.
        public func stands(for type: any GDecodable.Type) -> Bool {
            if isChosen ? GTypesRepository.archiveName(of: type) == name : TypeNames.mangledName(of: type) == name {
                return true
            }
            return WrittenTypeName(isChosen ? name : PortableNames.portable(readableName)).map {
                DeclaredNames.type(type, answersTo: $0)
            }
                ?? false
        }
    }
}
