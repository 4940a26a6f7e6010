/// Something that a graph loses when it is encoded and decoded.
public struct RoundTripProblem: Sendable, Hashable {
    /// The kind of loss. Later versions may add more kinds.
    public struct Kind: Sendable, Hashable {
        private let number: Int

        /// A property that `encode(to:)` never writes.
        public static let notWritten = Kind(number: 0)
        /// A key, or an unkeyed value, that `init(from:)` never reads.
        public static let notRead = Kind(number: 1)
        /// A value that came back with another type.
        public static let otherType = Kind(number: 2)
        /// A property that came back with another value.
        public static let otherValue = Kind(number: 3)
        /// An object that came back as two, or two that came back as one.
        public static let otherIdentity = Kind(number: 4)
        /// The copy's archive differs from that of the original.
        public static let otherArchive = Kind(number: 5)
        /// A set or a dictionary of the copy that does not find its own elements or keys, because they have changed since
        /// they were hashed.
        public static let elementsNotFound = Kind(number: 6)
    }

    /// The kind of loss.
    public let kind: Kind
    let location: PropertyLocation?
    /// The type that writes or reads the property; `nil` for the root and for the archive.
    public var typeName: String? { location?.typeName }
    /// The property, or the key.
    public var property: String? { location?.property }
    /// A sentence that describes the loss.
    public let description: String

    init(_ kind: Kind, _ location: PropertyLocation?, _ description: String) {
        (self.kind, self.location) = (kind, location)
        self.description = EscapedText.printable(description)
    }
}

extension RoundTripProblem: CustomStringConvertible {}

extension UnreadKeys {
    func problems(_ ignored: Set<String>) -> [RoundTripProblem] {
        locations.filter { !ignored.contains($0.description) }.map {
            RoundTripProblem(.notRead, $0, "\($0) is written, but not read.")
        }
    }
}
