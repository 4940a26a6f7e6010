import Foundation

extension Locale: _GPlainEncodable, _GPlainDecodable {
    /// The identifier. If this is the user's current locale, the identifier is its present one.
    public func _plainValue() -> String { identifier }

    public init(_plainValue: String) { self.init(identifier: _plainValue) }

    public func _encode(into writer: _GraphWriter) throws {
        if try writer.encodeIfIdentified(self) { return }
        try writer.encodeConverted(identifier, of: Self.self)
        writer.charge(Self._cost(of: identifier))
    }

    /// Foundation keeps each locale until the process ends.
    public static var _costPerValue: Int { 500 }

    /// Foundation looks the identifier up in several tables, each of which hashes it.
    public static func _cost(of identifier: String) -> Int {
        DecodingCost.hashing(identifier).multipliedClamped(by: 8)
    }
}
