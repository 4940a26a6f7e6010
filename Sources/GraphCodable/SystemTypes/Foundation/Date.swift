#if canImport(Foundation)
import Foundation

extension Date: _GPlainEncodable, _GPlainDecodable {
    /// Seconds since the beginning of 2001 in UTC: the number that the date consists of, so that nothing is rounded.
    public func _plainValue() -> Double { timeIntervalSinceReferenceDate }

    public init(_plainValue: Double) { self.init(timeIntervalSinceReferenceDate: _plainValue) }
}
#endif
