#if canImport(Darwin)
import Foundation

// On other platforms, Foundation has no conformance to Codable that lists the attributes.

extension AttributedString: _GPlainEncodable, _GPlainDecodable {
    /// The text and its attributes as JSON in Foundation's format. Attributes that Foundation cannot encode are
    /// omitted.
    public func _plainValue() throws -> String {
        let json = JSONEncoder()
        json.outputFormatting = .sortedKeys
        return String(decoding: try json.encode(self), as: UTF8.self)
    }

    public init(_plainValue: String) throws {
        guard let string = try? JSONDecoder().decode(AttributedString.self, from: Data(_plainValue.utf8)) else {
            throw _InvalidPlainValue("The archive holds a text that is not the JSON of an attributed string.")
        }
        self = string
    }

    /// Decoding JSON is slow, and a run of text with its attributes may take only seven bytes of it.
    public static var _costPerByte: Int { 64 }
    public static var _costPerValue: Int { 500 }
}
#endif
