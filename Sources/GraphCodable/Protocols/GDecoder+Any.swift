extension GDecoder {
    /// Decodes the value of a key as a protocol type.
    ///
    /// ```swift
    /// shape = try decoder.decode(any: (any Shape).self, for: Key.shape)
    /// shapes = try decoder.decode(any: [any Shape].self, for: Key.shapes)
    /// named = try decoder.decode(any: [String: any Shape].self, for: Key.named)
    /// ```
    ///
    /// The archive names the type of the value, so any type of the program that conforms to ``GDecodable`` may be
    /// instantiated before the cast is checked. For archives from strangers use
    /// ``GraphDecodingPolicy/AllowedTypes/registered`` or a list.
    ///
    /// - Parameters:
    ///   - type: The protocol type; or an optional, an array or a dictionary of it, nested as it was encoded. Where `Any` is
    ///     asked for, an array of values with their types is an `[Any]`, and a dictionary an `[AnyHashable: Any]`.
    ///   - key: The key.
    /// - Returns: The value.
    /// - Throws: ``GraphCodableError``: `wrongClass` when the value is not of that type, `typeNotFound`,
    ///   `typeNotAllowed`, `valueNotFound`; else as ``decode(for:)``.
    public func decode<Value, Key: RawRepresentable>(any type: Value.Type, for key: Key) throws -> Value
    where Key.RawValue == String {
        try _reader.beginSlot(key.rawValue)
        return try recovering { try $0.decodeAny(type) }
    }

    /// Decodes the next value without a key as a protocol type.
    ///
    /// - Parameter type: The protocol type.
    /// - Returns: The value.
    /// - Throws: As ``decode(any:for:)``.
    public func decode<Value>(any type: Value.Type) throws -> Value {
        try _reader.beginSlot()
        return try recovering { try $0.decodeAny(type) }
    }

    /// Decodes the value of a key as a protocol type, at once if that is possible, and otherwise when all objects have been
    /// initialized.
    ///
    /// - Parameters:
    ///   - type: The protocol type, as in ``decode(any:for:)``.
    ///   - key: The key.
    ///   - body: Takes the value. See ``decodeOrDefer(for:_:)``.
    /// - Throws: As ``decode(any:for:)`` and ``decodeOrDefer(for:_:)``.
    public func decodeOrDefer<Value, Key: RawRepresentable>(
        any type: Value.Type, for key: Key, _ body: @escaping (Value) throws -> Void
    ) throws where Key.RawValue == String {
        let reader = _reader
        try reader.beginSlot(key.rawValue)
        if let value = try reader.decodeUnlessInCycle(reader.state.pointee.journalCount, { try $0.decodeAny(type) }) {
            try body(value)
        } else {
            try reader.deferValue { try body(try $0.decodeAny(type)) }
        }
    }

    private func recovering<Value>(_ body: (_GraphReader) throws -> Value) throws -> Value {
        let reader = _reader
        let journal = reader.state.pointee.journalCount
        do {
            return try body(reader)
        } catch {
            reader.recover(to: journal)
            throw error
        }
    }
}

extension _GraphReader {
    func decodeAny<Value>(_ type: Value.Type) throws -> Value {
        let found = try state.pointee.session._withUnsafeGuaranteedRef { try $0.decodeAny(asking: type) }
        guard let found else {
            guard let optional = type as? any ExpressibleByNilLiteral.Type,
                let none = optional.init(nilLiteral: ()) as? Value
            else {
                throw error(
                    .valueNotFound, "The archive holds nil where a \(type) is needed. Decode it as an optional.")
            }
            return none
        }
        guard let value = found as? Value else {
            let foundName = TypeNames.readableName(of: Swift.type(of: found))
            throw error(.wrongClass, "The archive holds a value of type \(foundName), which is no \(type).")
        }
        return value
    }
}
