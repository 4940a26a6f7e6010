#if canImport(Foundation)
import Foundation

private enum Key: String {
    case start, duration
}

extension DateInterval: GEncodable, GDecodable {
    /// Encodes the start, and the duration in seconds.
    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(start, for: Key.start)
        try encoder.encode(duration, for: Key.duration)
    }

    /// Creates an interval by decoding its start and duration.
    ///
    /// - Throws: `valueOutOfRange` if the duration is negative or not a number.
    public init(from decoder: GDecoder) throws {
        let start: Date = try decoder.decode(for: Key.start)
        let duration: Double = try decoder.decode(for: Key.duration)
        guard duration >= 0 else {
            throw decoder._reader.errorInComposite(.valueOutOfRange, "A date interval lasts \(duration) seconds.")
        }
        self.init(start: start, duration: duration)
    }
}
#endif
