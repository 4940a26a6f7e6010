#if canImport(Foundation)
import Foundation

private enum Key: String {
    case scheme, user, password, host, port, path, query, fragment
}

extension URLComponents: GEncodable, GDecodable {
    /// Writes the components that there are, percent-encoded as they are.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encodeIfPresent(scheme, for: Key.scheme)
        try encoder.encodeIfPresent(percentEncodedUser, for: Key.user)
        try encoder.encodeIfPresent(percentEncodedPassword, for: Key.password)
        try encoder.encodeIfPresent(percentEncodedHost, for: Key.host)
        try encoder.encodeIfPresent(port, for: Key.port)
        try encoder.encode(percentEncodedPath, for: Key.path)
        try encoder.encodeIfPresent(percentEncodedQuery, for: Key.query)
        try encoder.encodeIfPresent(percentEncodedFragment, for: Key.fragment)
    }

    /// Reads the components.
    ///
    /// - Throws: `valueOutOfRange` when one of them has characters that it may not have.
    public init(from decoder: GDecoder) throws {
        self.init()
        // The setters trap on what they do not accept, so each component is first checked by characters.
        scheme = try decoder.component(.scheme, allowed: Self.schemeCharacters)
        percentEncodedUser = try decoder.component(.user, allowed: .urlUserAllowed)
        percentEncodedPassword = try decoder.component(.password, allowed: .urlPasswordAllowed)
        percentEncodedHost = try decoder.component(.host, allowed: .urlHostAllowed)
        let port: Int? = try decoder.decodeIfPresent(for: Key.port)
        guard port ?? 0 >= 0 else {
            throw decoder._reader.error(.valueOutOfRange, "A URL has the port \(port ?? 0).")
        }
        self.port = port
        percentEncodedPath = try decoder.component(.path, allowed: .urlPathAllowed) ?? ""
        percentEncodedQuery = try decoder.component(.query, allowed: .urlQueryAllowed)
        percentEncodedFragment = try decoder.component(.fragment, allowed: .urlFragmentAllowed)
    }

    private static var schemeCharacters: CharacterSet {
        CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.")
    }
}

extension GDecoder {
    fileprivate func component(_ key: Key, allowed: CharacterSet) throws -> String? {
        guard let text = try decodeIfPresent(for: key) as String? else { return nil }
        // Unescaped colons and semicolons are allowed at some places by some releases of Foundation.
        let allowed = allowed.union(CharacterSet(charactersIn: ":;[]%"))
        let isValid =
            text.unicodeScalars.allSatisfy { $0.isASCII && allowed.contains($0) } && hasValidEscapes(text)
            && (key != .scheme || text.unicodeScalars.first.map { $0.properties.isAlphabetic } ?? false)
            && (key == .host || !text.contains { $0 == "[" || $0 == "]" })
            && (key != .scheme || !text.contains { $0 == ":" || $0 == ";" || $0 == "%" })
        guard isValid else {
            throw _reader.error(.valueOutOfRange, "'\(text)' cannot be the \(key.rawValue) of a URL.")
        }
        return text
    }

    /// Whether two hexadecimal digits follow every percent sign.
    private func hasValidEscapes(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        func isHexDigit(_ index: Int) -> Bool {
            index < bytes.count && Character(UnicodeScalar(bytes[index])).isHexDigit
        }
        return bytes.indices.allSatisfy { bytes[$0] != UInt8(ascii: "%") || (isHexDigit($0 + 1) && isHexDigit($0 + 2)) }
    }
}
#endif
