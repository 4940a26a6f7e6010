/// Reads values from the archive that a decoder decodes.
///
/// The type is public so that conformances in other modules can be specialised down to the bytes that they read. Its
/// members are not part of the package's interface.
@frozen
public struct _GraphReader {
    @usableFromInline let state: UnsafeMutablePointer<ReaderState>

    init(state: UnsafeMutablePointer<ReaderState>) {
        self.state = state
    }

    /// Calls `body` with the decoder, without changing a reference count.
    @inlinable
    func withDecoder<Value>(_ body: (any GDecoder) throws -> Value) throws -> Value {
        try state.pointee.session._withUnsafeGuaranteedRef { try body($0) }
    }

    func withSession<Value>(_ body: (DecodingSession) throws -> Value) rethrows -> Value {
        try state.pointee.session._withUnsafeGuaranteedRef { try body($0) }
    }

    // MARK: Slots

    /// Moves to the value for a key.
    @inlinable @inline(__always)
    func beginSlot(_ key: String) throws {
        let slot = state.pointee.nextSlot
        if slot < state.pointee.endOfSlots, slot.pointee.identity == KeyIdentity(key) {
            state.pointee.nextSlot = slot + 1
        } else {
            try beginUnexpectedSlot(key)
        }
    }

    /// Moves to the next unkeyed value.
    @inlinable @inline(__always)
    func beginSlot() throws {
        let slot = state.pointee.nextSlot
        if slot < state.pointee.endOfSlots, slot.pointee.keyID == 0 {
            state.pointee.nextSlot = slot + 1
        } else {
            try beginUnexpectedSlot(nil)
        }
    }

    @usableFromInline @inline(never)
    func beginUnexpectedSlot(_ key: String?) throws {
        try withSession { try $0.beginUnexpectedSlot(key) }
    }

    /// Returns whether the value for a key is present and has not been decoded yet.
    @inlinable @inline(__always)
    func contains(_ key: String) throws -> Bool {
        // Usually the requested key is the next one.
        let slot = state.pointee.nextSlot
        if slot < state.pointee.endOfSlots, slot.pointee.identity == KeyIdentity(key),
            state.pointee.cursor < state.pointee.end, state.pointee.cursor.load(as: UInt8.self) != Tag.absent
        {
            return true
        }
        return try search(for: key)
    }

    @usableFromInline @inline(never)
    func search(for key: String) throws -> Bool {
        try withSession { try $0.contains(key) }
    }

    /// Returns the length of the journal before a value of this type is decoded, to return to it if decoding fails.
    /// Scalars, and other types that are archived as bytes, add nothing to the journal.
    @inlinable @inline(__always)
    func journalCount<Value: GDecodable>(before type: Value.Type) -> Int {
        type._packedElementKind == nil ? state.pointee.journalCount : .max
    }

    @usableFromInline @inline(never)
    func recover(to journal: Int) {
        withSession { $0.recover(to: journal) }
    }

    /// Decodes what the elements of a collection have deferred, before they are hashed, as far as possible.
    ///
    /// - Parameter start: The start of the collection, which has just been decoded.
    /// - Returns: Whether the elements may still change, so that ``check(_:from:)`` must be called.
    @usableFromInline
    func prepareHashing(from start: UnsafeRawPointer) throws -> Bool {
        try withSession { try $0.prepareHashing(from: start) }
    }

    /// Does the same for all objects to which the innermost object or value refers.
    func prepareHashingOfReferences() throws -> Bool {
        try withSession { try $0.prepareHashingOfReferences() }
    }

    /// Checks in the end that the elements of a collection, or the keys of a dictionary, have the same hashes as now.
    @usableFromInline @inline(never)
    func check<Element: Hashable>(_ elements: [Element], from start: UnsafeRawPointer) {
        let hashes = ElementHashes(elements)
        withSession { session in
            // Two arrays and the object that holds them.
            session.spend(
                DecodingCost.elements(elements.count, size: MemoryLayout<(Element, Int)>.stride)
                    .addingClamped(3 * DecodingCost.allocation))
            session.check(hashes, from: start)
        }
    }

    @usableFromInline
    func deferValue(_ body: @escaping (_GraphReader) throws -> Void) throws {
        try withSession { try $0.deferValue(body) }
    }

