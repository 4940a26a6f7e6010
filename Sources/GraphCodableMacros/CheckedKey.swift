#if Macros
// The macro generates a check of the type of each property, which gives one error at the property. With the keys that it
// generates, the methods below keep the compiler from saying more about the same type. Nothing calls them in a program that
// compiles.

/// A key that the macro generates, for a value whose type it checks. Do not conform to it.
public protocol CheckedKey: RawRepresentable where RawValue == String {}

private let unchecked = GraphCodableError(.notEncodable, "The macro has not checked the type of a property.")

extension GEncoder {
    @_disfavoredOverload
    public func encode<Value, Key: CheckedKey>(_ value: Value, for key: Key) throws { throw unchecked }

    @_disfavoredOverload
    public func encodeConditional<Value, Key: CheckedKey>(_ value: Value?, for key: Key) throws { throw unchecked }

    @_disfavoredOverload
    public func encodeUnowned<Value, Key: CheckedKey>(_ value: Value, for key: Key) throws { throw unchecked }
}

extension GDecoder {
    @_disfavoredOverload
    public func decode<Value, Key: CheckedKey>(for key: Key) throws -> Value { throw unchecked }

    @_disfavoredOverload
    public func decode<Value, Key: CheckedKey>(for key: Key, default: @autoclosure () throws -> Value) throws -> Value {
        throw unchecked
    }

    @available(
        *, unavailable, message: "The function must return the property's type, and the former type must be archivable."
    )
    @_disfavoredOverload
    public func decode<Value, Former, Other, Key: RawRepresentable>(
        for key: Key, convertingFrom former: Former.Type, with convert: (Former) throws -> Other
    ) throws -> Value where Key.RawValue == String {
        throw unchecked
    }

    @available(
        *, unavailable, message: "The function must return the property's type, and the former type must be archivable."
    )
    @_disfavoredOverload
    public func decodeNow<Value, Former, Other, Key: RawRepresentable, Owner: AnyObject>(
        for key: Key, convertingFrom former: Former.Type, with convert: @escaping (Former) throws -> Other,
        orLater owner: Owner, _ body: @escaping (Owner, Value) throws -> Void
    ) throws -> Value? where Key.RawValue == String {
        throw unchecked
    }

    @_disfavoredOverload
    public func deferDecode<Value, Key: CheckedKey>(for key: Key, _ body: @escaping (Value) throws -> Void) throws {
        throw unchecked
    }

    @_disfavoredOverload
    public func decodeNow<Value, Key: CheckedKey, Owner: AnyObject>(
        for key: Key, orLater owner: Owner, _ body: @escaping (Owner, Value) throws -> Void
    ) throws -> Value? {
        throw unchecked
    }
}
#endif
