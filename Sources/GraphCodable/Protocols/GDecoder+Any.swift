extension GDecoder {
    /// Decodes the value of a key as a protocol type.
    ///
    /// ```swift
    /// shape = try decoder.decode(any: (any Shape).self, for: Key.shape)
    /// shapes = try decoder.decode(any: [any Shape].self, for: Key.shapes)
    /// ```
    ///
    /// The archive names the type of the value, so any type of the program that conforms to ``GDecodable`` may be
    /// instantiated before the cast is checked. For archives from strangers use
    /// ``GraphDecodingPolicy/AllowedTypes/registered`` or a list.
    ///
    /// - Parameters:
    ///   - type: The protocol type; or an optional one.
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

    /// Decodes the value of a key as an array of a protocol type.
    ///
    /// - Parameters:
    ///   - type: The array's type.
    ///   - key: The key.
    /// - Returns: The values.
    /// - Throws: As ``decode(any:for:)``.
    public func decode<Value, Key: RawRepresentable>(
        any type: [Value].Type, for key: Key
    ) throws -> [Value] where Key.RawValue == String {
        try _reader.beginSlot(key.rawValue)
        return try recovering { try $0.decodeAnyElements(Value.self) }
    }

    /// Decodes the next value without a key as an array of a protocol type.
    ///
    /// - Parameter type: The array's type.
    /// - Returns: The values.
    /// - Throws: As ``decode(any:for:)``.
    public func decode<Value>(any type: [Value].Type) throws -> [Value] {
        try _reader.beginSlot()
        return try recovering { try $0.decodeAnyElements(Value.self) }
    }

    private func recovering<Value>(_ body: (_GraphReader) throws -> Value) throws -> Value {
        let reader = _reader
        let mark = reader.mark
        do {
            return try body(reader)
        } catch {
            reader.recover(to: mark)
            throw error
        }
    }
}

extension _GraphReader {
    fileprivate func decodeAny<Value>(_ type: Value.Type) throws -> Value {
        let found = try state.pointee.session._withUnsafeGuaranteedRef { try $0.decodeAny(asking: type) }
        if let value = found as? Value {
            return value
        }
        if found == nil {
            guard let optional = type as? any ExpressibleByNilLiteral.Type,
                let none = optional.init(nilLiteral: ()) as? Value
            else {
                throw error(
                    .valueNotFound, "The archive holds nil where a \(type) is needed. Decode it as an optional.")
            }
            return none
        }
        let foundName = TypeNames.readableName(of: Swift.type(of: found ?? 0))
        throw error(.wrongClass, "The archive holds a value of type \(foundName), which is no \(type).")
    }

    fileprivate func decodeAnyElements<Value>(_ type: Value.Type) throws -> [Value] {
        let count = try openCollection(Tag.sequence, of: [Value].self)
        var elements: [Value] = []
        elements.reserveCapacity(Swift.min(count, 65_536))
        for _ in 0..<count {
            elements.append(try decodeAny(type))
        }
        closeCollection()
        return elements
    }
}
