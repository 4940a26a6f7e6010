import Foundation

extension DateInterval: _GPair {
    public static var _pairKeys: (String, String) { ("start", "duration") }
    /// The start, and the duration in seconds.
    ///
    /// - Throws: `notEncodable` if a date is not a number, or both are infinite. No interval could be made of them.
    public func _pair() throws -> (Date, Double) {
        try GraphCodableError.require(
            duration >= 0, or: .notEncodable, "A date interval lasts \(duration) seconds, so it could not be decoded.")
        return (start, duration)
    }

    public init(_pair: (Date, Double)) throws {
        guard _pair.1 >= 0 else { throw _InvalidPlainValue("A date interval lasts \(_pair.1) seconds.") }
        self.init(start: _pair.0, duration: _pair.1)
    }
}
