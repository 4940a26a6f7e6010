/// What a ``GEncodable`` type writes its values to.
///
/// You do not conform to this protocol; a ``GraphEncoder`` hands an encoder to `encode(to:)`.
public protocol GEncoder: AnyObject {
    /// What the program told the ``GraphEncoder``, for types whose encoding depends on it.
    var userInfo: [CodingUserInfoKey: any Sendable] { get }
}

extension GEncoder {
    /// Encodes a value under a key.
    ///
    /// - Parameters:
    ///   - value: The value. An instance of a class is archived once, however often it is encoded.
    ///   - key: The key, which must not be used twice in the same value, superclasses included.
    /// - Throws: ``GraphCodableError`` with the code ``GraphCodableError/Code/duplicateKey`` or
    ///   ``GraphCodableError/Code/depthExceeded``, or whatever the value's own `encode(to:)` throws.
    /// - Complexity: O(1) apart from the value's own encoding, when the type writes the same keys in the same order as
    ///   the last time.
    @inlinable @inline(__always)
    public func encode<Value: GEncodable, Key: RawRepresentable>(_ value: Value, for key: Key) throws
    where Key.RawValue == String {
        let writer = _writer
        do {
            try writer.beginSlot(key.rawValue)
            try value._encode(into: writer)
        } catch {
            throw writer.failed(error)
        }
    }

    /// Encodes a value without a key. Values without a key are decoded in the order in which they were encoded.
    ///
    /// - Parameter value: The value.
    /// - Throws: As ``encode(_:for:)``.
    @inlinable @inline(__always)
    public func encode<Value: GEncodable>(_ value: Value) throws {
        let writer = _writer
        do {
            try writer.beginSlot()
            try value._encode(into: writer)
        } catch {
            throw writer.failed(error)
        }
    }

    /// Encodes a value under a key, or nothing at all when it is `nil`.
    ///
    /// Decode it with ``GDecoder/decodeIfPresent(for:)``.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    /// - Throws: As ``encode(_:for:)``.
    @inlinable @inline(__always)
    public func encodeIfPresent<Value: GEncodable, Key: RawRepresentable>(_ value: Value?, for key: Key) throws
    where Key.RawValue == String {
        if let value {
            try encode(value, for: key)
        } else {
            try _writer.passOver(key.rawValue)
        }
    }

    /// Encodes a value without a key, or nothing at all when it is `nil`.
    ///
    /// - Parameter value: The value.
    /// - Throws: As ``encode(_:for:)``.
    @inlinable @inline(__always)
    public func encodeIfPresent<Value: GEncodable>(_ value: Value?) throws {
        if let value {
            try encode(value)
        }
    }

    /// Encodes a reference, or a value with identity, under a key, without asking for the target to be archived.
    ///
    /// If the target is encoded unconditionally elsewhere, before or after, the reference holds; if not, it decodes to
    /// `nil`. Weak variables should be encoded this way. A value without identity is encoded unconditionally.
    ///
    /// - Parameters:
    ///   - value: The target, or `nil`.
    ///   - key: The key.
    /// - Throws: As ``encode(_:for:)``.
    @inlinable @inline(__always)
    public func encodeConditional<Value: GEncodable, Key: RawRepresentable>(_ value: Value?, for key: Key) throws
    where Key.RawValue == String {
        let writer = _writer
        do {
            try writer.beginSlot(key.rawValue)
            try value._encodeConditionally(into: writer)
        } catch {
            throw writer.failed(error)
        }
    }

    /// Encodes a reference, or a value with identity, without a key and without asking for the target to be archived.
    ///
    /// - Parameter value: The target, or `nil`.
    /// - Throws: As ``encode(_:for:)``.
    @inlinable @inline(__always)
    public func encodeConditional<Value: GEncodable>(_ value: Value?) throws {
        let writer = _writer
        do {
            try writer.beginSlot()
            try value._encodeConditionally(into: writer)
        } catch {
            throw writer.failed(error)
        }
    }
}
