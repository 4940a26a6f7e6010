/// The encoder to which a ``GEncodable`` type writes its values.
///
/// Do not conform to this protocol; a ``GraphEncoder`` passes an encoder to `encode(to:)`. The methods end the program for
/// a type of the program's own.
public protocol GEncoder: AnyObject {
    /// The context that the program set on the ``GraphEncoder``, for types whose encoding depends on it.
    var userInfo: [CodingUserInfoKey: any Sendable] { get }
}

extension GEncoder {
    /// Encodes a value with a key.
    ///
    /// - Parameters:
    ///   - value: The value. A class instance is archived once, however often you encode it.
    ///   - key: The key. It must be unique within the value, including the value's superclasses.
    /// - Throws: Any error that the value's own `encode(to:)` throws, and ``GraphCodableError`` with one of these codes:
    ///   - `duplicateKey`: The value already has the key.
    ///   - `depthExceeded`: Values are nested too deeply.
    ///   - `limitExceeded`: The value exceeds another limit of the encoder's policy.
    ///   - `typeNotConstructible`: A class cannot be found by name.
    ///   - `typeNotAllowed`: An actor isolates the value, and this is called elsewhere.
    ///   - `notEncodable`: The value is one of a system type that decoders would refuse.
    ///   - `unresolvableCycle`: An object without identity contains itself.
    ///   - `misuse`: This is not called in `encode(to:)`.
    /// - Complexity: O(1) apart from encoding the value itself, if the type encodes the same keys in the same order as
    ///   the last time.
    @inlinable @inline(__always)
    public func encode<Value: GEncodable, Key: RawRepresentable>(_ value: Value, for key: Key) throws
    where Key.RawValue == String {
        try _writer.inSlot(key.rawValue) { try value._encode(into: $0) }
    }

    /// Encodes a value without a key. Unkeyed values are decoded in the order of encoding.
    ///
    /// - Parameter value: The value.
    /// - Throws: The same errors as ``encode(_:for:)``.
    @inlinable @inline(__always)
    public func encode<Value: GEncodable>(_ value: Value) throws {
        try _writer.inSlot { try value._encode(into: $0) }
    }

    /// Encodes a value with a key, or nothing at all if it is `nil`.
    ///
    /// Decode it with ``GDecoder/decodeIfPresent(for:)``.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    /// - Throws: The same errors as ``encode(_:for:)``.
    @inlinable @inline(__always)
    public func encodeIfPresent<Value: GEncodable, Key: RawRepresentable>(_ value: Value?, for key: Key) throws
    where Key.RawValue == String {
        if let value {
            try encode(value, for: key)
        } else {
            try _writer.skip(key.rawValue)
        }
    }

    /// Encodes a value without a key, or nothing at all if it is `nil`.
    ///
    /// - Parameter value: The value.
    /// - Throws: The same errors as ``encode(_:for:)``; nothing for `nil`.
    @inlinable @inline(__always)
    public func encodeIfPresent<Value: GEncodable>(_ value: Value?) throws {
        if let value {
            try encode(value)
        }
    }

    /// Encodes a reference, or a value with an identity, with a key, but does not request that its target be archived.
    ///
    /// If the target is encoded unconditionally elsewhere, before or after, the reference is preserved; otherwise it
    /// decodes to `nil`. Encode weak variables this way. A value without an identity is encoded unconditionally.
    ///
    /// - Parameters:
    ///   - value: The target, or `nil`.
    ///   - key: The key.
    /// - Throws: The same errors as ``encode(_:for:)``.
    @inlinable @inline(__always)
    public func encodeConditional<Value: GEncodable, Key: RawRepresentable>(_ value: Value?, for key: Key) throws
    where Key.RawValue == String {
        try _writer.inSlot(key.rawValue) { try value._encodeConditionally(into: $0) }
    }

    /// Encodes a reference, or a value with an identity, without a key, but does not request that its target be
    /// archived.
    ///
    /// - Parameter value: The target, or `nil`.
    /// - Throws: The same errors as ``encode(_:for:)``.
    @inlinable @inline(__always)
    public func encodeConditional<Value: GEncodable>(_ value: Value?) throws {
        try _writer.inSlot { try value._encodeConditionally(into: $0) }
    }

    /// Encodes a reference for an `unowned` variable: like ``encodeConditional(_:for:)``, but the object must be archived by
    /// something else, because the variable cannot be empty after decoding.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - key: The key.
    /// - Throws: The same errors as ``encode(_:for:)``. If nothing else archives the object, the encoding call throws
    ///   ``GraphCodableError/Code/notEncodable`` with the name of the key.
    public func encodeUnowned<Object: GEncodable & AnyObject, Key: RawRepresentable>(_ object: Object, for key: Key)
        throws
    where Key.RawValue == String {
        try _writer.inSlot(key.rawValue) { writer in
            try writer.withSession { try $0.encodeUnowned(object, key: key.rawValue) }
        }
    }
}
