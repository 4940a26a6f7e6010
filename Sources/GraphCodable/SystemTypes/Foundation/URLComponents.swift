import Foundation

private let (costPerByte, costPerValue) = (16, 100)

private enum Key: String {
    case scheme, user, password, host, port, path, query, fragment
}

extension URLComponents: GEncodable, GDecodable {
    /// Encodes the components that are set, with their percent-encoding.
    ///
    /// A colon or a bracket in the user or the password is percent-encoded, too.
    ///
    /// - Throws: `notEncodable` if the host is longer than Foundation can tell.
    public func encode(to encoder: GEncoder) throws {
        try GraphCodableError.require(
            percentEncodedHost != nil || rangeOfHost == nil, or: .notEncodable,
            "The host of a URL is too long: Foundation does not tell it, so it would be lost.")
        let writer = encoder._writer
        let start = writer.withSession { $0.position }
        try encoder.encodeIfPresent(scheme, for: Key.scheme)
        try encoder.encodeIfPresent(percentEncodedUser.map(Self.escapingDelimiters), for: Key.user)
        try encoder.encodeIfPresent(percentEncodedPassword.map(Self.escapingDelimiters), for: Key.password)
        try encoder.encodeIfPresent(percentEncodedHost, for: Key.host)
        try encoder.encodeIfPresent(port, for: Key.port)
        try encoder.encode(percentEncodedPath, for: Key.path)
        try encoder.encodeIfPresent(percentEncodedQuery, for: Key.query)
        try encoder.encodeIfPresent(percentEncodedFragment, for: Key.fragment)
        writer.chargeConversion(since: start, perByte: costPerByte, perValue: costPerValue)
    }

    /// Creates URL components by decoding those that are present.
    ///
    /// - Throws: `valueOutOfRange` if a component contains characters that are not allowed in it, if the port is
    ///   negative, or if the host is longer than Foundation can tell.
    public init(from decoder: GDecoder) throws {
        self.init()
        // The setters end the process if a value is invalid, so check every value first. They are also slow, so do not
        // set what is absent.
        let mark = decoder._reader.costMark
        if let scheme = try decoder.component(.scheme, allowed: .scheme) {
            self.scheme = scheme
        }
        if let user = try decoder.component(.user, allowed: .name) {
            percentEncodedUser = user
        }
        if let password = try decoder.component(.password, allowed: .name) {
            percentEncodedPassword = password
        }
        if let host = try decoder.component(.host, allowed: .host) {
            percentEncodedHost = host
            guard percentEncodedHost != nil else {
                throw decoder._reader.errorInComposite(
                    .valueOutOfRange, "The host of a URL is too long: Foundation does not tell it.")
            }
        }
        if let port = try decoder.decodeIfPresent(for: Key.port) as Int? {
            guard port >= 0 else {
                throw decoder._reader.errorInComposite(.valueOutOfRange, "A URL has the port \(port).")
            }
            self.port = port
        }
        let path = try decoder.checked(decoder.decode(for: Key.path), .path, allowed: .path)
        if !path.isEmpty {
            percentEncodedPath = path
        }
        if let query = try decoder.component(.query, allowed: .query) {
            percentEncodedQuery = query
        }
        if let fragment = try decoder.component(.fragment, allowed: .query) {
            percentEncodedFragment = fragment
        }
        // Each component is scanned several times.
        try decoder._reader.chargeConversion(since: mark, perByte: costPerByte, perValue: costPerValue)
    }
}

extension URLComponents {
    /// Foundation leaves these as they are in users and passwords, but does not accept them.
    private static func escapingDelimiters(_ text: String) -> String {
        text.replacing(":", with: "%3A").replacing("[", with: "%5B").replacing("]", with: "%5D")
    }

    /// Returns whether a text can be the scheme of a URL: letters, digits, `+`, `-` and `.` after a letter.
    package static func isScheme(_ text: String) -> Bool {
        URLCharacters.scheme.contains(text) && (text.utf8.first.map { $0 | 0x20 >= UInt8(ascii: "a") } ?? false)
    }
}

extension GDecoder {
    fileprivate func component(_ key: Key, allowed: URLCharacters) throws -> String? {
        try (decodeIfPresent(for: key) as String?).map { try checked($0, key, allowed: allowed) }
    }

    fileprivate func checked(_ text: String, _ key: Key, allowed: URLCharacters) throws -> String {
        let isValid =
            switch key {
            case .scheme: URLComponents.isScheme(text)
            case .host: text.utf8.first == UInt8(ascii: "[") ? isAddress(text) : URLCharacters.name.contains(text)
            default: allowed.contains(text)
            }
        guard isValid else {
            throw _reader.errorInComposite(
                .valueOutOfRange, "A URL's \(key.rawValue) has characters that it may not have.")
        }
        return text
    }

    /// Returns whether a host in brackets is an address, for which Foundation has its own rules.
    private func isAddress(_ host: String) -> Bool {
        host.utf8.last == UInt8(ascii: "]") && URLCharacters.host.contains(host)
            && URLComponents(string: "//" + host)?.percentEncodedHost == host
    }
}

/// The ASCII characters that a part of a URL may contain according to RFC 3986, and percent signs before two
/// hexadecimal digits.
private struct URLCharacters {
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    private let allowsEscapes: Bool

    private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    private static let unreservedAndDelimiters = letters + "-._~" + "!$&'()*+,;="

    static let scheme = URLCharacters(letters + "+-.", allowsEscapes: false)
    /// For users, passwords, and hosts that are names.
    static let name = URLCharacters(unreservedAndDelimiters)
    static let host = URLCharacters(unreservedAndDelimiters + ":[]")
    static let path = URLCharacters(unreservedAndDelimiters + ":@/")
    /// For queries and fragments.
    static let query = URLCharacters(unreservedAndDelimiters + ":@/?")

    private init(_ characters: String, allowsEscapes: Bool = true) {
        self.allowsEscapes = allowsEscapes
        for byte in characters.utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
        }
    }

    /// Returns whether a text contains only allowed characters.
    func contains(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte == UInt8(ascii: "%"), allowsEscapes {
                    guard bytes.count - index > 2, Self.isHexDigit(bytes[index + 1]), Self.isHexDigit(bytes[index + 2])
                    else { return false }
                    index += 3
                    continue
                }
                guard byte < 128, (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 != 0 else { return false }
                index += 1
            }
            return true
        }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
    }
}
