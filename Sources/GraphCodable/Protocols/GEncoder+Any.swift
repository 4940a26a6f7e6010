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
    /// A nil inside a value of the type `Any`, or inside a collection there, could not be decoded. The encoder refuses it if you
    /// write `value as Any`: otherwise the compiler passes the optional inside. `@GCodable` does so.
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
        try _writer.inSlot(key.rawValue) { try values.encodeElements(into: $0, isInAny: false) }
    }

    /// Encodes an array of values of a protocol type, each with its type, without a key.
    ///
    /// - Parameter values: The values.
    /// - Throws: The same errors as `encode(any:for:)`.
    /// - Complexity: O(*n*) for *n* values, apart from encoding the values themselves.
    public func encode<Value>(any values: [Value]) throws {
        try _writer.inSlot { try values.encodeElements(into: $0, isInAny: false) }
    }
}

extension _GraphWriter {
    /// Writes a value with its type.
    ///
    /// - Parameter isInAny: Whether the value is in a collection that is itself a value of a protocol type. It is decoded as an
    ///   element of `[Any]`, whatever `Value` is.
    func encodeAny<Value>(_ value: Value, isInAny: Bool = false) throws {
        let known: Any = value
        if let form = withSession({ $0.anyForms[ObjectIdentifier(type(of: known))] }) {
            return try withSession {
                try $0.encodeAny(
                    known, as: form, isInAny: isInAny || !(Value.self is any ProtocolValueCollection.Type))
            }
        }
        // Only the type distinguishes a nil inside an `Any` from other values.
        if let optional = value as? any OptionalValue {
            if !isInAny, Value.self is any OptionalValue.Type {
                return try optional.encodeAny(into: self)
            }
            guard let wrapped = optional.wrapped else {
                throw withSession {
                    $0.fail(
                        .notEncodable,
                        "There is a nil inside a value of type \(TypeNames.readableName(of: Value.self)), which would be decoded "
                            + "as Any. Leave the value out, or declare the property as an optional, or a collection of optionals."
                    )
                }
            }
            // The compiler would pass the value inside.
            return try encodeAny(wrapped as Any, isInAny: isInAny)
        }
        try withSession {
            try $0.encodeAny(value, isInAny: isInAny || !(Value.self is any ProtocolValueCollection.Type))
        }
    }
}

protocol OptionalValue {
    static var wrappedType: Any.Type { get }
    var wrapped: Any? { get }

    /// Writes nil, or the value with its type; an optional inside another one is marked.
    func encodeAny(into writer: _GraphWriter) throws

    /// Reads what is inside the mark of an optional inside another one.
    static func decodeMarked(from reader: _GraphReader) throws -> Any
}

extension Optional: OptionalValue {
    static var wrappedType: Any.Type { Wrapped.self }
    var wrapped: Any? { map { $0 as Any } }

    func encodeAny(into writer: _GraphWriter) throws {
        guard let wrapped = self else {
            return try writer.writeTag(Tag.nil)
        }
        guard Wrapped.self is any OptionalValue.Type else {
            return try writer.encodeAny(wrapped)
        }
        try writer.openSome()
        try writer.encodeAny(wrapped)
        writer.closeCollection()
    }

    static func decodeMarked(from reader: _GraphReader) throws -> Any {
        Optional.some(try reader.decodeAny(Wrapped.self)) as Any
    }
}
