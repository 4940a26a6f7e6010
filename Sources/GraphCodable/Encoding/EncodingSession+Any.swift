extension EncodingSession {
    /// Writes a value whose type the reader cannot know: an object as a reference, an array or a dictionary of protocol
    /// values as a collection of such values, and any other value with its type.
    ///
    /// - Parameter isInAny: Whether elements of the value are decoded as elements of `[Any]`.
    func encodeAny(_ value: Any, isInAny: Bool) throws {
        guard let encodable = value as? any GEncodable else {
            if let elements = value as? any ProtocolValueCollection {
                return try elements.encodeElements(into: _writer, isInAny: isInAny)
            }
            throw fail(
                .notEncodable, "\(TypeNames.readableName(of: Swift.type(of: value))) does not conform to GEncodable.")
        }
        guard Swift.type(of: encodable) is AnyObject.Type, let object = encodable as? any GEncodable & AnyObject else {
            return try encodeTyped(encodable)
        }
        guard try isForReleasing || !classType(of: object).pointee.isInheritanceDisabled else {
            throw fail(
                .notEncodable,
                """
                The inheritance of \(TypeNames.readableName(of: Swift.type(of: object))) is disabled, so the archive would \
                not name its class. Encode it as a value of its own class.
                """)
        }
        try object._encode(into: _writer)
    }

    private func encodeTyped<Value: GEncodable>(_ value: Value) throws {
        let type = encodedType(Value.self, isInheritanceDisabled: false)
        if type.pointee.namedEpoch == 0, !isForReleasing {
            try checkName(of: Value.self)
            try checkNameLength(of: type.pointee, isNamed: true)
        }
        try openTyped(type)
        try value._encode(into: _writer)
        _writer.closeCollection()
    }

    /// Writes the type of the value that follows. End it with ``_GraphWriter/closeCollection()``.
    func openTyped(_ type: UnsafeMutablePointer<EncodedType>) throws {
        type.pointee.namedEpoch = epoch
        let id = directory.typeID(of: type)
        try enter()
        try _writer.writeTag(Tag.typed)
        _writer.storeVarint(UInt64(id))
    }
}
