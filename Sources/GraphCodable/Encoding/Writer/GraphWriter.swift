/// Writes values into the archive that an encoder creates.
///
/// The type is public so that conformances in other modules can be specialized down to the bytes that they write. Its
/// members are not part of the package's interface.
@frozen
public struct _GraphWriter {
    @usableFromInline let state: UnsafeMutablePointer<WriterState>

    init(state: UnsafeMutablePointer<WriterState>) {
        self.state = state
    }

    /// Calls `body` with the session, without changing a reference count.
    @inlinable @inline(__always)
    func withSession<Result>(_ body: (EncodingSession) throws -> Result) rethrows -> Result {
        try state.pointee.session._withUnsafeGuaranteedRef { try body($0) }
    }

    // MARK: Slots

    /// Begins the slot of the next value, which has a key.
    @inlinable @inline(__always)
    func beginSlot(_ key: String) throws {
        let slot = state.pointee.slot
        if slot.pointee.identity == KeyIdentity(key) {
            state.pointee.slot = slot + 1
        } else {
            try withSession { try $0.beginUnexpectedSlot(key) }
        }
    }

    /// Begins the slot of the next value, which has no key.
    @inlinable @inline(__always)
    func beginSlot() throws {
        let slot = state.pointee.slot
        if slot.pointee.identity == .unkeyed {
            state.pointee.slot = slot + 1
        } else {
            try withSession { try $0.beginUnexpectedSlot(nil) }
        }
    }

    /// Writes the next value, which has a key. After an error, it is half written, so the encoding fails even if the program
    /// catches the error.
    @inlinable @inline(__always)
    func inSlot(_ key: String, _ write: (_GraphWriter) throws -> Void) throws {
        do {
            try beginSlot(key)
            try write(self)
        } catch {
            throw withSession { $0.record(error) }
        }
    }

    /// Writes the next value, which has no key.
    @inlinable @inline(__always)
    func inSlot(_ write: (_GraphWriter) throws -> Void) throws {
        do {
            try beginSlot()
            try write(self)
        } catch {
            throw withSession { $0.record(error) }
        }
    }

    /// Returns the raw value of a value that is about to be written. Throws an error if `rawValue` uses the encoder.
    @inlinable @inline(__always)
    func rawValue<Value: RawRepresentable>(of value: Value) throws -> Value.RawValue {
        let cursor = state.pointee.cursor
        let rawValue = value.rawValue
        guard state.pointee.cursor == cursor else { throw usedInRawValue() }
        return rawValue
    }

    @usableFromInline @inline(never)
    func usedInRawValue() -> any Error {
        withSession {
            $0.fail(.misuse, "The encoder was used in the middle of a value, by its rawValue.")
        }
    }

    /// Records that the current composite has no value for a key.
    @inlinable @inline(__always)
    func skip(_ key: String) throws {
        if state.pointee.frame.pointee.marksAbsentKeys {
            try withSession { try $0.markAbsent(key) }
        }
    }

    // MARK: Nested values

    /// Returns whether values of a type are known to be only raw values.
    @usableFromInline
    func isRawValue(_ metatype: Any.Type) -> Bool {
        withSession {
            $0.encodedType(metatype, isInheritanceDisabled: false).pointee.isRawValue
        }
    }

    /// Encodes a value with its identity. Returns false if values of its type have none, or if this is the record of one: then the
    /// caller writes it.
    @inlinable @inline(__always)
    func encodeIfIdentified<Value: GEncodable>(_ value: Value) throws -> Bool {
        guard needsIdentity(Value.self) else { return false }
        try encodeIdentified(value)
        return true
    }

    // Not inlined, because nearly all values have no identity.
    @usableFromInline @inline(never)
    func encodeIdentified<Value: GEncodable>(_ value: Value) throws {
        try withSession { try $0.encodeIdentified(value) }
    }

    @inlinable
    func needsIdentity(_ metatype: Any.Type) -> Bool {
        let address = UInt(bitPattern: unsafeBitCast(metatype, to: Int.self))
        let slot = Int(truncatingIfNeeded: (UInt64(address) &* 0x9E37_79B9_7F4A_7C15) >> WriterState.plainTypeShift)
        return state.pointee.plainTypes[slot] != address && askForIdentity(metatype, slot: slot)
    }

