/// The state that changes with every value that is read. It has one address as long as its session exists.
///
/// Invariants: `cursor` and `end` are inside the archive or, for an inner one that is converted, inside its bytes; and at least ``ArchiveFormat/minimumTailSize`` readable bytes
/// follow `end`. So a tag before `end` can be read together with the eight bytes after it without a further check. Whether a
/// value reaches beyond `end` is checked at the start of the next value and at the end of the record.
@usableFromInline
struct ReaderState {
    /// The start of the next value.
    @usableFromInline var cursor: UnsafeRawPointer
    /// The end of the current record.
    @usableFromInline var end: UnsafeRawPointer

    /// The slot after the current one.
    @usableFromInline var nextSlot: UnsafeMutablePointer<ArchivedSlot>
    /// The end of the current composite's slots, or `nextSlot` itself if no slot is expected next.
    @usableFromInline var endOfSlots: UnsafeMutablePointer<ArchivedSlot>

    /// The innermost composite, or a frame with ``ReaderFrame/Access/outside`` if there is none.
    @usableFromInline var frame: UnsafeMutablePointer<ReaderFrame>
    /// The frames, which move when more are needed. The first one is always outside all composites.
    var frames: UnsafeMutablePointer<ReaderFrame>
    var lastFrame: UnsafeMutablePointer<ReaderFrame>
    var depth: Int
    /// The address below which the recursion continues on another segment of the stack.
    var stackLimit: UInt
    /// The number of objects created and values deferred: the length of the session's journal.
    @usableFromInline var journalCount = 0
    /// One more than the number of objects in progress around the innermost value that may be deferred, or 0 if there
    /// is none. Deferring the value breaks a cycle back to one of these objects.
    @usableFromInline var deferrableCount = 0
    /// Whether a value had to wait for an object in progress. Before, it does not pay to look for such references.
    @usableFromInline var hasCycles = false
    /// Whether the deferred value that was begun last has been passed to the program.
    @usableFromInline var isValuePassed = false
    /// The depth up to which no further check is needed. It is 0 once decoding has cost too much.
    var uncheckedDepth: Int
    /// The greatest depth inside the value with an identity whose record is being decoded, or ``unmeasured``.
    var deepest: Int
    /// The cost that decoding may still incur.
    @usableFromInline var costLeft: Int
    /// Whether decoding has cost too much, so that it fails even if the program has caught the error.
    var isTooCostly = false
    /// The total size of the values behind references so far, counted once for each reference.
    @usableFromInline var sharedSize: Int
    @usableFromInline let maximumElementCount: Int

    /// Aligned memory of ``scratchSize`` bytes for data that is copied twice. Code that calls the program does not use
    /// it.
    @usableFromInline let scratch: UnsafeMutableRawPointer
    @usableFromInline var session: Unmanaged<DecodingSession>

    @inlinable static var scratchSize: Int { 1_024 }
    static var initialFrameCapacity: Int { 64 }
    /// The ``deepest`` level where no value with an identity is being decoded. No level is deeper.
    static var unmeasured: Int { .max }

    /// A position in the archive, to return to after another record.
    struct Position {
        let cursor: UnsafeRawPointer
        let end: UnsafeRawPointer
        let nextSlot: UnsafeMutablePointer<ArchivedSlot>
        let endOfSlots: UnsafeMutablePointer<ArchivedSlot>
        let depth: Int
    }

    var position: Position {
        @inline(__always) get {
            Position(cursor: cursor, end: end, nextSlot: nextSlot, endOfSlots: endOfSlots, depth: depth)
        }
        @inline(__always) set {
            (cursor, end, depth) = (newValue.cursor, newValue.end, newValue.depth)
            (nextSlot, endOfSlots) = (newValue.nextSlot, newValue.endOfSlots)
        }
    }

    /// The remaining slots of the current composite, in order.
    var slotsLeft: Range<UnsafeMutablePointer<ArchivedSlot>> { nextSlot..<endOfSlots }

    /// Sets that no slot is expected next, so that every value is searched for.
    @inline(__always)
    mutating func expectNoSlot() {
        endOfSlots = nextSlot
    }
}

/// One composite whose initializer is running.
@usableFromInline
struct ReaderFrame {
    /// Determines how the values of a composite are found.
    enum Access {
        /// There is no composite: the decoder is used outside an initializer.
        case outside
        /// The slots of the shape are decoded one after another.
        case slots
        /// All slots are decoded, and the items of an open composite are decoded one after another.
        ///
        /// The value of the current item begins at `current`.
        case items(current: UnsafeRawPointer)
        /// With a table, because a value was requested out of order. The table is retained, and released when the frame
        /// is left.
        case table(Unmanaged<FieldTable>)
        /// With a table that has not been created yet. Decoding the value of a slot failed, and those before it have
        /// been decoded.
        ///
        /// The table is created only when another value is requested. Usually the error propagates outwards, and a
        /// table at each level would take time quadratic in the depth.
        case afterSlots(Int)
        /// The same as ``afterSlots(_:)``, for the item whose value begins here.
        case beforeItem(UnsafeRawPointer)
    }

    var outerNextSlot: UnsafeMutablePointer<ArchivedSlot>
    var outerEndOfSlots: UnsafeMutablePointer<ArchivedSlot>
    var depth: Int
    /// The start of the first slot's value.
    let start: UnsafeRawPointer
    /// A shape of the directory or of the session.
    let shape: UnsafeMutablePointer<ArchivedShape>
    let isOpen: Bool
    var access: Access

    var isOutside: Bool {
        if case .outside = access { true } else { false }
    }

    /// Whether the slots are decoded one after another.
    var isInSlots: Bool {
        if case .slots = access { true } else { false }
    }
}
