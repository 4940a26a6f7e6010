/// A value that must be stored inline rather than behind a reference.
///
/// Any value can be stored once and referenced many times, so a few hundred bytes can represent billions of values. A
/// library that visits everything that it decodes uses this type to rule that out.
package struct InPlaceValue<Value: GDecodable>: GDecodable {
    /// The value.
    package let value: Value

    /// Decodes the value as the only one of a composite.
    package init(from decoder: GDecoder) throws {
        value = (try decoder.decode() as Self).value
    }

    private init(_ value: Value) {
        self.value = value
    }

    package static func _decode(from reader: _GraphReader) throws -> Self {
        try reader.checkIsInPlace()
        return Self(try Value._decode(from: reader))
    }
}

extension _GraphReader {
    /// Throws an error if the next value is behind a reference.
    @inline(__always)
    func checkIsInPlace() throws {
        if Self.isReference(try peekTag()) {
            throw isElsewhere
        }
    }

    private var isElsewhere: any Error {
        error(
            .malformed,
            "The archive holds a reference where the value itself was expected. The archive is damaged or was not made by this package."
        )
    }
}
