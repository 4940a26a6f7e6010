/// What a ``GDecodable`` type reads its values from.
///
/// You do not conform to this protocol; a ``GraphDecoder`` hands a decoder to `init(from:)`. Values leave the decoder as
/// they are decoded: each can be decoded once.
public protocol GDecoder: AnyObject {
    /// What the program told the ``GraphDecoder``, for types whose decoding depends on it.
    var userInfo: [CodingUserInfoKey: any Sendable] { get }

    /// The version of the type that is being decoded, as it was when it was encoded; 0 for a type without versions.
    ///
    /// Throws ``GraphCodableError/Code/misuse`` outside of `init(from:)`.
    var encodedVersion: UInt32 { get throws }

    /// The class that was encoded, if it has been replaced by the one that is being decoded.
    ///
    /// Throws ``GraphCodableError/Code/misuse`` outside of `init(from:)`.
    var replacedType: GDecodable.Type? { get throws }

    /// The number of values without a key that have not been decoded yet.
    var unkeyedCount: Int { get }
}

extension GDecoder {
    /// Decodes the value of a key.
    ///
    /// - Parameter key: The key under which it was encoded.
    /// - Returns: The value.
    /// - Throws: ``GraphCodableError``: `keyNotFound` when there is no such key, `typeMismatch`, `valueOutOfRange` or
    ///   `wrongClass` when the archive holds something else, `unresolvableCycle` when the object needs itself,
    ///   `malformed` when the archive is damaged; and whatever an `init(from:)` throws.
    /// - Complexity: O(1) apart from the value's own decoding, when values are decoded in the order of encoding.
    @inlinable @inline(__always)
    public func decode<Value: GDecodable, Key: RawRepresentable>(for key: Key) throws -> Value
    where Key.RawValue == String {
        let reader = _reader
        try reader.beginSlot(key.rawValue)
        let journal = reader.journalCount(before: Value.self)
        do {
            return try Value._decode(from: reader)
        } catch {
            reader.recover(to: journal)
            throw error
        }
    }

    /// Decodes the next value without a key.
    ///
    /// - Returns: The value.
    /// - Throws: As ``decode(for:)``; `valueNotFound` when there is no further value.
    @inlinable @inline(__always)
    public func decode<Value: GDecodable>() throws -> Value {
        let reader = _reader
        try reader.beginSlot()
        let journal = reader.journalCount(before: Value.self)
        do {
            return try Value._decode(from: reader)
        } catch {
            reader.recover(to: journal)
            throw error
        }
    }

    /// Decodes the value of a key, or `nil` when the key is absent or its value is nil.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil`.
    /// - Throws: As ``decode(for:)``, but for `keyNotFound`.
    @inlinable @inline(__always)
    public func decodeIfPresent<Value: GDecodable, Key: RawRepresentable>(for key: Key) throws -> Value?
    where Key.RawValue == String {
        guard try _reader.contains(key.rawValue) else { return nil }
        return try decode(for: key) as Value?
    }

    /// Decodes the next value without a key, or `nil` when there is none or it is nil.
    ///
    /// - Returns: The value, or `nil`.
    /// - Throws: As ``decode(for:)``, but for `valueNotFound`.
    @inlinable @inline(__always)
    public func decodeIfPresent<Value: GDecodable>() throws -> Value? {
        guard unkeyedCount > 0 else { return nil }
        return try decode() as Value?
    }

    /// Whether a key is there that has not been decoded yet.
    ///
    /// - Parameter key: The key.
    /// - Returns: True when there is a value, which may be nil.
    /// - Throws: ``GraphCodableError/Code/malformed`` when the archive is damaged.
    @inlinable @inline(__always)
    public func contains<Key: RawRepresentable>(_ key: Key) throws -> Bool where Key.RawValue == String {
        try _reader.contains(key.rawValue)
    }

