extension EncodingSession {
    /// Writes a reference to an object, which is queued for its record when it is met for the first time.
    func encodeReference(_ object: any GEncodable & AnyObject) throws {
        try encodeReference(object, isConditional: false)
    }

    func encodeConditionalReference(_ object: any GEncodable & AnyObject) throws {
        try encodeReference(object, isConditional: true)
    }

    @inline(__always)
    private func encodeReference(_ object: any GEncodable & AnyObject, isConditional: Bool) throws {
        guard !options.contains(.disableIdentity) else {
            return try encodeInPlace(object, try classType(of: object))
        }
        let address = UInt(bitPattern: Unmanaged.passUnretained(object as AnyObject).toOpaque())
        let (slot, isNew) = objects.slot(for: address, newID: nextID, isQueued: !isConditional)
        if isNew {
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
        try writeReference(slot.pointee.id, isConditional: isConditional)
    }

    private func add(
        _ object: any GEncodable & AnyObject, _ type: UnsafeMutablePointer<EncodedType>?, id: UInt32,
        isConditional: Bool
    ) throws {
        let limit = min(policy.maximumObjectCount, ArchiveFormat.maximumIDCount - 1)
        guard Int(id) <= limit else {
            throw fail(
                .limitExceeded,
                "The graph has more objects than the \(limit) of the encoder's policy, or more than the format allows.")
        }
        nextID = id + 1
        if isConditional {
            onlyConditional.append(object)
        } else {
            enqueue(object, type, id: id)
        }
    }

    @inline(__always)
    private func enqueue(_ object: AnyObject, _ type: UnsafeMutablePointer<EncodedType>?, id: UInt32) {
        let retained = Unmanaged.passRetained(object)
        queue.append(QueuedObject(object: UnsafeRawPointer(retained.toOpaque()), type: type, id: id))
    }

    private func writeReference(_ id: UInt32, isConditional: Bool) throws {
        try _writer.makeRoom()
        if isConditional {
            _writer.store(Tag.conditionalReference)
            _writer.storeVarint(UInt64(id))
        } else if id < 1 << 13 {
            _writer.store(Tag.reference13 | UInt8(truncatingIfNeeded: id >> 8))
            _writer.store(UInt8(truncatingIfNeeded: id))
        } else if id < 1 << 21 {
            _writer.store(Tag.reference21 | UInt8(truncatingIfNeeded: id >> 16), UInt64(id & 0xFFFF), count: 2)
        } else {
            _writer.store(Tag.reference32, UInt64(id), count: 4)
        }
    }

    // MARK: Identity by value

    /// An object whose identity may be another than its own, or that may have none.
    private func encodeIdentifiedReference(
        _ object: any GEncodable & AnyObject, _ type: UnsafeMutablePointer<EncodedType>, isConditional: Bool
    ) throws {
        switch identity(of: object, isReference: true) {
        case .own:
            let address = UInt(bitPattern: Unmanaged.passUnretained(object as AnyObject).toOpaque())
            let (slot, _) = objects.slot(for: address, newID: nextID, isQueued: !isConditional)
            try add(object, type, id: slot.pointee.id, isConditional: isConditional)
            try writeReference(slot.pointee.id, isConditional: isConditional)
        case .value(let identity):
            try encodeIdentity(identity, isConditional: isConditional) { (object, type) }
        case .none:
            try encodeInPlace(object, type)
        }
    }

    /// A value that may have an identity: a reference if it has one, else the value itself.
    func encodeIdentified<Value: GEncodable>(_ value: Value, isConditional: Bool) throws {
        guard encodedType(Value.self, isInheritanceDisabled: false).pointee.mayHaveIdentity,
            case .value(let identity) = identity(of: value, isReference: false)
        else {
            return try encodeBody(of: value)
        }
        try encodeIdentity(identity, isConditional: isConditional) { (IdentifiedValue(value), nil) }
    }

    /// Writes a value itself, which has no identity or whose record this is.
    func encodeBody<Value: GEncodable>(of value: Value) throws {
        if encodedType(Value.self, isInheritanceDisabled: false).pointee.isBinary,
            let value = value as? any GBinaryEncodable
        {
            return try encodeBinary(value)
        }
        state.pointee.isIdentifiedBody = true
        try value._encode(into: _writer)
        state.pointee.isIdentifiedBody = false
    }

    private func encodeBinary(_ value: any GBinaryEncodable) throws {
        var buffer = BinaryWriteBuffer()
        try value.write(to: &buffer)
        try _writer.checkElementCount(buffer.largestCount)
        describeBinary(value)
        try _writer.writeTag(Tag.binary)
        _writer.storeVarint(UInt64(buffer.count))
        let bytes = buffer.bytes
        try bytes.withUnsafeBytes { try _writer.writeBytes($0, owner: { try bytes.withUnsafeBytes($0) }) }
    }

    func encodeConditionalValue<Value: GEncodable>(_ value: Value) throws {
        let type = encodedType(Value.self, isInheritanceDisabled: false)
        if type.pointee.mayHaveIdentity {
            return try encodeIdentified(value, isConditional: true)
        }
        if options.contains(.printWarnings) {
            Warning.print(
                "\(TypeNames.readableName(of: Value.self)) has no identity: it is encoded unconditionally at \(fieldName)."
            )
        }
        try value._encode(into: _writer)
    }

    private func encodeIdentity(
        _ identity: ValueIdentity, isConditional: Bool,
        _ target: () -> (any GEncodable & AnyObject, UnsafeMutablePointer<EncodedType>?)
    ) throws {
        if let known = identities[identity] {
            if !isConditional, !known.isQueued {
                identities[identity] = (known.id, true)
                let (object, type) = target()
                enqueue(object, type, id: known.id)
            }
            return try writeReference(known.id, isConditional: isConditional)
        }
        let id = nextID
        let (object, type) = target()
        try add(object, type, id: id, isConditional: isConditional)
        identities[identity] = (id, !isConditional)
        try writeReference(id, isConditional: isConditional)
    }

    private enum Identity {
        case own, value(ValueIdentity), none
    }

    private func identity<Value>(of value: Value, isReference: Bool) -> Identity {
        if options.contains(.tryHashableIdentityAtFirst), let hashable = value as? any Hashable {
            return .value(ValueIdentity(of: value, id: AnyHashable(hashable)))
        }
        let isHashableLast = options.contains(.tryHashableIdentityAtLast)
        if !options.contains(.ignoreGIdentifiableProtocol), let identifiable = value as? any GIdentifiable {
            if let id = Self.identifier(of: identifiable) {
                return .value(ValueIdentity(of: value, id: id))
            }
        } else if isReference, !options.contains(.disableAutoObjectIdentifierIdentityForReferences) {
            return .own
        }
        if isHashableLast, let hashable = value as? any Hashable {
            return .value(ValueIdentity(of: value, id: AnyHashable(hashable)))
        }
        return .none
    }

    private static func identifier<Value: GIdentifiable>(of value: Value) -> AnyHashable? {
        value.gcodableID.map { AnyHashable($0) }
    }

    // MARK: Without identity

    /// Writes an object where it is used. An object inside itself would never end, so that is an error.
    private func encodeInPlace(
        _ object: any GEncodable & AnyObject, _ type: UnsafeMutablePointer<EncodedType>
    ) throws {
        guard !inPlace.contains(where: { $0 === object }) else {
            throw fail(
                .unresolvableCycle,
                """
                An object of class \(TypeNames.readableName(of: type.pointee.metatype)) contains itself, and has no \
                identity that would end the cycle. Encode it with identity enabled.
                """)
        }
        inPlace.append(object)
        try openComposite(of: type)
        try object.encode(to: self)
        try closeComposite()
        inPlace.removeLast()
    }

    private var fieldName: String {
        guard let key = state.pointee.slot.pointee.node?.pointee.key else { return "an unkeyed value" }
        return "'\(key)'"
    }
}

/// An identity that a program gave to a value. The same id means another value in another type.
struct ValueIdentity: Hashable {
    private let type: ObjectIdentifier
    private let id: AnyHashable

    init<Value>(of value: Value, id: AnyHashable) {
        type = ObjectIdentifier(Swift.type(of: value as Any))
        self.id = id
    }
}

/// A value with identity that waits for its record.
class AnyIdentifiedValue: GEncodable {
    func encode(to encoder: GEncoder) throws {
        try encodeBody(to: encoder._writer)
    }

    /// Writes the value itself.
    func encodeBody(to writer: _GraphWriter) throws {}
}

private final class IdentifiedValue<Value: GEncodable>: AnyIdentifiedValue {
    private let value: Value

    init(_ value: Value) {
        self.value = value
    }

    override func encodeBody(to writer: _GraphWriter) throws {
        try writer.state.pointee.session._withUnsafeGuaranteedRef { try $0.encodeBody(of: value) }
    }
}
