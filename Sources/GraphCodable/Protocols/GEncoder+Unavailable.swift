// These methods give programs that encode a value of a protocol type, or a collection of such values, as if its type
// were known a helpful compiler error. Without them, the compiler reports that there is no exact match.

extension GEncoder {
    /// Unavailable. Encode values of protocol types with ``encode(any:for:)``.
    @available(
        *, unavailable,
        message:
            "The value's type does not conform to GEncodable. Encode values of protocol types with encode(any:for:)."
    )
    @_disfavoredOverload
    public func encode<Value, Key: RawRepresentable>(_ value: Value, for key: Key) throws
    where Key.RawValue == String {}

    /// Unavailable. Encode values of protocol types with ``encode(any:)``.
    @available(
        *, unavailable,
        message: "The value's type does not conform to GEncodable. Encode values of protocol types with encode(any:)."
    )
    @_disfavoredOverload
    public func encode<Value>(_ value: Value) throws {}
}
