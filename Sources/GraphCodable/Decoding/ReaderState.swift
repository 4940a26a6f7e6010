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
    /// Where the slots of the current composite end. Outside of the order of slots this is before `nextSlot`, so that nothing
    /// is expected.
    @usableFromInline var endOfSlots: UnsafeMutablePointer<ArchivedSlot>

    /// The innermost composite; `frames` itself when there is none.
    @usableFromInline var frame: UnsafeMutablePointer<ReaderFrame>
    /// The frames. They move when more of them are needed.
    @usableFromInline var frames: UnsafeMutablePointer<ReaderFrame>
    /// The last frame for which there is room.
    var lastFrame: UnsafeMutablePointer<ReaderFrame>
    var depth: Int
    /// Depths that need no look at the stack.
    let uncheckedDepth: Int
    /// The most elements of one collection.
    @usableFromInline let maximumElementCount: Int

    /// Aligned memory for what is copied twice: ``scratchSize`` bytes, used by no code that calls the program's.
    @usableFromInline let scratch: UnsafeMutableRawPointer
    @usableFromInline var session: Unmanaged<DecodingSession>

    @inlinable static var scratchSize: Int { 1_024 }
    static var initialFrameCapacity: Int { 64 }

    /// Which composite is the innermost, in a form that stays when the frames move.
    @inlinable @inline(__always)
    var frameOffset: Int { UnsafeRawPointer(frame) - UnsafeRawPointer(frames) }

    /// The slot whose value is being decoded.
    var currentSlot: UnsafeMutablePointer<ArchivedSlot> { nextSlot - 1 }

    /// The slots of the current composite that are left, in their order.
    var slotsLeft: Range<UnsafeMutablePointer<ArchivedSlot>> { nextSlot..<max(nextSlot, endOfSlots) }

    /// Makes a slot the current one, outside of the order of slots.
    @inline(__always)
    mutating func setCurrentSlot(_ slot: UnsafeMutablePointer<ArchivedSlot>) {
        nextSlot = slot + 1
        endOfSlots = slot
    }
}

/// One composite whose initializer is running.
@usableFromInline
struct ReaderFrame {
    var outerNextSlot: UnsafeMutablePointer<ArchivedSlot>
    var outerEndOfSlots: UnsafeMutablePointer<ArchivedSlot>
    var depth: Int

    let shape: ArchivedShape
    let isOpen: Bool
    /// Whether the slots are decoded, and items that follow them are now decoded one after another.
    var isInItems = false
    /// Where the first slot's value begins.
    let start: UnsafeRawPointer
    /// Where all values are, once they have been asked for in another order than that of the archive.
    /// Retained; released when the frame is left.
    var table: Unmanaged<FieldTable>?
    /// The class that was replaced by the one being decoded.
    var replacedType: (any GDecodable.Type)?
}
