extension GraphDecoder {
    /// What a decoder may make instances of.
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Only types that were registered with ``GTypesRepository`` are found by the names in an archive.
        ///
        /// Without it an archive may name any class of the program that conforms to ``GDecodable`` and is, or inherits from,
        /// the class asked for. Use it for archives from strangers.
        public static let registeredTypesOnly = Options(rawValue: 1 << 0)
    }
}
