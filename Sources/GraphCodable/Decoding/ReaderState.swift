/// What changes with every value that is read.
///
/// The state lives at one address for as long as its session and is only reached through ``_GraphReader``.
///
/// Invariants: `cursor` and `end` lie inside the archive, and at least ``ArchiveFormat/trailerSize`` readable bytes follow
/// `end`. A tag that stands before `end` can therefore be read together with eight bytes behind it without a further
/// check; that a value does not reach over `end` is checked where the next one begins, and at the record's end.
@usableFromInline
struct ReaderState {
    /// Where the next value begins.
    @usableFromInline var cursor: UnsafeRawPointer
    /// Where the current record ends.
    @usableFromInline var end: UnsafeRawPointer

    /// The slot that follows the current one.
    @usableFromInline var nextSlot: UnsafeMutablePointer<ArchivedSlot>
    /// Where the slots of the current composite end; `nextSlot` itself when no slot is expected next.
    @usableFromInline var endOfSlots: UnsafeMutablePointer<ArchivedSlot>

    /// The innermost composite; a frame that is ``ReaderFrame/Access/outside`` when there is none.
    @usableFromInline var frame: UnsafeMutablePointer<ReaderFrame>
    /// The frames. They move when more of them are needed. The first one is always outside of all composites.
    var frames: UnsafeMutablePointer<ReaderFrame>
    /// The last frame for which there is room.
    var lastFrame: UnsafeMutablePointer<ReaderFrame>
    var depth: Int
    /// Below this address the recursion goes on on another segment of the stack.
    var stackLimit: UInt
    /// How many objects have been made and values deferred: the length of the session's journal.
    @usableFromInline var journalCount = 0
    /// How many objects are in progress around the innermost value that may be deferred; 0 when there is none. A cycle back to one
    /// of these is broken by deferring the value.
    @usableFromInline var deferrableCount = 0
    /// Depths that need no further check.
    var uncheckedDepth: Int
    /// The greatest depth inside of the value with identity whose record is being decoded.
    var deepest: Int
    /// How much decoding may still cost; negative once it has cost too much.
    @usableFromInline var costLeft: Int
    /// The sizes of the values that were behind references so far, as often as there were references to them.
    @usableFromInline var sharedSize: Int
    /// The most elements of one collection.
    @usableFromInline let maximumElementCount: Int

    /// Aligned memory for what is copied twice: ``scratchSize`` bytes, used by no code that calls the program's.
    @usableFromInline let scratch: UnsafeMutableRawPointer
    @usableFromInline var session: Unmanaged<DecodingSession>

    @inlinable static var scratchSize: Int { 1_024 }
    static var initialFrameCapacity: Int { 64 }

    /// A place in the archive, to come back to after another record.
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

    /// The slots of the current composite that are left, in their order.
    var slotsLeft: Range<UnsafeMutablePointer<ArchivedSlot>> { nextSlot..<endOfSlots }

    /// Lets no slot be expected next, so that every value is searched for.
    @inline(__always)
    mutating func expectNoSlot() {
        endOfSlots = nextSlot
    }
}

/// One composite whose initializer is running.
@usableFromInline
struct ReaderFrame {
    /// How the values of a composite are found.
    enum Access {
        /// There is no composite: the decoder is used outside of an initializer.
        case outside
        /// By the slots of the shape, one after another.
        case slots
        /// The slots are decoded, and the items of an open composite are decoded one after another.
        ///
        /// The value of the current item begins at `current`.
        case items(current: UnsafeRawPointer)
        /// By a table, because a value was asked for that is not the next one. Retained; released when the frame is left.
        case table(Unmanaged<FieldTable>)
        /// By a table that has not been made. Decoding the value of a slot failed, those before it have been decoded.
        ///
        /// The table waits until a value is asked for: mostly the error goes on outwards, and a table at each level would
        /// cost the square of the depth.
        case afterSlots(Int)
        /// As ``afterSlots(_:)``, for the item whose value begins here.
        case beforeItem(UnsafeRawPointer)
    }

    var outerNextSlot: UnsafeMutablePointer<ArchivedSlot>
    var outerEndOfSlots: UnsafeMutablePointer<ArchivedSlot>
    var depth: Int
    /// Where the first slot's value begins.
    let start: UnsafeRawPointer
    /// In the directory, or of the session.
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
