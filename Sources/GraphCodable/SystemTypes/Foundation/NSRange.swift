#if canImport(Foundation)
import Foundation

private enum Key: String {
    case location, length
}

extension NSRange: GEncodable, GDecodable {
    /// Writes location and length.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(location, for: Key.location)
        try encoder.encode(length, for: Key.length)
    }

    /// Reads a range.
    ///
    /// - Throws: `valueOutOfRange` when the length is negative or the end does not fit into an `Int`.
    public init(from decoder: GDecoder) throws {
        let location: Int = try decoder.decode(for: Key.location)
        let length: Int = try decoder.decode(for: Key.length)
        guard length >= 0, location == NSNotFound || !location.addingReportingOverflow(length).overflow else {
            throw decoder._reader.error(.valueOutOfRange, "A range of length \(length) begins at \(location).")
        }
        self.init(location: location, length: length)
    }
}
#endif
