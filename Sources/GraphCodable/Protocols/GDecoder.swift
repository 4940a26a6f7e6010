/// The decoder from which a ``GDecodable`` type reads its values.
///
/// Do not conform to this protocol; a ``GraphDecoder`` passes a decoder to `init(from:)`. The methods end the program for a
/// type of the program's own. You can decode each value only once.
public protocol GDecoder: AnyObject {
    /// The context that the program set on the ``GraphDecoder``, for types whose decoding depends on it.
    var userInfo: [CodingUserInfoKey: any Sendable] { get }

    /// The version of the type being decoded at the time when it was encoded, or 0 for a type without versions.
    ///
    /// Throws ``GraphCodableError/Code/misuse`` outside `init(from:)`.
    var encodedVersion: UInt32 { get throws }

    /// The class that was encoded, if the class being decoded has replaced it.
    ///
    /// Throws ``GraphCodableError/Code/misuse`` outside `init(from:)`.
    var replacedType: GDecodable.Type? { get throws }

    /// The number of unkeyed values that have not been decoded yet.
    var unkeyedCount: Int { get }
}

extension GDecoder {
    /// Decodes the value for a key.
    ///
    /// - Parameter key: The key with which the value was encoded.
    /// - Returns: The value.
    /// - Throws: Any error that an `init(from:)` throws, and ``GraphCodableError`` with one of these codes:
    ///   - `keyNotFound`: There is no such key.
    ///   - `valueNotFound`: The value is nil, or an object that is not in the archive.
    ///   - `typeMismatch`, `valueOutOfRange`, `wrongClass`: The archive holds something else.
    ///   - `typeNotFound`, `typeNotAllowed`: A class does not exist or is not allowed.
    ///   - `unresolvableCycle`: The object requires itself.
    ///   - `duplicateElement`, `hashChanged`: Elements of a set become equal or change.
    ///   - `limitExceeded`, `depthExceeded`: The value exceeds the decoder's policy.
    ///   - `malformed`: The archive is damaged.
    ///   - `misuse`: This is not called in `init(from:)`.
    /// - Complexity: O(1) apart from decoding the value itself, if you decode values in the order of encoding. The
    ///   first call that is out of order scans the whole value being decoded.
    @inlinable @inline(__always)
    public func decode<Value: GDecodable, Key: RawRepresentable>(for key: Key) throws -> Value
    where Key.RawValue == String {
        let reader = _reader
        try reader.beginSlot(key.rawValue)
        return try reader.decodeValue()
    }

    /// Decodes the next unkeyed value.
    ///
    /// - Returns: The value.
    /// - Throws: The same errors as ``decode(for:)``, and `valueNotFound` if no value is left. After an error, the next call
    ///   decodes the same value again.
    @inlinable @inline(__always)
    public func decode<Value: GDecodable>() throws -> Value {
        let reader = _reader
        try reader.beginSlot()
        return try reader.decodeValue()
    }

    /// Decodes the value for a key, or returns `nil` if the key is absent or its value is nil.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil`.
    /// - Throws: The same errors as ``decode(for:)``, except `keyNotFound`.
    @inlinable @inline(__always)
    public func decodeIfPresent<Value: GDecodable, Key: RawRepresentable>(for key: Key) throws -> Value?
    where Key.RawValue == String {
        let reader = _reader
        guard try reader.beginSlot(ifPresent: key.rawValue) else { return nil }
        return try reader.decodeValue() as Value?
    }

    /// Decodes the next unkeyed value, or returns `nil` if no value is left or the value is nil.
    ///
    /// - Returns: The value, or `nil`, also outside `init(from:)`.
    /// - Throws: The same errors as ``decode(for:)``, except `valueNotFound`.
    @inlinable @inline(__always)
    public func decodeIfPresent<Value: GDecodable>() throws -> Value? {
        guard unkeyedCount > 0 else { return nil }
        return try decode() as Value?
    }

