#if canImport(Foundation)
import Foundation

private enum Key: String {
    case start, duration
}

extension DateInterval: GEncodable, GDecodable {
    /// Writes the start and the duration in seconds.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(start, for: Key.start)
        try encoder.encode(duration, for: Key.duration)
    }

    /// Reads an interval.
    ///
    /// - Throws: `valueOutOfRange` when the duration is negative or no number.
    public init(from decoder: GDecoder) throws {
        let start: Date = try decoder.decode(for: Key.start)
        let duration: Double = try decoder.decode(for: Key.duration)
        guard duration >= 0 else {
            throw decoder._reader.error(.valueOutOfRange, "A date interval lasts \(duration) seconds.")
        }
        self.init(start: start, duration: duration)
    }
}
#endif
