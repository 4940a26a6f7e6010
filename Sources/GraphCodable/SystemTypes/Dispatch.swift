#if canImport(Dispatch)
import Dispatch

extension DispatchTime: _GPlainEncodable, _GPlainDecodable {
    /// The nanoseconds since the system started. They are meaningless after a restart.
    public func _plainValue() -> UInt64 { uptimeNanoseconds }

    public init(_plainValue: UInt64) {
        // The nanoseconds of the distant future do not convert back to it.
        let distantFuture = DispatchTime.distantFuture
        self =
            _plainValue == distantFuture.uptimeNanoseconds
            ? distantFuture : DispatchTime(uptimeNanoseconds: _plainValue)
    }
}

private enum IntervalKey: String {
    case seconds, milliseconds, microseconds, nanoseconds
}

extension DispatchTimeInterval: GEncodable, GDecodable {
    /// Encodes the number with its unit as the key, or nothing for `never`.
    ///
    /// - Throws: `notEncodable` for a kind of interval that this release does not know.
    public func encode(to encoder: GEncoder) throws {
        switch self {
        case .seconds(let number): try encoder.encode(number, for: IntervalKey.seconds)
        case .milliseconds(let number): try encoder.encode(number, for: IntervalKey.milliseconds)
        case .microseconds(let number): try encoder.encode(number, for: IntervalKey.microseconds)
        case .nanoseconds(let number): try encoder.encode(number, for: IntervalKey.nanoseconds)
        case .never: break
        @unknown default:
            throw GraphCodableError(
                .notEncodable, "The time interval \(self) is of a kind that this release does not know.")
        }
    }

    /// Creates an interval by decoding its number and unit.
    public init(from decoder: GDecoder) throws {
        let units: [(IntervalKey, (Int) -> DispatchTimeInterval)] = [
            (.seconds, Self.seconds), (.milliseconds, Self.milliseconds), (.microseconds, Self.microseconds),
            (.nanoseconds, Self.nanoseconds),
        ]
        for (key, make) in units {
            if let number = try decoder.decodeIfPresent(for: key) as Int? {
                self = make(number)
                return
            }
        }
        self = .never
    }
}
#endif
