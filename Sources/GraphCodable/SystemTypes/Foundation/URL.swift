import Foundation

extension URL: _GPlainEncodable, _GPlainDecodable {
    public static var _costPerByte: Int { 4 }
    public static var _costPerValue: Int { 200 }

    /// The relative string, followed by the absolute string of the base, if any.
    public func _plainValue() -> [String] {
        [relativeString] + (baseURL.map { [$0.absoluteString] } ?? [])
    }

    public init(_plainValue: [String]) throws {
        let base = _plainValue.count == 2 ? URL(string: _plainValue[1]) : nil
        guard let text = _plainValue.first, _plainValue.count == 1 || base != nil,
            let url = URL(string: text, relativeTo: base)
        else {
            throw _InvalidPlainValue("The archive contains a string that is not a URL where a URL was expected.")
        }
        self = url
    }

    /// Writes a URL without a base as a string, and a URL with a base as two strings.
    public func _encode(into writer: _GraphWriter) throws {
        if try writer.encodeIfIdentified(self) { return }
        if baseURL == nil {
            return try writer.encodeConverted(relativeString, of: Self.self)
        }
        try writer.encodeConverted(_plainValue(), of: Self.self)
    }

    public static func _decode(from reader: _GraphReader) throws -> URL {
        let tag = try reader.peekTag()
        if _GraphReader.isReference(tag) {
            return try reader.withSession { try $0.decodeIdentified(Self.self) }
        }
        return try convert(from: reader) {
            try tag == Tag.sequence ? [String]._decode(from: reader) : [String._decode(from: reader)]
        }
    }
}
