import Foundation

extension PersonNameComponents: GEncodable, GDecodable {
    private enum Key: String {
        case namePrefix, givenName, middleName, familyName, nameSuffix, nickname, phoneticRepresentation
    }

    private static let names: [(key: Key, path: WritableKeyPath<PersonNameComponents, String?> & Sendable)] = [
        (.namePrefix, \.namePrefix), (.givenName, \.givenName), (.middleName, \.middleName),
        (.familyName, \.familyName), (.nameSuffix, \.nameSuffix), (.nickname, \.nickname),
    ]

    /// Encodes the components that are set.
    public func encode(to encoder: GEncoder) throws {
        for (key, path) in Self.names {
            try encoder.encodeIfPresent(self[keyPath: path], for: key)
        }
        try encoder.encodeIfPresent(phoneticRepresentation, for: Key.phoneticRepresentation)
    }

    /// Creates name components by decoding those that are present.
    public init(from decoder: GDecoder) throws {
        self.init()
        for (key, path) in Self.names {
            self[keyPath: path] = try decoder.decodeIfPresent(for: key)
        }
        phoneticRepresentation = try decoder.decodeIfPresent(for: Key.phoneticRepresentation)
    }
}
