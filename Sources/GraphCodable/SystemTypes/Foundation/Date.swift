import Foundation

extension Date: _GPlainEncodable, _GPlainDecodable {
    /// The seconds since the beginning of 2001 in UTC. A date consists of this number, so nothing is rounded.
    public func _plainValue() -> Double { timeIntervalSinceReferenceDate }

    public init(_plainValue: Double) { self.init(timeIntervalSinceReferenceDate: _plainValue) }
}