    /// Writes a value in place of one of another type. Its identity does not count: a reference to it would be read as one
    /// to a value of the other type.
    func encodePlain<Plain: GEncodable>(_ value: Plain) throws {
        guard needsIdentity(Plain.self) else { return try value._encode(into: self) }
        try withSession { try $0.encodeBody(of: value) }
    }

    /// Writes a value like ``encodePlain(_:)``, and charges for making one of the other type from it.
    func encodeConverted<Plain: GEncodable, Value: _GPlainCost>(_ value: Plain, of type: Value.Type) throws {
        let (perByte, perValue) = (Value._costPerByte, Value._costPerValue)
        guard perByte > 0 || perValue > 0 else { return try encodePlain(value) }
        let start = withSession { $0.position }
        try encodePlain(value)
        chargeConversion(since: start, perByte: perByte, perValue: perValue)
    }

    /// Charges for making a value from what has been written from a position.
    func chargeConversion(since start: Int, perByte: Int = 0, perValue: Int = 0) {
        charge((withSession { $0.position } - start).multipliedClamped(by: perByte + 1).addingClamped(perValue))
    }

    @usableFromInline @inline(never)
    func askForIdentity(_ metatype: Any.Type, slot: Int) -> Bool {
        let address = UInt(bitPattern: unsafeBitCast(metatype, to: Int.self))
        let types = state.pointee.plainTypes
        // Otherwise two types that happen to share a slot would replace each other with every value.
        if types[slot ^ 1] == address {
            return false
        }
        return withSession { session in
            let type = session.encodedType(metatype, isInheritanceDisabled: false)
            guard type.pointee.needsValue else {
                types[types[slot] == 0 ? slot : slot ^ 1] = address
                return false
            }
            return !session.takeIdentifiedBody()
        }
    }

    /// Encodes a value whose composite has not been entered.
    @usableFromInline @inline(never)
    func encodeUnentered<Value: GEncodable>(_ value: Value, _ entry: CompositeEntryResult) throws {
        try withSession { session in
            if case .needsRoom = entry {
                try session.withMoreStack { try value._encode(into: self) }
            } else {
                try session.encodeIdentified(value)
            }
        }
    }

    /// Encodes a value without copying it, which would retain and release everything inside it.
    ///
    /// The value does not change. `inout` tells the compiler that nothing else changes it meanwhile. Otherwise, a value
    /// that is accessed through a pointer would be copied before the call.
    @inlinable @inline(__always)
    func encodeInPlace<Value: GEncodable>(_ value: inout Value) throws {
        try value._encode(into: self)
    }

    /// - Parameter elementSize: The memory that a decoded element takes, in bytes.
    @usableFromInline
    func openCollection(_ tag: UInt8, count: Int, elementSize: Int) throws {
        try checkElementCount(count)
        charge(DecodingCost.collection(count, elementSize: elementSize))
        try enter(tag)
        storeVarint(UInt64(count))
    }

    /// Writes the mark of a present optional, which is a level of nesting. End it with ``closeCollection()``.
    @usableFromInline
    func openSome() throws {
        try enter(Tag.some)
    }

    /// Writes the tag of a value that contains other values.
    func enter(_ tag: UInt8) throws {
        try makeRoom()
        try withSession { try $0.enter() }
        store(tag)
    }

    @inlinable
    func closeCollection() {
        state.pointee.depth &-= 1
    }

    /// Adds the cost of decoding what is being written, in the units of ``GraphDecodingPolicy/maximumCostPerByte``.
    @inlinable @inline(__always)
    func charge(_ cost: Int) {
        state.pointee.cost = state.pointee.cost.addingClamped(cost)
    }

    /// Throws an error if a collection is larger than readers accept.
    @inlinable @inline(__always)
    func checkElementCount(_ count: Int) throws {
        guard count <= state.pointee.maximumElementCount else { throw tooManyElements(count) }
    }

    @usableFromInline @inline(never)
    func tooManyElements(_ count: Int) -> any Error {
        withSession { session in
            session.fail(
                .limitExceeded,
                """
                A collection has \(count) elements, more than the \(session.policy.maximumElementCount) of maximumElementCount in \
                the encoder's policy.
                """)
        }
    }
}
