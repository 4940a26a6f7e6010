extension EncodingSession {
    /// Writes a reference to an object. An object that is encountered for the first time is queued for its record.
    @usableFromInline
    func encodeReference(_ object: any GEncodable & AnyObject) throws {
        try encodeReference(object, isConditional: false)
    }

    @usableFromInline
    func encodeConditionalReference(_ object: any GEncodable & AnyObject) throws {
        try encodeReference(object, isConditional: true)
    }

    @inline(__always)
    func encodeReference(_ object: any GEncodable & AnyObject, isConditional: Bool) throws {
        guard !options.contains(.disableIdentity) else {
            if isConditional { warnOfMissingIdentity(type(of: object)) }
            return try encodeInPlace(object, try classType(of: object))
        }
        let address = UInt(bitPattern: Unmanaged.passUnretained(object as AnyObject).toOpaque())
        let (slot, isNew) = objects.slot(for: address, newID: nextID, isQueued: !isConditional)
        if isNew {
            guard loadedLate.isEmpty else {
                objects.removeNewest(slot)
                return try encodeReferenceAfterLoad(object, isConditional: isConditional)
            }
            let type = try classType(of: object)
            if type.pointee.mayHaveIdentity {
                objects.removeNewest(slot)
                return try encodeIdentifiedReference(object, type, isConditional: isConditional)
            }
            try add(object, type, id: slot.pointee.id, isConditional: isConditional)
        } else if !isConditional, !slot.pointee.isQueued {
            slot.pointee.isQueued = true
            enqueue(object, try classType(of: object), id: slot.pointee.id)
        }
        let isPending = !slot.pointee.isQueued
        try writeReference(slot.pointee.id, isConditional: isConditional)
        if !isPending {
            pendingID = nil
        }
    }

    private func add(
        _ object: AnyObject, _ type: UnsafeMutablePointer<EncodedType>?, id: UInt32, isConditional: Bool
    ) throws {
        // The ID is the next one.
        _ = try takeID()
        if isConditional {
            onlyConditional.append(object)
        } else {
            enqueue(object, type, id: id)
        }
    }

    /// Takes the ID for another object.
    @inline(__always)
    func takeID() throws -> UInt32 {
        let id = nextID
        let limit = min(policy.maximumObjectCount, ArchiveFormat.maximumIDCount - 1)
        try require(
            Int(id) <= limit, .limitExceeded,
            """
            The graph has more objects than the \(limit) of maximumObjectCount in the encoder's policy, or more than the \
            format allows.
            """)
        nextID = id + 1
        return id
    }

    @inline(__always)
    func enqueue(
        _ object: AnyObject, _ type: UnsafeMutablePointer<EncodedType>?, id: UInt32, copying copiedID: UInt32 = 0
    ) {
        queue.append(QueuedObject(object: Unmanaged.passRetained(object), type: type, id: id, copiedID: copiedID))
    }

    @inline(__always)
    func writeReference(_ id: UInt32, isConditional: Bool) throws {
        try _writer.makeRoom()
        if isConditional {
            pendingID = id
            _writer.store(Tag.conditionalReference)
            _writer.storeVarint(UInt64(id))
        } else if id < 1 << 13 {
            _writer.store(Tag.reference13 | UInt8(truncatingIfNeeded: id >> 8), UInt64(id & 0xFF), count: 1)
        } else if id < 1 << 21 {
            _writer.store(Tag.reference21 | UInt8(truncatingIfNeeded: id >> 16), UInt64(id & 0xFFFF), count: 2)
        } else {
            _writer.store(Tag.reference32, UInt64(id), count: 4)
        }
    }

    // MARK: Identity by value

    /// Encodes an object whose identity may differ from its own, or that may have none.
    private func encodeIdentifiedReference(
        _ object: any GEncodable & AnyObject, _ type: UnsafeMutablePointer<EncodedType>, isConditional: Bool
    ) throws {
        switch try identity(of: object as AnyObject, type, isConditional: isConditional) {
        case .chosen(let id, let needsRecord, let isNew):
            // The table holds the value of a conditional reference.
            if isNew { _ = try takeID() }
            if needsRecord { enqueue(object, type, id: id) }
            try writeReference(id, isConditional: isConditional)
        case .none, .conflict:
            if isConditional { warnOfMissingIdentity(type.pointee.metatype) }
            try encodeInPlace(object, type)
        }
    }

    /// Encodes a value that may have an identity: as a reference if it has one, and otherwise inline and unconditionally.
    @usableFromInline
    func encodeIdentified<Value: GEncodable>(_ value: Value, isConditional: Bool = false) throws {
        let type = encodedType(Value.self, isInheritanceDisabled: false)
        guard type.pointee.mayHaveIdentity,
            case .chosen(let id, let needsRecord, let isNew) = try identity(
                of: value, type, isConditional: isConditional)
        else {
            if isConditional { warnOfMissingIdentity(Value.self) }
            return try encodeBody(of: value, type)
        }
        if isNew { _ = try takeID() }
        if needsRecord {
            enqueue(IdentifiedValue(value, isHashed: state.pointee.isHashed), nil, id: id)
            _writer.charge(MemoryLayout<Value>.size)
        }
        try writeReference(id, isConditional: isConditional)
    }

    /// Writes the value itself. It has no identity that counts, or this is its record.
    func encodeBody<Value: GEncodable>(of value: Value) throws {
        try encodeBody(of: value, encodedType(Value.self, isInheritanceDisabled: false))
    }

    private func encodeBody<Value: GEncodable>(of value: Value, _ type: UnsafeMutablePointer<EncodedType>) throws {
        if type.pointee.isBinary, let value = value as? any GBinaryEncodable {
            return try encodeBinary(value)
        }
        if type.pointee.mayBeTrivialArray, try (value as? any TrivialArray)?.encodeMemory(into: self, type) == true {
            return
        }
        if type.pointee.needsValue {
            state.pointee.expectation = .identifiedBody
        }
        try value._encode(into: _writer)
        state.pointee.expectation = .none
    }

    /// Encodes one of several roots. It gets a record of its own, if it can have one and is not small anyway, so that each root
    /// can be read without the others.
    func encodeRoot<Value: GEncodable>(_ value: Value) throws {
        let type = encodedType(Value.self, isInheritanceDisabled: false)
        let staysInPlace =
            Value._packedKind != nil || Value.self is any RawRepresentable.Type || Value.self is any StaysInPlace.Type
            || Value.self is any _GPlainEncodable.Type
        guard !staysInPlace, !Value._mayBeNil, !options.contains(.disableIdentity), !type.pointee.isReference,
            !type.pointee.mayHaveIdentity
        else { return try value._encode(into: _writer) }
        let id = nextID
        try add(IdentifiedValue(value, isHashed: false), nil, id: id, isConditional: false)
        _writer.charge(MemoryLayout<Value>.size)
        try writeReference(id, isConditional: false)
    }

    private func encodeBinary(_ value: any GBinaryEncodable) throws {
        var buffer = BinaryWriteBuffer(sortsElements: state.pointee.marksUnordered)
        try callUserCode { try value.write(to: &buffer) }
        try _writer.checkElementCount(buffer.largestCount)
        try require(
            buffer.largestDepth <= maximumDepth, .depthExceeded,
            """
            Binary values are nested more than \(maximumDepth) levels deep, the limit of maximumDepth in the encoder's policy and \
            of the format. Make the recursive part a class with encode(to:).
            """)
        try describeBinary(value)
        _writer.charge(DecodingCost.packed(buffer.count))
        try _writer.writeTag(Tag.binary)
        _writer.storeVarint(UInt64(buffer.count))
        let bytes = buffer.bytes
        try bytes.withUnsafeBytes { try _writer.writeBytes($0, owner: { try bytes.withUnsafeBytes($0) }) }
    }

    /// Prints a warning about a conditional reference that becomes an unconditional one, if the options ask for it.
    private func warnOfMissingIdentity(_ type: Any.Type) {
        guard options.contains(.printWarnings) else { return }
        Warning.print(
            "\(TypeNames.readableName(of: type)) has no identity: it is encoded unconditionally at \(fieldName).")
    }

    private func identity<Value>(
        of value: Value, _ type: UnsafeMutablePointer<EncodedType>, isConditional: Bool
    ) throws -> IdentityTable.Registration {
        // Instances of a class have the same identities whether or not they are archived with their class.
        let type =
            type.pointee.isInheritanceDisabled
            ? encodedType(type.pointee.metatype, isInheritanceDisabled: false) : type
        if options.contains(.tryHashableIdentityAtFirst), let table = ownIdentities(of: type) {
            return try register(value, in: table, isConditional: isConditional)
        }
        if adoptsIdentifiable(isReference: type.pointee.isReference), let table = identities(of: type) {
            let identity = try register(value, in: table, isConditional: isConditional)
            if case .chosen = identity {
                return identity
            }
        }
        if options.contains(.tryHashableIdentityAtLast), let table = ownIdentities(of: type) {
            return try register(value, in: table, isConditional: isConditional)
        }
        return .none
    }

    private func register<Value>(
        _ value: Value, in table: IdentityTable, isConditional: Bool
    ) throws -> IdentityTable.Registration {
        if !table.isListed {
            table.isListed = true
            identityTables.append(table)
        }
        let isHashed = state.pointee.isHashed
        let registration = try callUserCode {
            table.register(value, newID: nextID, isConditional: isConditional, isHashed: isHashed, in: self)
        }
        guard case .conflict(let identity) = registration else { return registration }
        let name = TypeNames.readableName(of: Value.self)
        throw fail(
            .misuse,
            isHashed
                ? """
                A value of type \(name) in a set, or in a key of a dictionary, has the same identity \(identity) as a \
                different one, and would be decoded as that. Give one of them another gcodableID.
                """
                : """
                Two values of type \(name) have the same identity \(identity), but different contents, of which only the \
                first would be archived. Give one of them another gcodableID.
                """)
    }

    private func identities(of type: UnsafeMutablePointer<EncodedType>) -> IdentityTable? {
        let refusesConflicts = options.contains(.checkIdentifiableContents)
        func make<Value: GIdentifiable>(_ type: Value.Type) -> IdentityTable {
            ChosenIdentities<Value>(refusesConflicts: refusesConflicts)
        }
        if let table = type.pointee.identities {
            return table
        }
        type.pointee.identities = (type.pointee.metatype as? any GIdentifiable.Type).map { make($0) }
        return type.pointee.identities
    }

    private func ownIdentities(of type: UnsafeMutablePointer<EncodedType>) -> IdentityTable? {
        func make<Value: Hashable>(_ type: Value.Type) -> IdentityTable { OwnIdentities { $0 as? Value } }
        if let table = type.pointee.ownIdentities {
            return table
        }
        type.pointee.ownIdentities =
            ExactText.isText(type.pointee.metatype)
            ? OwnIdentities { ExactText(of: $0) } : (type.pointee.metatype as? any Hashable.Type).map { make($0) }
        return type.pointee.ownIdentities
    }

    // MARK: Without identity

    /// Writes an object inline. Throws an error if the object contains itself, because the encoding would never end.
    private func encodeInPlace(_ object: any GEncodable & AnyObject, _ type: UnsafeMutablePointer<EncodedType>) throws {
        guard state.pointee.depth < ArchiveFormat.shallowDepth || hasStackRoom else {
            return try withMoreStack { try encodeInPlace(object, type) }
        }
        try require(
            !inPlace.contains(where: { $0 === object }), .unresolvableCycle,
            """
            An object of class \(TypeNames.readableName(of: type.pointee.metatype)) contains itself, and has no \
            identity that would end the cycle. Encode it with identity enabled, and with a gcodableID that is not nil.
            """)
        inPlace.append(object)
        inPlaceCount &+= 1
        _writer.charge(DecodingCost.allocation)
        try openComposite(of: type)
        try object.encode(to: self)
        if type.pointee.keepsUnknown {
            try encodeUnknownFields(ofObject: object)
        }
        try closeComposite()
        inPlace.removeLast()
        // A reference inside the object is not the one to it.
        pendingID = nil
    }

    private var fieldName: String {
        guard let key = state.pointee.slot.pointee.node?.pointee.key else { return "an unkeyed value" }
        return "'\(key)'"
    }
}

/// A value with an identity that is waiting for its record.
class AnyIdentifiedValue {
    /// Writes the value itself.
    func encodeBody(to writer: _GraphWriter) throws {}
}

private final class IdentifiedValue<Value: GEncodable>: AnyIdentifiedValue {
    private let value: Value
    /// Whether the value is a part of an element of a set or of a key of a dictionary.
    private let isHashed: Bool

    init(_ value: Value, isHashed: Bool) {
        (self.value, self.isHashed) = (value, isHashed)
    }

    override func encodeBody(to writer: _GraphWriter) throws {
        guard isHashed else { return try writer.withSession { try $0.encodeBody(of: value) } }
        try writer.hashing { try writer.withSession { try $0.encodeBody(of: value) } }
    }
}
