extension GDecoder {
    /// Decodes the value for a key as a protocol type.
    ///
    /// ```swift
    /// shape = try decoder.decode(any: (any Shape).self, for: Key.shape)
    /// shapes = try decoder.decode(any: [any Shape].self, for: Key.shapes)
    /// named = try decoder.decode(any: [String: any Shape].self, for: Key.named)
    /// ```
    ///
    /// The archive names the type of the value. The decoder can therefore instantiate any type of the program that
    /// conforms to ``GDecodable`` before it checks the cast. For untrusted archives, use
    /// ``GraphDecodingPolicy/AllowedTypes/registered`` or a list.
    ///
    /// - Parameters:
    ///   - type: The protocol type; or an optional, an array or a dictionary of it, nested as it was encoded. If you
    ///     request `Any`, an array of values with their types decodes to `[Any]`, and a dictionary to `[AnyHashable:
    ///     Any]`.
    ///   - key: The key.
    /// - Returns: The value.
    /// - Throws: ``GraphCodableError``: `wrongClass` if the value is not of that type, `typeNotFound`, `typeNotAllowed`
    ///   or `valueNotFound`; otherwise the same errors as ``decode(for:)``.
    public func decode<Value, Key: RawRepresentable>(any type: Value.Type, for key: Key) throws -> Value
    where Key.RawValue == String {
        try _reader.beginSlot(key.rawValue)
        return try _reader.rollingBack { try $0.decodeAny(type) }
    }

    /// Decodes the next unkeyed value as a protocol type.
    ///
    /// - Parameter type: The protocol type.
    /// - Returns: The value.
    /// - Throws: The same errors as ``decode(any:for:)``.
    public func decode<Value>(any type: Value.Type) throws -> Value {
        try _reader.beginSlot()
        return try _reader.rollingBack { try $0.decodeAny(type) }
    }

    /// Decodes the value for a key as a protocol type, immediately if possible, and otherwise after all objects are
    /// initialized.
    ///
    /// - Parameters:
    ///   - type: The protocol type, as in ``decode(any:for:)``.
    ///   - key: The key.
    ///   - owner: The object that is being initialized.
    ///   - body: A closure that receives the object and the value. See ``decodeOrDefer(for:into:_:)``.
    /// - Throws: The same errors as ``decode(any:for:)`` and ``decodeOrDefer(for:into:_:)``.
    public func decodeOrDefer<Value, Key: RawRepresentable, Owner: AnyObject>(
        any type: Value.Type, for key: Key, into owner: Owner, _ body: @escaping (Owner, Value) throws -> Void
    ) throws where Key.RawValue == String {
        let reader = _reader
        try reader.beginSlot(key.rawValue)
        if let value = try reader.decodeNow({ try $0.decodeAny(type) }, orLater: { try body(owner, $0) }) {
            try body(owner, value)
        }
    }

    /// Decodes the value for a key as a protocol type, and returns it if it is there at once. Otherwise, passes it to a
    /// closure after all objects are initialized.
    ///
    /// - Parameters:
    ///   - type: The protocol type, as in ``decode(any:for:)``.
    ///   - key: The key.
    ///   - owner: The object that is being initialized.
    ///   - body: A closure that receives the object and the value. See ``decodeNow(for:orLater:_:)``.
    /// - Returns: The value, or `nil` if the key is absent or the value is decoded later.
    /// - Throws: The same errors as ``decode(any:for:)`` and ``decodeOrDefer(for:into:_:)``, except `keyNotFound`.
    public func decodeNow<Value, Key: RawRepresentable, Owner: AnyObject>(
        any type: Value.Type, for key: Key, orLater owner: Owner, _ body: @escaping (Owner, Value) throws -> Void
    ) throws -> Value? where Key.RawValue == String {
        let reader = _reader
        guard try reader.beginSlot(ifPresent: key.rawValue) else { return nil }
        return try reader.decodeNow({ try $0.decodeAny(type) }, orLater: { try body(owner, $0) })
    }
}

extension _GraphReader {
    /// Decodes the value at the cursor with a closure, or defers it.
    ///
    /// - Returns: The value, or `nil` if it is deferred.
    func decodeNow<Value>(
        _ decode: @escaping (_GraphReader) throws -> Value, orLater use: @escaping (Value) throws -> Void
    ) throws -> Value? {
        var value: Value?
        if try !decodeUnlessInCycle(state.pointee.journalCount, decode, then: { value = $0 }) {
            try withSession { try $0.deferValue { try $0.pass(try decode($0), to: use) } }
        }
        return value
    }

    func decodeAny<Value>(_ type: Value.Type) throws -> Value {
        if try peekTag() == Tag.some, let optional = type as? any OptionalValue.Type,
            optional.wrappedType is any OptionalValue.Type
        {
            return try decodeSome(optional)
        }
        return try withSession { try $0.decodeAny(as: type) }
    }

    /// Decodes a value of an optional of an optional.
    @inline(never)
    private func decodeSome<Value>(_ optional: any OptionalValue.Type) throws -> Value {
        let start = state.pointee.cursor
        try openSome()
        let value = try optional.decodeMarked(from: self)
        closeCollection()
        guard let value = value as? Value else {
            throw wrongClass(Swift.type(of: value), expected: Value.self, at: start)
        }
        return value
    }

    @inline(never)
    func none<Value>(at start: UnsafeRawPointer) throws -> Value {
        guard let optional = Value.self as? any ExpressibleByNilLiteral.Type,
            let none = optional.init(nilLiteral: ()) as? Value
        else {
            // A reference says which object is missing.
            if start.load(as: UInt8.self) == Tag.conditionalReference {
                state.pointee.cursor = start
                try withSession {
                    let id = try $0.readReference(Value.self, isFollowed: false)
                    try $0.checkIsAvailable(id, Value.self, from: start)
                }
            }
            throw error(
                .valueNotFound, "The archive holds nil where \(Value.self) was expected. Decode it as an optional.",
                at: start)
        }
        return none
    }

    @inline(never)
    func wrongClass(_ found: Any.Type, expected type: Any.Type, at start: UnsafeRawPointer) -> any Error {
        let name = TypeNames.readableName(of: found)
        return error(
            .wrongClass,
            "The archive holds a value of type \(name), which is not \(type). Let it conform, or request another type.",
            at: start)
    }
}