    /// Decodes the value of a key at once if that is possible, and otherwise when all objects have been initialized.
    ///
    /// This is how cycles of strong references are resolved. A variable that refers to an object which is still being
    /// initialized is set later, all others at once:
    ///
    /// ```swift
    /// try decoder.decodeOrDefer(for: Key.next) { self.next = $0 }
    /// try decoder.decodeOrDefer(for: Key.neighbours) { self.neighbours = $0 }
    /// ```
    ///
    /// Use it for variables that have a value already, such as an optional or an empty array, after the call of `super.init`.
    /// ``deferDecode(for:_:)`` always waits, which is better for references that lead back in every archive: a weak
    /// reference to a parent.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - body: Takes the value, before this method returns or before the decoding call returns. It is called once.
    /// - Throws: As ``decode(for:)``; `unresolvableCycle` only for a cycle among the objects behind the value, which this
    ///   method cannot break. When the value is decoded later, the decoding call throws.
    /// - Complexity: As ``decode(for:)`` without a cycle. In one, what the value itself consists of is read twice, and the
    ///   objects that were made are kept.
    @inlinable @inline(__always)
    public func decodeOrDefer<Value: GDecodable, Key: RawRepresentable>(
        for key: Key, _ body: @escaping (Value) throws -> Void
    ) throws where Key.RawValue == String {
        let reader = _reader
        try reader.beginSlot(key.rawValue)
        try reader.decodeOrDefer(body)
    }

    /// Decodes the next value without a key at once if that is possible, and otherwise when all objects have been initialized.
    ///
    /// - Parameter body: Takes the value. See ``decodeOrDefer(for:_:)``.
    /// - Throws: As ``decodeOrDefer(for:_:)``.
    @inlinable @inline(__always)
    public func decodeOrDefer<Value: GDecodable>(_ body: @escaping (Value) throws -> Void) throws {
        let reader = _reader
        try reader.beginSlot()
        try reader.decodeOrDefer(body)
    }

    /// Decodes the value of a key when all objects have been initialized.
    ///
    /// Use it for weak variables that lead back to a parent. Other variables that may be part of a cycle need not always wait;
    /// see ``decodeOrDefer(for:_:)``.
    ///
    /// ```swift
    /// try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - body: Takes the value, after every `init(from:)` and before the decoding call returns.
    /// - Throws: ``GraphCodableError/Code/keyNotFound`` at once; other errors when the value is decoded.
    @inlinable @inline(__always)
    public func deferDecode<Value: GDecodable, Key: RawRepresentable>(
        for key: Key, _ body: @escaping (Value) throws -> Void
    ) throws where Key.RawValue == String {
        let reader = _reader
        try reader.beginSlot(key.rawValue)
        try reader.deferValue { try body(try Value._decode(from: $0)) }
    }

    /// Decodes the next value without a key when all objects have been initialized.
    ///
    /// - Parameter body: Takes the value, after every `init(from:)` and before the decoding call returns.
    /// - Throws: ``GraphCodableError/Code/valueNotFound`` at once; other errors when the value is decoded.
    @inlinable @inline(__always)
    public func deferDecode<Value: GDecodable>(_ body: @escaping (Value) throws -> Void) throws {
        let reader = _reader
        try reader.beginSlot()
        try reader.deferValue { try body(try Value._decode(from: $0)) }
    }

    /// Calls a closure when all objects have been initialized, after the values that were deferred before.
    ///
    /// Use it for what an object can do only when its neighbours are complete. For an object that is about to be hashed, because
    /// it goes into a set, it is called before that.
    ///
    /// - Parameter body: Called after every `init(from:)` and before the decoding call returns, in the order of the calls
    ///   of this method and of `deferDecode`. Errors that it throws end the decoding.
    /// - Throws: ``GraphCodableError/Code/misuse`` outside of `init(from:)`.
    public func whenDecoded(_ body: @escaping () throws -> Void) throws {
        try _reader.deferCall(body)
    }
}
