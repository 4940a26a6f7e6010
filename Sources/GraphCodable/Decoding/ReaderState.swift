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

    /// The slots of the current composite. While a field table is in use, `slotIndex` is 1 and `slotCount` 0, so that
    /// nothing is expected and `slots` is the current slot.
    @usableFromInline var slots: UnsafeMutablePointer<ArchivedSlot>
    @usableFromInline var slotIndex: Int
    @usableFromInline var slotCount: Int

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
    let maximumElementCount: Int

    @usableFromInline var session: Unmanaged<DecodingSession>

    static var initialFrameCapacity: Int { 64 }

    /// Which composite is the innermost, in a form that stays when the frames move.
    @inlinable @inline(__always)
    var frameOffset: Int { UnsafeRawPointer(frame) - UnsafeRawPointer(frames) }

    /// The slot whose value is being decoded.
    var currentSlot: UnsafeMutablePointer<ArchivedSlot> { slots + (slotIndex - 1) }
}

/// One composite whose initializer is running.
@usableFromInline
struct ReaderFrame {
    var outerSlots: UnsafeMutablePointer<ArchivedSlot>
    var outerSlotIndex: Int
    var outerSlotCount: Int
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
