extension DecodingSession {
    /// Reads a value whose type is stored in the archive, and casts it to the requested one. No existential holds it in
    /// between: the cast would look up conformances of that first.
    ///
    /// - Returns: The value. For nil, and for an object that is not in the archive, it is nil, if the type has that.
    func decodeAny<Value>(as type: Value.Type) throws -> Value {
        // Collections of arbitrary values may be nested in one another.
        guard hasStackRoom else {
            return try withMoreStack { try decodeAny(as: type) }
        }
        let start = state.pointee.cursor
        let tag = try _reader.peekTag()
        if tag == Tag.absent {
            throw absentKeyError() ?? strayMark()
        }
        if try tag >= Tag.nil && _reader.readNilOrAbsentReference(tag) {
            return try _reader.none(at: start)
        }
        if tag == Tag.typed {
            return try decodeTyped(as: type)
        }
        if tag == Tag.sequence || tag == Tag.map {
            guard let collection = Self.collection(tag, expected: type) else { throw withoutType(tag, expected: type) }
            return try cast(collection.decodeElements(from: _reader), from: start)
        }
        guard _GraphReader.isReference(tag) || Self.isComposite(tag) else { throw withoutType(tag, expected: type) }
        let position = try _GraphReader.isReference(tag) ? targetPosition(expected: type) : state.pointee.cursor
        return try cast(decodeObject(as: try classOfComposite(at: position, expected: type)), from: start)
    }

    /// - Parameter start: The start of the value, for an error.
    private func cast<Found, Value>(_ found: Found, from start: UnsafeRawPointer) throws -> Value {
        // Unlike `as?`, a pattern needs no type metadata of `Value?`, which takes as long as the cast.
        switch found {
        case let value as Value: return value
        default: throw _reader.wrongClass(Swift.type(of: found as Any), expected: Value.self, at: start)
        }
    }

    /// Returns the type as which to decode a collection of values with their types, if `type` is one.
    private static func collection(_ tag: UInt8, expected type: Any.Type) -> (any ProtocolValueCollection.Type)? {
        if type == Any.self {
            return tag == Tag.map ? [AnyHashable: Any].self : [Any].self
        }
        if let collection = type as? any ProtocolValueCollection.Type { return collection }
        return (type as? any OptionalValue.Type).flatMap { collection(tag, expected: $0.wrappedType) }
    }

    @inline(never)
    private func withoutType(_ tag: UInt8, expected type: Any.Type) -> any Error {
        error(
            .typeMismatch,
            """
            The archive holds \(ValueDescription.kind(of: tag)) without its type where \(type) was expected. \
            Encode values of protocol types with encode(any:).
            """)
    }

    private func decodeTyped<Value>(as requested: Value.Type) throws -> Value {
        let start = state.pointee.cursor
        state.pointee.cursor += 1
        let index = Int(clamping: try readVarint())
        guard index < directory.types.count, let name = directory.types[index].name else {
            throw malformed("A value is of type \(index), which has no name.")
        }
        guard try _reader.peekTag() != Tag.typed else {
            throw malformed("A value has a type twice.")
        }
        if Self.isComposite(try _reader.peekTag()), try peekComposite(as: Any.self).shape.pointee.type != index {
            throw malformed("A value of type \(index) has a shape of another type.")
        }
        let found = try findType(index, name)
        let type = found.type
        guard !found.isBridged || BridgedTypes.canBeCast(type, to: requested) else {
            throw _reader.wrongClass(type, expected: requested, at: start)
        }
        try enter()
        return try decode(type, from: start)
    }

    private func decode<Found: GDecodable, Value>(_ type: Found.Type, from start: UnsafeRawPointer) throws -> Value {
        try _reader.charge(DecodingCost.box(of: type))
        let found = try Found._decode(from: _reader)
        state.pointee.depth &-= 1
        return try cast(found, from: start)
    }

    /// Returns the start of the record to which the reference at the cursor refers.
    private func targetPosition(expected type: Any.Type) throws -> UnsafeRawPointer {
        let cursor = state.pointee.cursor
        defer { state.pointee.cursor = cursor }
        // Decoding the object charges for its record.
        let id = try readReference(type, isFollowed: false)
        let record = records.slots[Int(id)]
        guard record.hasRecord else {
            state.pointee.cursor = cursor
            throw missingObject(id, type, at: cursor)
        }
        if let source {
            try requireBytes(of: id, from: source)
        }
        return base + record.start
    }

    private func classOfComposite(
        at position: UnsafeRawPointer, expected type: Any.Type
    ) throws -> any (GDecodable & AnyObject).Type {
        let outer = (state.pointee.cursor, state.pointee.end)
        state.pointee.cursor = position
        // Only the composite's header is read, which is checked against the end of the records, or a little beyond.
        state.pointee.end = base + archive.count - ArchiveFormat.minimumTailSize
        let header = Result { try peekComposite(as: type) }
        // Errors are about the reference.
        (state.pointee.cursor, state.pointee.end) = outer
        let shape = try header.get().shape
        let archived = directory.types[shape.pointee.type]
        guard archived.isReference, let name = archived.name else {
            throw error(
                .typeMismatch,
                """
                The archive holds a value of \(archived.readableName) without its type where \(type) was expected. \
                Encode values of protocol types with encode(any:), and leave the inheritance of their classes enabled.
                """)
        }
        if let known = resolvedTypes[shape.pointee.type] {
            return known.type
        }
        guard let found = try findType(shape.pointee.type, name).type as? any (GDecodable & AnyObject).Type else {
            throw error(.typeNotAllowed, "The type \(archived.readableName) is not a class of the program.")
        }
        return found
    }
}