    /// Decodes the value at the cursor and uses it, or returns to its start if it requires an object in progress.
    ///
    /// No closure escapes from here, because an escaping closure would allocate memory even when it is not needed.
    ///
    /// - Parameter journal: The length of the journal.
    /// - Returns: Whether the value was decoded; if not, it must be deferred.
    @inlinable @inline(__always)
    func decodeUnlessInCycle<Value>(
        _ journal: Int, _ decode: (_GraphReader) throws -> Value, then use: (Value) throws -> Void
    ) throws -> Bool {
        let start = state.pointee.cursor
        let outer = state.pointee.deferrableCount
        state.pointee.deferrableCount = state.pointee.session._withUnsafeGuaranteedRef { $0.inProgress.count &+ 1 }
        let value: Value
        do {
            value = try decode(self)
        } catch {
            state.pointee.deferrableCount = outer
            guard goBack(to: start, journal) else { throw error }
            return false
        }
        state.pointee.deferrableCount = outer
        try use(value)
        return true
    }

    /// Decodes the value at the cursor, or defers it.
    ///
    /// - Returns: The value, or `nil` if it is deferred.
    @inlinable @inline(__always)
    func decodeNow<Value: GDecodable, Owner: AnyObject>(
        orLater owner: Owner, _ body: @escaping (Owner, Value) throws -> Void
    ) throws -> Value? {
        let journal = journalCount(before: Value.self)
        guard Value._mayLeadToObject else {
            do {
                return try Value._decode(from: self)
            } catch {
                recover(to: journal)
                throw error
            }
        }
        var value: Value?
        let isDecoded = try decodeUnlessInCycle(journal, { try Value._decode(from: $0) }, then: { value = $0 })
        if !isDecoded {
            try deferValue { try $0.pass(try Value._decode(from: $0)) { try body(owner, $0) } }
        }
        return value
    }

    @usableFromInline @inline(never)
    func goBack(to start: UnsafeRawPointer, _ journal: Int) -> Bool {
        withSession { $0.goBack(to: start, journal) }
    }

    /// Passes a deferred value to the program's closure, which is called only once.
    @inlinable
    func pass<Value>(_ value: Value, to body: (Value) throws -> Void) throws {
        state.pointee.isWithProgram = true
        try body(value)
    }

    // MARK: Nested values

    /// Enters a composite.
    @usableFromInline
    func openComposite(of type: Any.Type, hasRawValue: Bool) throws -> CompositeEntry {
        try withSession { try $0.openValueComposite(of: type, hasRawValue: hasRawValue) }
    }

    @usableFromInline
    func closeComposite() throws {
        let frame = state.pointee.frame
        // Usually all values have been decoded, in order.
        if state.pointee.nextSlot == state.pointee.endOfSlots, frame.pointee.isInSlots, !frame.pointee.isOpen {
            state.pointee.nextSlot = frame.pointee.outerNextSlot
            state.pointee.endOfSlots = frame.pointee.outerEndOfSlots
            state.pointee.frame = frame - 1
            state.pointee.depth &-= 1
            return
        }
        try withSession { try $0.closeComposite() }
    }

    @usableFromInline @inline(never)
    func leaveComposite(after error: any Error) -> any Error {
        withSession { $0.leaveComposite(after: error) }
    }

    /// Decodes a value with more stack.
    @usableFromInline @inline(never)
    func decodeWithMoreStack<Value: GDecodable>(_ type: Value.Type) throws -> Value {
        try withSession { try $0.withMoreStack { try type._decode(from: self) } }
    }

    @usableFromInline
    func decodeIdentified<Value: GDecodable>(_ type: Value.Type) throws -> Value {
        try withSession { try $0.decodeIdentified(type) }
    }

    @usableFromInline
    func decodeObject(as type: any (GDecodable & AnyObject).Type) throws -> AnyObject {
        try withSession { try $0.decodeObject(as: type) }
    }

    /// Reads the tag of a sequence or map, and its count, which does not exceed the number of bytes left.
    ///
    /// - Parameter elementSize: The memory that each element takes, which is charged.
    @usableFromInline
    func openCollection(_ tag: UInt8, of type: Any.Type, elementSize: Int) throws -> Int {
        try withSession { try $0.openCollection(tag, of: type, elementSize: elementSize) }
    }

    /// Reads the mark of a present optional, which is a level of nesting. End it with ``closeCollection()``.
    @usableFromInline
    func openSome() throws {
        state.pointee.cursor += 1
        try withSession { try $0.enter() }
    }

