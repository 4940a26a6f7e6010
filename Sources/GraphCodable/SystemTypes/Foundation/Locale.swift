#if canImport(Foundation)
import Foundation

extension Locale: _GPlainEncodable, _GPlainDecodable {
    /// The identifier. The user's current locale becomes the one that it is at the time.
    public func _plainValue() -> String { identifier }

    public init(_plainValue: String) { self.init(identifier: _plainValue) }

    /// Foundation keeps each locale for good.
    public static var _costPerValue: Int { 500 }
}
#endif