    /// Returns whether the value for a key is present and has not been decoded yet.
    ///
    /// - Parameter key: The key.
    /// - Returns: `true` if there is a value, which may be nil.
    /// - Throws: ``GraphCodableError/Code/malformed`` if the archive is damaged, `misuse` outside `init(from:)`.
    /// - Complexity: O(1) for the key that was encoded next. Otherwise it may scan the whole value being decoded, but
    ///   only once.
    @inlinable @inline(__always)
    public func contains<Key: RawRepresentable>(_ key: Key) throws -> Bool where Key.RawValue == String {
        try _reader.contains(key.rawValue)
    }

    /// Returns whether the value being decoded was encoded with a value for a key, even if that has been decoded.
    ///
    /// The method that migrates an older version asks so whether there are newer fields, which the macro has decoded:
    ///
    /// ```swift
    /// if version < 2, try !decoder.wasEncoded(Key.address) { … }
    /// ```
    ///
    /// - Parameter key: The key.
    /// - Returns: `true` if there was a value, which may be nil.
    /// - Throws: ``GraphCodableError/Code/malformed`` if the archive is damaged, `misuse` outside `init(from:)`.
    /// - Complexity: O(*n*) for *n* values with a key, after scanning the whole value being decoded, once.
    public func wasEncoded<Key: RawRepresentable>(_ key: Key) throws -> Bool where Key.RawValue == String {
        try _reader.withSession { try $0.wasEncoded(key.rawValue) }
    }

    /// Decodes the value for a key, immediately if possible, and otherwise after all objects are initialized.
    ///
    /// Use this method to resolve cycles of strong references. It sets a variable later only if it refers to an object
    /// that is still being initialized:
    ///
    /// ```swift
    /// try decoder.decodeOrDefer(for: Key.next, into: self) { $0.next = $1 }
    /// try decoder.decodeOrDefer(for: Key.neighbors, into: self) { $0.neighbors = $1 }
    /// ```
    ///
    /// Call it after `super.init`, for variables that already have a value, such as an optional or an empty array.
    /// ``deferDecode(for:_:)`` always waits, which is better for references that are part of a cycle in every archive,
    /// such as a weak reference to a parent.
    ///
    /// The closure receives the object as an argument so that it need not capture it: a closure that captures nothing costs
    /// nothing.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - owner: The object that is being initialized.
    ///   - body: A closure that receives the object and the value. It is called once, before this method returns or
    ///     before the decoding call returns.
    /// - Throws: The same errors as ``decode(for:)``. It throws `unresolvableCycle` only for a cycle among the objects
    ///   behind the value, which this method cannot break. If the value is decoded later, the decoding call throws the
    ///   error.
    /// - Complexity: The same as ``decode(for:)`` without a cycle. In a cycle, the contents of the value itself are
    ///   read twice, but the objects that were created are kept.
    @inlinable @inline(__always)
    public func decodeOrDefer<Value: GDecodable, Key: RawRepresentable, Owner: AnyObject>(
        for key: Key, into owner: Owner, _ body: @escaping (Owner, Value) throws -> Void
    ) throws where Key.RawValue == String {
        let reader = _reader
        try reader.beginSlot(key.rawValue)
        if let value = try reader.decodeNow(orLater: owner, body) {
            try body(owner, value)
        }
    }

    /// Decodes the value for a key, and returns it if it is there at once. Otherwise, passes it to a closure after all
    /// objects are initialized.
    ///
    /// Works like ``decodeOrDefer(for:into:_:)``, but accepts that an older archive has no value, and lets the initializer
    /// assign what is there at once. An assignment in an initializer runs no observers; one in a closure does. `@GCodable`
    /// generates this call:
    ///
    /// ```swift
    /// if let value = try decoder.decodeNow(for: Key.next, orLater: self, { $0.next = $1 }) {
    ///     next = value
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - owner: The object that is being initialized.
    ///   - body: A closure that receives the object and the value, if it is decoded later. It is called once, before the
    ///     decoding call returns.
    /// - Returns: The value, or `nil` if the key is absent or the value is decoded later. The value may itself be an optional
    ///   that is nil.
    /// - Throws: The same errors as ``decodeOrDefer(for:into:_:)``, except `keyNotFound`.
    /// - Complexity: The same as ``decodeOrDefer(for:into:_:)``. For a type that cannot lead to an object, such as `Int`
    ///   or `[String]`, it is the same as ``decode(for:)``.
    @inlinable @inline(__always)
    public func decodeNow<Value: GDecodable, Key: RawRepresentable, Owner: AnyObject>(
        for key: Key, orLater owner: Owner, _ body: @escaping (Owner, Value) throws -> Void
    ) throws -> Value? where Key.RawValue == String {
        let reader = _reader
        guard try reader.beginSlot(ifPresent: key.rawValue) else { return nil }
        return try reader.decodeNow(orLater: owner, body)
    }

