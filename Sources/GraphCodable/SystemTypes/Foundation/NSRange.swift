#if canImport(Foundation)
import Foundation

private enum Key: String {
    case location, length
}

extension NSRange: GEncodable, GDecodable {
    /// Encodes the location and the length.
    ///
    /// - Throws: `notEncodable` if the length is negative or the end does not fit into an `Int`.
    public func encode(to encoder: GEncoder) throws {
        guard Self.isValid(location, length) else {
            throw GraphCodableError(
                .notEncodable, "A range of length \(length) that begins at \(location) cannot be archived.")
        }
        try encoder.encode(location, for: Key.location)
        try encoder.encode(length, for: Key.length)
    }

    /// Creates a range by decoding its location and length.
    ///
    /// - Throws: `valueOutOfRange` if the length is negative or the end does not fit into an `Int`.
    public init(from decoder: GDecoder) throws {
        let location: Int = try decoder.decode(for: Key.location)
        let length: Int = try decoder.decode(for: Key.length)
        guard Self.isValid(location, length) else {
            throw decoder._reader.errorInComposite(
                .valueOutOfRange, "A range of length \(length) begins at \(location).")
        }
        self.init(location: location, length: length)
    }

    private static func isValid(_ location: Int, _ length: Int) -> Bool {
        length >= 0 && (location == NSNotFound || !location.addingReportingOverflow(length).overflow)
    }
}
#endif
