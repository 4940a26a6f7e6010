extension EncodingSession {
    /// Writes a value whose type the reader cannot know. An object becomes a reference, and an array or a dictionary of protocol
    /// values a collection of such values. Any other value is written with its type.
    ///
    /// - Parameter isInAny: Whether elements of the value are decoded as elements of `[Any]`.
    func encodeAny(_ value: Any, isInAny: Bool) throws {
        guard let encodable = value as? any GEncodable else {
            if let elements = value as? any ProtocolValueCollection {
                anyForms[ObjectIdentifier(Swift.type(of: elements))] = .collection(Swift.type(of: elements))
                return try elements.encodeElements(into: _writer, isInAny: isInAny)
            }
            throw notEncodable(value)
        }
        let type = Swift.type(of: encodable)
        guard type is AnyObject.Type, let object = encodable as? any GEncodable & AnyObject else {
            anyForms[ObjectIdentifier(type)] = .value(type)
            return try encodeTyped(encodable)
        }
        anyForms[ObjectIdentifier(type)] = .object(Swift.type(of: object))
        try encodeObject(object)
    }

    private func notEncodable(_ value: Any) -> any Error {
        fail(.notEncodable, "\(TypeNames.readableName(of: Swift.type(of: value))) does not conform to GEncodable.")
    }

    /// Writes a value in the same way as one of its type before, without the casts to protocols, which are slow.
    func encodeAny(_ value: Any, as form: ExistentialForm, isInAny: @autoclosure () -> Bool) throws {
        switch form {
        case .object(let type): try encodeObject(known(value, as: type))
        case .value(let type): try encodeTyped(known(value, as: type))
        case .collection(let type): try known(value, as: type).encodeElements(into: _writer, isInAny: isInAny())
        }
    }

    private func known<Value>(_ value: Any, as type: Value.Type) throws -> Value {
        // Unlike `as?`, a pattern needs no type metadata of `Value?`, which takes as long as the cast.
        switch value {
        case let value as Value: return value
        default: throw notEncodable(value)
        }
    }

    private func encodeObject<Object: GEncodable & AnyObject>(_ object: Object) throws {
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
        if !type.pointee.isConstructible, !isForReleasing {
            try checkName(of: Value.self)
            try checkNameLength(of: type.pointee, isNamed: true)
            type.pointee.isConstructible = true
        }
        try openTyped(type)
        _writer.charge(DecodingCost.box(of: Value.self))
        try value._encode(into: _writer)
        _writer.closeCollection()
    }

    /// Writes the type of the value that follows. End it with ``_GraphWriter/closeCollection()``.
    func openTyped(_ type: UnsafeMutablePointer<EncodedType>) throws {
        type.pointee.namedEpoch = epoch
        let id = directory.typeID(of: type)
        try _writer.enter(Tag.typed)
        _writer.storeVarint(UInt64(id))
    }
}
