#if canImport(Foundation)
import Foundation

private enum Key: String {
    case namePrefix, givenName, middleName, familyName, nameSuffix, nickname, phoneticRepresentation
}

extension PersonNameComponents: GEncodable, GDecodable {
    /// Encodes the components that are set.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encodeIfPresent(namePrefix, for: Key.namePrefix)
        try encoder.encodeIfPresent(givenName, for: Key.givenName)
        try encoder.encodeIfPresent(middleName, for: Key.middleName)
        try encoder.encodeIfPresent(familyName, for: Key.familyName)
        try encoder.encodeIfPresent(nameSuffix, for: Key.nameSuffix)
        try encoder.encodeIfPresent(nickname, for: Key.nickname)
        try encoder.encodeIfPresent(phoneticRepresentation, for: Key.phoneticRepresentation)
    }

    /// Creates name components by decoding those that are present.
    public init(from decoder: GDecoder) throws {
        self.init()
        namePrefix = try decoder.decodeIfPresent(for: Key.namePrefix)
        givenName = try decoder.decodeIfPresent(for: Key.givenName)
        middleName = try decoder.decodeIfPresent(for: Key.middleName)
        familyName = try decoder.decodeIfPresent(for: Key.familyName)
        nameSuffix = try decoder.decodeIfPresent(for: Key.nameSuffix)
        nickname = try decoder.decodeIfPresent(for: Key.nickname)
        phoneticRepresentation = try decoder.decodeIfPresent(for: Key.phoneticRepresentation)
    }
}
#endif
