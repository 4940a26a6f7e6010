extension GEncoder {
    /// Encodes a value of a protocol type, and its type, with a key.
    ///
    /// ```swift
    /// try encoder.encode(any: shape, for: Key.shape)          // any Shape
    /// try encoder.encode(any: shapes, for: Key.shapes)        // [any Shape], [[any Shape]], [String: any Shape]
    /// ```
    ///
    /// Decode it with ``GDecoder/decode(any:for:)``. A class instance is archived as a reference, as always.
    ///
    /// A nil inside a value of the type `Any` could not be decoded. The encoder refuses it if you write `value as Any`:
    /// otherwise the compiler passes the optional inside. `@GCodable` does so.
    ///
    /// - Parameters:
    ///   - value: The value, which must conform to ``GEncodable``; or an optional, an array or a dictionary of such
    ///     values, nested as deeply as other values may be.
    ///   - key: The key.
    /// - Throws: ``GraphCodableError``: `notEncodable` if the value does not conform, or is an object with disabled
    ///   inheritance; `typeNotConstructible` if its type cannot be found by name; otherwise the same errors as
    ///   ``encode(_:for:)``.
    public func encode<Value, Key: RawRepresentable>(any value: Value, for key: Key) throws
    where Key.RawValue == String {
        try _writer.inSlot(key.rawValue) { try $0.encodeAny(value) }
    }

    /// Encodes a value of a protocol type, and its type, without a key.
    ///
    /// - Parameter value: The value.
    /// - Throws: The same errors as `encode(any:for:)`.
    public func encode<Value>(any value: Value) throws {
        try _writer.inSlot { try $0.encodeAny(value) }
    }

    /// Encodes an array of values of a protocol type, each with its type, with a key.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - key: The key.
    /// - Throws: The same errors as `encode(any:for:)`.
    /// - Complexity: O(*n*) for *n* values, apart from encoding the values themselves.
    public func encode<Value, Key: RawRepresentable>(any values: [Value], for key: Key) throws
    where Key.RawValue == String {
        try _writer.inSlot(key.rawValue) { try values.encodeElements(into: $0) }
    }

    /// Encodes an array of values of a protocol type, each with its type, without a key.
    ///
    /// - Parameter values: The values.
    /// - Throws: The same errors as `encode(any:for:)`.
    /// - Complexity: O(*n*) for *n* values, apart from encoding the values themselves.
    public func encode<Value>(any values: [Value]) throws {
        try _writer.inSlot { try values.encodeElements(into: $0) }
    }
}

extension _GraphWriter {
    func encodeAny<Value>(_ value: Value) throws {
        try encodeAny(value, canBeNil: Value.self is any OptionalValue.Type)
    }

    /// - Parameter canBeNil: Whether the value is requested as an optional. A nil inside an `Any` could not be decoded.
    private func encodeAny<Value>(_ value: Value, canBeNil: Bool) throws {
        // Only the type distinguishes a nil inside an `Any` from other values.
        if let optional = value as? any OptionalValue {
            if let wrapped = optional.wrapped {
                return try encodeAny(wrapped, canBeNil: canBeNil)
            }
            guard canBeNil else {
                throw withSession {
                    $0.fail(
                        .notEncodable,
                        "There is a nil inside a value of type \(TypeNames.readableName(of: Value.self)), which has none. "
                            + "Leave the value out, or use an optional.")
                }
            }
            return try writeTag(Tag.nil)
        }
        try withSession { try $0.encodeAny(value) }
    }
}

private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { map { $0 as Any } }
}
