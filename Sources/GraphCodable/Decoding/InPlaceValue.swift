/// A value that must stand where it is asked for, not behind a reference.
///
/// Any value may be stored once and referred to often, so that a few hundred bytes stand for thousands of millions of
/// values. A library that walks through all that it has decoded asks for its values in this way.
package struct InPlaceValue<Value: GDecodable>: GDecodable {
    /// The value.
    package let value: Value

    /// Reads the value as the only one of a composite.
    package init(from decoder: GDecoder) throws {
        value = (try decoder.decode() as Self).value
    }

    private init(_ value: Value) {
        self.value = value
    }

    package static func _decode(from reader: _GraphReader) throws -> Self {
        guard try !_GraphReader.isReference(reader.peekTag()) else {
            throw reader.error(
                .malformed,
                "There is a reference where \(Value.self) has to be in place. The archive is damaged, or made by hand.")
        }
        return Self(try Value._decode(from: reader))
    }
}