    @usableFromInline
    func closeCollection() {
        state.pointee.depth &-= 1
    }

    // MARK: Cost

    /// Deducts the cost of what has been or will be decoded from what the policy allows.
    ///
    /// - Parameter cost: A nonnegative cost in the units of ``DecodingCost``.
    @inlinable @inline(__always)
    func charge(_ cost: Int) throws {
        let left = state.pointee.costLeft &- cost
        guard left >= 0 else { return try chargeBeyondTurn(cost) }
        state.pointee.costLeft = left
    }

    @usableFromInline @inline(never)
    func chargeBeyondTurn(_ cost: Int) throws {
        try withSession { try $0.chargeBeyondTurn(cost) }
    }

    /// A mark before a value that will be hashed, compared or converted after decoding.
    @inlinable @inline(__always)
    var costMark: (start: UnsafeRawPointer, sharedSize: Int) { (state.pointee.cursor, state.pointee.sharedSize) }

    /// Returns the size of the values decoded since a mark, including everything behind their references.
    @inlinable @inline(__always)
    func size(since mark: (start: UnsafeRawPointer, sharedSize: Int)) -> Int {
        guard state.pointee.sharedSize != .max else { return .max }
        return max(state.pointee.cursor - mark.start, 0).addingClamped(
            max(state.pointee.sharedSize &- mark.sharedSize, 0))
    }

    /// Charges for hashing the values decoded since a mark.
    @inlinable @inline(__always)
    func chargeHashing(since mark: (start: UnsafeRawPointer, sharedSize: Int)) throws {
        // The bytes themselves are hashed once for each level of nested sets, but shared values once for each
        // reference.
        if state.pointee.sharedSize != mark.sharedSize {
            try charge(size(since: mark))
        }
    }

    /// Charges for creating a value from those decoded since a mark.
    ///
    /// - Parameters:
    ///   - perByte: The cost for each of their bytes, in addition to one for each byte behind a reference.
    ///   - perValue: The additional cost of the value.
    @inlinable
    func chargeConversion(
        since mark: (start: UnsafeRawPointer, sharedSize: Int), perByte: Int = 0, perValue: Int = 0
    ) throws {
        if perByte != 0 || perValue != 0 || state.pointee.sharedSize != mark.sharedSize {
            try charge(size(since: mark).multipliedClamped(by: perByte + 1).addingClamped(perValue))
        }
    }

    /// Charges for comparing the elements of a set, or the keys of a dictionary, that have equal hashes.
    ///
    /// - Parameters:
    ///   - pairs: The number of pairs of such elements.
    ///   - count: The number of elements.
    ///   - mark: A mark from before the collection.
    @usableFromInline @inline(never)
    func chargeComparing(
        _ pairs: Int, of count: Int, since mark: (start: UnsafeRawPointer, sharedSize: Int)
    ) throws {
        try charge(DecodingCost.comparing(pairs, of: count, size: size(since: mark)))
    }

    /// Returns the object for a string, and reuses an object created recently for the same string.
    func remembered<Value: AnyObject>(_ text: String, make: () throws -> Value) throws -> Value {
        try withSession { session in
            if let known = session.madeFromText[text] as? Value {
                return known
            }
            let value = try make()
            if session.madeFromText.count >= 64 {
                session.madeFromText.removeAll()
            }
            session.madeFromText[text] = value
            return value
        }
    }

    // MARK: Errors

    @usableFromInline @inline(never)
    func mismatch(_ expected: Any.Type) -> any Error {
        withSession { $0.mismatch(expected) }
    }

    @usableFromInline @inline(never)
    func outOfRange(_ expected: Any.Type) -> any Error {
        withSession { $0.error(.valueOutOfRange, "The archive holds a number that \(expected) cannot hold.") }
    }

    /// - Parameter start: The start of the number, which the cursor may have passed.
    @usableFromInline @inline(never)
    func outOfRange(_ expected: Any.Type, at start: UnsafeRawPointer) -> any Error {
        state.pointee.cursor = start
        return outOfRange(expected)
    }

    @usableFromInline @inline(never)
    func error(_ code: GraphCodableError.Code, _ message: String) -> any Error {
        withSession { $0.error(code, message) }
    }

    @usableFromInline @inline(never)
    func wrongClass(_ object: AnyObject, expected: Any.Type) -> any Error {
        withSession { $0.wrongClass(type(of: object), expected: expected) }
    }
}