    /// Decodes the next unkeyed value, immediately if possible, and otherwise after all objects are initialized.
    ///
    /// - Parameters:
    ///   - owner: The object that is being initialized.
    ///   - body: A closure that receives the object and the value. See ``decodeOrDefer(for:into:_:)``.
    /// - Throws: The same errors as ``decodeOrDefer(for:into:_:)``.
    @inlinable @inline(__always)
    public func decodeOrDefer<Value: GDecodable, Owner: AnyObject>(
        into owner: Owner, _ body: @escaping (Owner, Value) throws -> Void
    ) throws {
        let reader = _reader
        try reader.beginSlot()
        if let value = try reader.decodeNow(orLater: owner, body) {
            try body(owner, value)
        }
    }

    /// Decodes the value for a key after all objects are initialized.
    ///
    /// Use it for weak variables that refer back to a parent. Other variables that may be part of a cycle need not
    /// always wait; see ``decodeOrDefer(for:into:_:)``.
    ///
    /// ```swift
    /// try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - body: A closure that receives the value. It is called after every `init(from:)` and before the decoding call
    ///     returns.
    /// - Throws: ``GraphCodableError/Code/keyNotFound``, `malformed` or `misuse` immediately, as ``decode(for:)``. The
    ///   decoding call throws the errors that occur when the value is decoded.
    /// - Complexity: O(*n*) for *n* bytes of the value, which is skipped at first.
    @inlinable @inline(__always)
    public func deferDecode<Value: GDecodable, Key: RawRepresentable>(
        for key: Key, _ body: @escaping (Value) throws -> Void
    ) throws where Key.RawValue == String {
        let reader = _reader
        try reader.beginSlot(key.rawValue)
        try reader.deferValue(body)
    }

    /// Decodes the next unkeyed value after all objects are initialized.
    ///
    /// - Parameter body: A closure that receives the value. It is called after every `init(from:)` and before the
    ///   decoding call returns.
    /// - Throws: ``GraphCodableError/Code/valueNotFound``, `malformed` or `misuse` immediately, as ``decode()``. The
    ///   decoding call throws the errors that occur when the value is decoded.
    /// - Complexity: O(*n*) for *n* bytes of the value, which is skipped at first.
    @inlinable @inline(__always)
    public func deferDecode<Value: GDecodable>(_ body: @escaping (Value) throws -> Void) throws {
        let reader = _reader
        try reader.beginSlot()
        try reader.deferValue(body)
    }

    /// Calls a closure when all objects are initialized, and all deferred values and collections are set.
    ///
    /// Use it for work that an object can do only when its neighbors are complete. It must not change what an object
    /// is hashed by: sets have been built before. If a class always has such work, let it conform to
    /// ``GDecodeCompletion`` instead.
    ///
    /// - Parameter body: The closure. It is called once, before the decoding call returns, in the order of the calls of
    ///   this method. An error that it throws ends decoding.
    /// - Throws: ``GraphCodableError/Code/misuse`` outside `init(from:)`.
    public func whenDecoded(_ body: @escaping () throws -> Void) throws {
        try _reader.withSession { try $0.deferTask(.call(body)) }
    }

    /// Calls a closure when the values that the same object has deferred before are set, and before the object is
    /// hashed.
    package func whenMigrated(_ body: @escaping () throws -> Void) throws {
        try _reader.withSession { try $0.deferTask(.migration(body)) }
    }
}
