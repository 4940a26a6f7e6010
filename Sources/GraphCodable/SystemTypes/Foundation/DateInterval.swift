import Foundation

extension DateInterval: _GPair {
    public static var _pairKeys: (String, String) { ("start", "duration") }
    /// The start, and the duration in seconds.
    public func _pair() -> (Date, Double) { (start, duration) }

    public init(_pair: (Date, Double)) throws {
        guard _pair.1 >= 0 else { throw _InvalidPlainValue("A date interval lasts \(_pair.1) seconds.") }
        self.init(start: _pair.0, duration: _pair.1)
    }
}
