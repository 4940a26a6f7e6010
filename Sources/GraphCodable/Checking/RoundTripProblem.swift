/// Something that a graph loses when it is encoded and decoded.
public struct RoundTripProblem: Sendable, Hashable {
    /// What is lost. There may be more kinds in later versions.
    public struct Kind: Sendable, Hashable {
        private let number: Int

        /// A property that `encode(to:)` never writes.
        public static let notWritten = Kind(number: 0)
        /// A key, or a value without a key, that `init(from:)` never reads.
        public static let notRead = Kind(number: 1)
        /// A value that came back as one of another type.
        public static let otherType = Kind(number: 2)
        /// A property that came back with another value.
        public static let otherValue = Kind(number: 3)
        /// An object that came back as two, or two that came back as one.
        public static let otherIdentity = Kind(number: 4)
        /// The copy's archive differs from that of the original.
        public static let otherArchive = Kind(number: 5)
    }

    public let kind: Kind
    /// The type that writes or reads the property; `nil` for the root and for the archive.
    public let typeName: String?
    /// The property, or the key.
    public let property: String?
    /// What was lost, in a sentence.
    public let description: String

    init(_ kind: Kind, _ place: Place?, _ description: String) {
        self.kind = kind
        typeName = place?.typeName
        property = place?.property
        self.description = EscapedText.printable(description)
    }

    /// A property of a type.
    struct Place: Hashable, CustomStringConvertible {
        let typeName: String
        let property: String

        var description: String { "\(typeName).\(property)" }
    }
}

extension RoundTripProblem: CustomStringConvertible {}
