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

    /// Returns whether a value of a collection type must be encoded with ``encodeIdentified(_:)``.
    @inlinable
    func needsIdentity(_ metatype: Any.Type) -> Bool {
        let address = UInt(bitPattern: unsafeBitCast(metatype, to: Int.self))
        let slot = Int(truncatingIfNeeded: (UInt64(address) &* 0x9E37_79B9_7F4A_7C15) >> WriterState.plainTypeShift)
        return state.pointee.plainTypes[slot] != address && askForIdentity(metatype, slot: slot)
    }

    /// Writes a value in place of one of another type. If that one has an identity, this is its record, which cannot be
    /// a reference to another record.
    @inlinable
    func encodePlain<Plain: GEncodable>(_ value: Plain, of metatype: Any.Type) throws {
        if state.pointee.stringsHaveIdentity {
            expectBody(of: metatype)
        }
        try value._encode(into: self)
    }

    @usableFromInline @inline(never)
    func expectBody(of metatype: Any.Type) {
        withSession { session in
            if session.encodedType(metatype, isInheritanceDisabled: false).pointee.needsValue {
                state.pointee.expectation = .identifiedBody
            }
        }
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
    private func enter(_ tag: UInt8) throws {
        try makeRoom()
        state.pointee.depth &+= 1
        if state.pointee.depth > state.pointee.uncheckedDepth {
            try withSession { try $0.checkDepth() }
        }
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

// MARK: - Bytes

extension _GraphWriter {
    /// Ensures that a short value fits: ``WriterState/slack`` bytes.
    @inlinable @inline(__always)
    func makeRoom() throws {
        if state.pointee.cursor > state.pointee.limit {
            try withSession { try $0.handOnChunk() }
        }
    }

    @inlinable @inline(__always)
    func store(_ byte: UInt8) {
        state.pointee.cursor.storeBytes(of: byte, as: UInt8.self)
        state.pointee.cursor += 1
    }

    /// Stores a tag and eight bytes, of which only the first `count` are kept.
    @inlinable @inline(__always)
    func store(_ tag: UInt8, _ bits: UInt64, count: Int) {
        let cursor = state.pointee.cursor
        cursor.storeBytes(of: tag, as: UInt8.self)
        (cursor + 1).storeBytes(of: bits.littleEndian, as: UInt64.self)
        state.pointee.cursor = cursor + (1 &+ count)
    }

    @inlinable
    func storeVarint(_ value: UInt64) {
        Varint.write(value) { store($0) }
    }

    @inlinable @inline(__always)
    func writeTag(_ tag: UInt8) throws {
        try makeRoom()
        store(tag)
    }

    /// Stores an integer in its shortest form.
    @inlinable @inline(__always)
    func storeNumber(_ value: Int64) {
        if UInt64(bitPattern: value) < 64 {
            store(UInt8(truncatingIfNeeded: value))
        } else {
            // The number of significant bits without the sign, so that fewer than 8 fit into an Int8, and so on.
            let bits = 64 &- (value ^ (value >> 63)).leadingZeroBitCount
            let exponent = bits < 8 ? 0 : bits < 16 ? 1 : bits < 32 ? 2 : 3
            store(Tag.int8 &+ UInt8(truncatingIfNeeded: exponent), UInt64(bitPattern: value), count: 1 &<< exponent)
        }
    }

    @inlinable @inline(__always)
    func storeNumber(_ value: UInt64) {
        if let signed = Int64(exactly: value) {
            storeNumber(signed)
        } else {
            store(Tag.uint64, value, count: 8)
        }
    }

    @usableFromInline
    func write(_ value: Int128) throws {
        if let signed = Int64(exactly: value) {
            try signed._encode(into: self)
        } else if let unsigned = UInt64(exactly: value) {
            try unsigned._encode(into: self)
        } else {
            try writeWide(Tag.int128, UInt128(bitPattern: value))
        }
    }

    @usableFromInline
    func write(_ value: UInt128) throws {
        if let signed = Int128(exactly: value) {
            try write(signed)
        } else {
            try writeWide(Tag.uint128, value)
        }
    }

    private func writeWide(_ tag: UInt8, _ value: UInt128) throws {
        try makeRoom()
        store(tag, UInt64(truncatingIfNeeded: value), count: 8)
        state.pointee.cursor.storeBytes(of: UInt64(truncatingIfNeeded: value >> 64).littleEndian, as: UInt64.self)
        state.pointee.cursor += 8
    }

    /// Stores a floating-point number in four bytes if they hold all of its bits.
    @inlinable @inline(__always)
    func storeNumber(_ value: Double) {
        let narrow = Float(value)
        // Narrowing and widening can change the payload of a NaN, or make it quiet.
        if Double(narrow).bitPattern == value.bitPattern, !value.isNaN {
            store(Tag.float32, UInt64(narrow.bitPattern), count: 4)
        } else {
            store(Tag.float64, value.bitPattern, count: 8)
        }
    }

    @inlinable @inline(__always)
    func storeNumber(_ value: Float) {
        store(Tag.float32, UInt64(value.bitPattern), count: 4)
    }

    @inlinable
    func writeFloat16(bitPattern: UInt16) throws {
        try makeRoom()
        store(Tag.float16, UInt64(bitPattern), count: 2)
    }

    /// Writes a string, or a reference if it has an identity.
    @usableFromInline
    func writeIdentifiable(_ value: String) throws {
        if state.pointee.stringsHaveIdentity, needsIdentity(String.self) {
            return try withSession { try $0.encodeIdentified(value) }
        }
        try write(value)
    }

    @inline(__always)
    func write(_ value: String) throws {
        // `withUTF8` would need a copy of its own, and retain it.
        if try value.utf8.withContiguousStorageIfAvailable({ try writeUTF8($0) }) == nil {
            var native = value
            try native.withUTF8 { try writeUTF8($0) }
        }
    }

    @inline(__always)
    private func writeUTF8(_ utf8: UnsafeBufferPointer<UInt8>) throws {
        try makeRoom()
        // As when decoding, shorter ones cost nothing.
        if utf8.count > 15 { charge(DecodingCost.bytes(utf8.count)) }
        if utf8.count < 32 {
            store(Tag.inlineString &+ UInt8(truncatingIfNeeded: utf8.count))
            if let base = utf8.baseAddress {
                state.pointee.cursor.copyShort(from: base, byteCount: utf8.count)
                state.pointee.cursor += utf8.count
            }
        } else {
            store(Tag.string)
            storeVarint(UInt64(utf8.count))
            try writeBytes(UnsafeRawBufferPointer(utf8), owner: nil)
        }
    }

    /// Writes raw bytes, in as many pieces as necessary. `owner` provides the bytes again at any time until the encoding
    /// ends. Without it, large numbers of bytes are copied.
    @usableFromInline
    func writeBytes(
        _ bytes: UnsafeRawBufferPointer, owner: (((UnsafeRawBufferPointer) throws -> Void) throws -> Void)?
    ) throws {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return }
        if bytes.count <= WriterState.slack {
            try makeRoom()
            state.pointee.cursor.copyMemory(from: base, byteCount: bytes.count)
            state.pointee.cursor += bytes.count
        } else {
            try withSession { try $0.writeLargeBytes(bytes, owner: owner) }
        }
    }

    /// Writes an array whose memory is the form in the archive.
    @inlinable @inline(__always)
    func writePacked<Element>(_ kind: PackedKind, _ elements: [Element]) throws {
        // The count takes one byte, and the elements fit after it.
        let shortCount = min(0x7F, 1_024 / MemoryLayout<Element>.stride)
        guard elements.count <= min(shortCount, state.pointee.maximumElementCount) else {
            return try writeLongPacked(Tag.packed &+ kind.rawValue, elements)
        }
        try makeRoom()
        charge(DecodingCost.packed(elements.count &* MemoryLayout<Element>.stride))
        elements.withUnsafeBytes { storeShortPacked(Tag.packed &+ kind.rawValue, count: elements.count, $0) }
    }

    /// Stores a packed array that fits into the room of a short value.
    @inlinable @inline(__always)
    func storeShortPacked(_ tag: UInt8, count: Int, _ bytes: UnsafeRawBufferPointer) {
        let cursor = state.pointee.cursor
        cursor.storeBytes(of: tag, as: UInt8.self)
        (cursor + 1).storeBytes(of: UInt8(truncatingIfNeeded: count), as: UInt8.self)
        if let start = bytes.baseAddress {
            (cursor + 2).copyShort(from: start, byteCount: bytes.count)
        }
        state.pointee.cursor = cursor + (2 &+ bytes.count)
    }

    @usableFromInline @inline(never)
    func writeLongPacked<Element>(_ tag: UInt8, _ elements: [Element]) throws {
        try checkElementCount(elements.count)
        try makeRoom()
        charge(DecodingCost.packed(elements.count.multipliedClamped(by: MemoryLayout<Element>.stride)))
        store(tag)
        storeVarint(UInt64(elements.count))
        try elements.withUnsafeBytes {
            try writeBytes($0, owner: $0.count < WriterState.bulkSize ? nil : { try elements.withUnsafeBytes($0) })
        }
    }
}
