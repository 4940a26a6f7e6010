extension GraphEncoder {
    /// What an encoder does about inheritance and identity.
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// No class names are stored; every object is decoded as the class asked for.
        public static let disableInheritance = Options(rawValue: 1 << 0)
        /// ``GInheritance`` is ignored: the class of every object is stored.
        public static let ignoreGInheritanceProtocol = Options(rawValue: 1 << 1)
        /// Nothing has an identity: a shared object is archived once for each use. A cyclic graph is an error.
        public static let disableIdentity = Options(rawValue: 1 << 2)
        /// ``GIdentifiable`` is ignored: objects have their own identity and values have none.
        public static let ignoreGIdentifiableProtocol = Options(rawValue: 1 << 3)
        /// Objects have no identity unless they conform to ``GIdentifiable``.
        public static let disableAutoObjectIdentifierIdentityForReferences = Options(rawValue: 1 << 4)
        /// `Hashable` values are their own identity, before any other rule applies.
        public static let tryHashableIdentityAtFirst = Options(rawValue: 1 << 5)
        /// `Hashable` values that got no identity from another rule are their own.
        public static let tryHashableIdentityAtLast = Options(rawValue: 1 << 6)
        /// A message is printed on the standard error stream where something is not encoded as asked.
        public static let printWarnings = Options(rawValue: 1 << 7)
        /// Neither inheritance nor identity, as with `Codable`.
        public static let mimicSwiftCodable: Options = [.disableInheritance, .disableIdentity]
    }
}
