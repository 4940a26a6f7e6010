extension GraphDecodingPolicy {
    /// Which of the types that an archive names may be looked up and instantiated.
    ///
    /// Only classes, and values that are decoded as a protocol type, are named by an archive; the types of other values
    /// are those that the program asks for. Whatever is allowed here, an object must also be of the class that is asked for
    /// at its place, or of a subclass; this is checked at every reference, before anything is instantiated.
    ///
    /// A type that is not allowed is refused by its name: nothing is looked up in the program. A type that a program has named
    /// as the replacement of an allowed one is allowed with it.
    public struct AllowedTypes: Sendable {
        /// Sendable by this invariant: types do not change, and the closure is sendable.
        enum Rule: @unchecked Sendable {
            case registered
            case list([String: any GDecodable.Type])
            case matching(@Sendable (TypeName) -> Bool)
        }

        /// A type must be allowed by each of them.
        let rules: [Rule]

        private init(_ rules: Rule...) {
            self.rules = rules
        }

        private init(rules: [Rule]) {
            self.rules = rules
        }

        /// Whether names are looked up by the Swift runtime, and not in a list of the program's own.
        var asksRuntime: Bool {
            rules.allSatisfy { rule in
                if case .matching = rule { true } else { false }
            }
        }

        /// Whatever class of the program the archive names, if it is the one asked for or a subclass.
        ///
        /// A value that is decoded as a protocol type may be of any type that conforms to ``GDecodable``, because there
        /// is no class to compare it with; do not use this for such archives from strangers.
        public static var requested: AllowedTypes { AllowedTypes() }

        /// The types that are registered with ``GTypesRepository``, and numbers, strings and data.
        public static var registered: AllowedTypes { AllowedTypes(.registered) }

        /// The types of a list.
        ///
        /// - Parameter types: The types; the classes asked for must be among them if the archive names them.
        /// - Returns: The rule. Types are found by the names that they are registered under now, and those that they declare.
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
            return AllowedTypes(.list(list))
        }

        /// The types whose names a closure accepts.
        ///
        /// - Parameter isAllowed: Says whether a type may be looked up. It is called once for each type of an archive, and
        ///   may be called from any thread.
        /// - Returns: The rule.
        public static func matching(_ isAllowed: @escaping @Sendable (TypeName) -> Bool) -> AllowedTypes {
            AllowedTypes(.matching(isAllowed))
        }

        /// The types that two rules both allow. A name that stands for different types in them is not allowed.
        func limited(by other: AllowedTypes) -> AllowedTypes {
            AllowedTypes(rules: rules + other.rules)
        }
    }

    /// What an archive says of a type, before anything is looked up in the program.
    public struct TypeName: Sendable, Hashable {
        /// What the type is found by: a mangled name, or one that a program chose.
        public let name: String
        /// Whether the name is one that a program chose.
        public let isChosen: Bool
        /// The qualified name, as in source code. It is for people: an archive can call any type by any such name.
        public let readableName: String
        /// Whether the type is said to be a class.
        public let isClass: Bool

        /// Whether a type of the program is found by this name.
        ///
        /// - Parameter type: The type.
        /// - Returns: True when the name is the type's mangled name, the one that it is registered under now, or one that it
        ///   declares with ``GNamed``.
        public func stands(for type: any GDecodable.Type) -> Bool {
            if isChosen ? GTypesRepository.archiveName(of: type) == name : TypeNames.mangledName(of: type) == name {
                return true
            }
            return WrittenTypeName(isChosen ? name : readableName).map { DeclaredNames.type(type, answersTo: $0) }
                ?? false
        }
    }
}

extension GraphDecodingPolicy.TypeName {
    init(_ type: ArchivedType, name: String) {
        self.init(
            name: name, isChosen: type.hasProgramName, readableName: type.readableName, isClass: type.isReference)
    }
}
