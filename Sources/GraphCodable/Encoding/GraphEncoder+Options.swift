extension GraphEncoder {
    /// Options that control how an encoder treats inheritance and identity.
    public struct Options: OptionSet, Sendable {
        /// The bits of the options.
        public let rawValue: UInt

        /// Creates options from their bits.
        ///
        /// - Parameter rawValue: The bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Stores no names by which classes are found. Every object is decoded as the requested class. The names for people, which
        /// dumps and messages show, are stored.
        public static let disableInheritance = Options(rawValue: 1 << 0)
        /// Ignores ``GInheritance``: stores the class of every object.
        public static let ignoreGInheritanceProtocol = Options(rawValue: 1 << 1)
        /// Gives nothing an identity: a shared object is archived once for each reference to it. Encoding a cyclic
        /// graph throws an error.
        public static let disableIdentity = Options(rawValue: 1 << 2)
        /// Ignores ``GIdentifiable``: objects have their own identity, and values have none.
        public static let ignoreGIdentifiableProtocol = Options(rawValue: 1 << 3)
        /// Gives objects an identity only if they conform to ``GIdentifiable``.
        public static let disableAutoObjectIdentifierIdentityForReferences = Options(rawValue: 1 << 4)
        /// Uses `Hashable` values as their own identity, before any other rule applies.
        public static let tryHashableIdentityAtFirst = Options(rawValue: 1 << 5)
        /// Uses `Hashable` values as their own identity if no other rule gives them one.
        ///
        /// Texts with the same bytes are archived once. Other values are if they are equal, so one that differs in what `==`
        /// ignores comes back as the first one: an array of 0.0 for one of -0.0. Their bytes are not compared, because each
        /// would have to be encoded twice.
        public static let tryHashableIdentityAtLast = Options(rawValue: 1 << 6)
        /// Prints a warning to standard error if something cannot be encoded as requested.
        public static let printWarnings = Options(rawValue: 1 << 7)
        /// Throws ``GraphCodableError/Code/misuse`` if two values have the same ``GIdentifiable`` identity, but different
        /// contents. Otherwise only the first is archived, and a debug build prints a warning, once for each `Equatable` type.
        /// Values that are not equal, or not `Equatable`, are compared by their archives, which takes time. Archives of more than
        /// 16 MiB are not compared: such values count as the same.
        public static let checkIdentifiableContents = Options(rawValue: 1 << 8)
        /// Gives the same bytes for the same graph in every process, so that archives can be compared, hashed, and kept under
        /// version control.
        ///
        /// Sets and dictionaries are written in an order that depends only on the graph: numbers and strings are sorted, other
        /// values by their archived form, and objects by a hash of their contents. See <doc:IdentityOfValues> for what cannot
        /// be ordered. The archive is created in memory, and then written again. The sets in a ``BinaryWriteBuffer`` that a
        /// program creates itself keep their order.
        public static let canonical = Options(rawValue: 1 << 9)
        /// Encodes only to find the objects of a graph: nobody decodes the archive, so names of classes do not matter.
        static let forReleasing: Options = [.disableInheritance, Options(rawValue: 1 << 31)]
        /// Encodes neither inheritance nor identity, like `Codable`.
        public static let mimicSwiftCodable: Options = [.disableInheritance, .disableIdentity]
    }
}
