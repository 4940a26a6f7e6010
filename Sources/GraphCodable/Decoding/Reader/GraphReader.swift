/// Reads values from the archive that a decoder decodes.
///
/// The type is public so that conformances in other modules can be specialized down to the bytes that they read. Its
/// members are not part of the package's interface.
@frozen
public struct _GraphReader {
    @usableFromInline let state: UnsafeMutablePointer<ReaderState>

    init(state: UnsafeMutablePointer<ReaderState>) {
        self.state = state
    }

    /// Calls `body` with the session, without changing a reference count.
    @inlinable @inline(__always)
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
            try withSession { try $0.beginUnexpectedSlot(key) }
        }
    }

    /// Moves to the value for a key, unless the key is absent or its value has been decoded. Returns whether there is a
    /// value.
    @inlinable @inline(__always)
    func beginSlot(ifPresent key: String) throws -> Bool {
        let slot = state.pointee.nextSlot
        if slot < state.pointee.endOfSlots, slot.pointee.identity == KeyIdentity(key), isValueNext {
            state.pointee.nextSlot = slot + 1
            return true
        }
        return try withSession { try $0.beginUnexpectedSlot(ifPresent: key) }
    }

    /// Moves to the next unkeyed value.
    @inlinable @inline(__always)
    func beginSlot() throws {
        let slot = state.pointee.nextSlot
        if slot < state.pointee.endOfSlots, slot.pointee.keyID == 0 {
            state.pointee.nextSlot = slot + 1
        } else {
            try withSession { try $0.beginUnexpectedSlot(nil) }
        }
    }

    /// Returns whether the value for a key is present and has not been decoded yet.
    ///
    /// - Parameter notes: Whether debug builds remember a key that is not there.
    @inlinable @inline(__always)
    func contains(_ key: String, notes: Bool = true) throws -> Bool {
        // Usually the requested key is the next one.
        let slot = state.pointee.nextSlot
        if slot < state.pointee.endOfSlots, slot.pointee.identity == KeyIdentity(key), isValueNext {
            return true
        }
        return try withSession { notes ? try $0.contains(key) : try $0.has(key) }
    }

    /// Whether there is a value at the cursor, rather than the mark of an absent key.
    @inlinable @inline(__always)
    var isValueNext: Bool {
        state.pointee.cursor < state.pointee.end && state.pointee.cursor.load(as: UInt8.self) != Tag.absent
    }

    @inlinable @inline(__always)
    var isNilNext: Bool {
        state.pointee.cursor < state.pointee.end && state.pointee.cursor.load(as: UInt8.self) == Tag.nil
    }

    /// Returns the length of the journal before a value of this type is decoded, to return to it if decoding fails.
    /// Scalars, and other types that are archived as bytes, add nothing to the journal.
    @inlinable @inline(__always)
    func journalCount<Value: GDecodable>(before type: Value.Type) -> Int {
        type._packedElementKind == nil ? state.pointee.journalCount : .max
    }

    /// Decodes the value at the cursor. If that fails, the program may catch the error and request another value.
    @inlinable @inline(__always)
    func decodeValue<Value: GDecodable>() throws -> Value {
        let journal = journalCount(before: Value.self)
        do {
            return try Value._decode(from: self)
        } catch {
            withSession { $0.rollBack(to: journal) }
            throw error
        }
    }

    /// Reads from the current slot. If that fails, the program may catch the error and request another value.
    func rollingBack<Value>(_ read: (_GraphReader) throws -> Value) throws -> Value {
        let journal = state.pointee.journalCount
        do {
            return try read(self)
        } catch {
            withSession { $0.rollBack(to: journal) }
            throw error
        }
    }

    /// Decodes the value at the cursor and uses it, or returns to its start if it requires an object in progress: then the
    /// result is `false`, and the value must be deferred.
    ///
    /// No closure escapes from here, because an escaping closure would allocate memory even when it is not needed.
    ///
    /// - Parameter isField: Whether the value is one of the composite around it, rather than a part of such a value.
    @inlinable @inline(__always)
    func decodeUnlessInCycle<Value>(
        _ journal: Int, isField: Bool = true, _ decode: (_GraphReader) throws -> Value, then use: (Value) throws -> Void
    ) throws -> Bool {
        let start = state.pointee.cursor
        let outer = state.pointee.deferrableCount
        state.pointee.deferrableCount = withSession { $0.inProgress.count &+ 1 }
        let value: Value
        do {
            value = try decode(self)
        } catch {
            state.pointee.deferrableCount = outer
            guard withSession({ $0.goBack(to: start, journal, isField: isField) }) else { throw error }
            return false
        }
        state.pointee.deferrableCount = outer
        try use(value)
        return true
    }

    /// Decodes the value at the cursor, or returns `nil` and defers it.
    @inlinable @inline(__always)
    func decodeNow<Value: GDecodable, Owner: AnyObject>(
        orLater owner: Owner, _ body: @escaping (Owner, Value) throws -> Void
    ) throws -> Value? {
        // A nil cannot wait.
        if Value._isOptional, isNilNext {
            return try Value._decode(from: self)
        }
        return try decodeOrDefer(owner, body)
    }

    /// Not inlined: only then the compiler specializes each of several calls in one initializer.
    @inlinable @inline(never)
    func decodeOrDefer<Value: GDecodable, Owner: AnyObject>(
        _ owner: Owner, _ body: @escaping (Owner, Value) throws -> Void
    ) throws -> Value? {
        // Not `Value?`, which the compiler would choose for the result: nil would look like a value that waits.
        guard Value._mayLeadToObject else { return try decodeValue() as Value }
        let journal = journalCount(before: Value.self)
        var value: Value?
        // Most references that must wait lead directly to an object in progress, and need not be tried.
        let isDecoded =
            try !(state.pointee.hasCycles && withSession { $0.isObjectInProgressNext })
            && decodeUnlessInCycle(journal, { try Value._decode(from: $0) }, then: { value = $0 })
        if !isDecoded {
            // One closure: `deferValue(_:)` would put another around it.
            try withSession { try $0.deferValue { try $0.pass(try Value._decode(from: $0)) { try body(owner, $0) } } }
        }
        return value
    }

    /// Decodes the value at the cursor later.
    @inlinable @inline(__always)
    func deferValue<Value: GDecodable>(_ body: @escaping (Value) throws -> Void) throws {
        try withSession { try $0.deferValue { try $0.pass(try Value._decode(from: $0), to: body) } }
    }

    /// Passes a deferred value to the program's closure, which is called only once.
    @inlinable
    func pass<Value>(_ value: Value, to body: (Value) throws -> Void) throws {
        state.pointee.isValuePassed = true
        try body(value)
    }

    // MARK: Nested values

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
        guard left >= 0 else { return try withSession { try $0.chargeBeyondTurn(cost) } }
        state.pointee.costLeft = left
    }

    @usableFromInline typealias CostMark = (start: UnsafeRawPointer, sharedSize: Int)

    /// A mark before a value that will be hashed, compared or converted after decoding.
    @inlinable @inline(__always)
    var costMark: CostMark { (state.pointee.cursor, state.pointee.sharedSize) }

    /// Whether a reference has been followed to a value since a mark, or to so much before that nobody can tell.
    @inlinable @inline(__always)
    func hasShared(since mark: CostMark) -> Bool {
        state.pointee.sharedSize != mark.sharedSize || state.pointee.sharedSize == .max
    }

    /// Returns the size of the values decoded since a mark, including everything behind their references.
    @inlinable @inline(__always)
    func size(since mark: CostMark) -> Int {
        guard state.pointee.sharedSize != .max else { return .max }
        return max(state.pointee.cursor - mark.start, 0).addingClamped(
            max(state.pointee.sharedSize &- mark.sharedSize, 0))
    }

    /// Charges for hashing the elements of a set, or the keys of a dictionary, and for comparing those with equal hashes.
    ///
    /// - Parameters:
    ///   - elements: The elements or pairs, which were decoded since a mark.
    ///   - areFixed: Whether what is hashed consists of numbers or strings.
    @inlinable @inline(__always)
    func chargeHashing<Element, Key: Hashable>(
        of elements: [Element], since mark: CostMark, areFixed: Bool, by key: (Element) -> Key
    ) throws {
        // The bytes themselves are hashed once for each level of nested sets, but shared values once for each reference.
        if hasShared(since: mark) {
            if Key.self == String.self {
                for element in elements { try charge(DecodingCost.hashing(key(element))) }
            } else if !areFixed {
                try charge(size(since: mark))
            }
        }
        if let pairs = HashCollisions.count(elements, by: key) {
            try chargeComparing(pairs, of: elements.count, since: mark)
        }
    }

    /// Charges for creating a value from those decoded since a mark: for each of their bytes in addition to one for each
    /// byte behind a reference, and for the value.
    @inlinable
    func chargeConversion(since mark: CostMark, perByte: Int = 0, perValue: Int = 0) throws {
        if perByte != 0 || perValue != 0 || hasShared(since: mark) {
            try charge(size(since: mark).multipliedClamped(by: perByte + 1).addingClamped(perValue))
        }
    }

    /// Charges for comparing pairs of elements of a set, or of keys of a dictionary, that have equal hashes. The mark is
    /// from before the collection.
    @usableFromInline @inline(never)
    func chargeComparing(_ pairs: Int, of count: Int, since mark: CostMark) throws {
        try charge(DecodingCost.comparing(pairs, of: count, size: size(since: mark)))
    }

    /// Returns the object for a string, and reuses an object created recently for the same string.
    func remembered<Value: AnyObject>(_ text: String, make: () throws -> Value) throws -> Value {
        let text = ExactText(text)
        return try withSession { session in
            if let known = session.notes.madeFromText[text] as? Value {
                return known
            }
            let value = try make()
            if session.notes.madeFromText.count >= 64 {
                session.notes.madeFromText.removeAll()
            }
            session.notes.madeFromText[text] = value
            session.hasNotes = true
            return value
        }
    }

    // MARK: Errors

    @usableFromInline @inline(never)
    func mismatch(_ expected: Any.Type) -> any Error {
        withSession { $0.mismatch(expected) }
    }

    /// - Parameter start: The start of the number, if the cursor has passed it.
    @usableFromInline @inline(never)
    func outOfRange(_ expected: Any.Type, at start: UnsafeRawPointer? = nil) -> any Error {
        if let start { state.pointee.cursor = start }
        let number = numberText.map { "the number \($0), which" } ?? "a number that"
        return error(.valueOutOfRange, "The archive holds \(number) \(expected) cannot hold.")
    }

    /// The number at the cursor; `nil` if something else is there, such as the array that contains the number.
    private var numberText: String? {
        let (start, end) = (state.pointee.cursor, state.pointee.end)
        guard start < end else { return nil }
        let tag = start.load(as: UInt8.self)
        let size: Int
        switch tag {
        case ..<Tag.inlineIntegerLimit: size = 0
        case Tag.int8...Tag.float64: size = ValueWalker.scalarSize(tag)
        default: return nil
        }
        // The number itself may be cut off.
        guard end - start > size else { return nil }
        return ValueFormatter.value(tag, UnsafeRawBufferPointer(start: start + 1, count: size), limit: nil)
    }

    /// - Parameter start: The start of the value that the error is about, if the cursor has passed it.
    @usableFromInline @inline(never)
    func error(_ code: GraphCodableError.Code, _ message: String, at start: UnsafeRawPointer? = nil) -> any Error {
        withSession { $0.error(code, message, at: start ?? state.pointee.cursor) }
    }

    /// Returns an error about the value whose initializer is running.
    @usableFromInline @inline(never)
    func errorInComposite(_ code: GraphCodableError.Code, _ message: String) -> any Error {
        withSession { $0.errorInComposite(code, message) }
    }
}
