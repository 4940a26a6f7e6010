/// What changes with every value that is written.
///
/// The state lives at one address for as long as its session and is only reached through ``_GraphWriter``: class
/// properties would be checked for exclusive access at every byte.
///
/// Invariants: `chunk <= cursor <= limit + slack`; after `makeRoom` `cursor <= limit`, so that `slack` bytes can be
/// written without a further check.
@usableFromInline
struct WriterState {
    /// The number of bytes after which a chunk is handed on.
    static let chunkSize = 1 << 16
    /// Room behind `limit`, for a short value and for headers that grow when they are patched.
    static let slack = 1 << 13
    /// How many types are remembered in `plainTypes`.
    static var plainTypeCount: Int { 256 }
    /// Leaves as many bits of a hash of 64 as it takes to count `plainTypeCount`.
    @inlinable static var plainTypeShift: UInt64 { 56 }
    /// Raw bytes from this size on are not copied into a chunk.
    static let bulkSize = 1 << 15

    /// Where the next byte goes.
    @usableFromInline var cursor: UnsafeMutableRawPointer
    /// A chunk is handed on when the cursor is behind this.
    @usableFromInline var limit: UnsafeMutableRawPointer
    var chunk: UnsafeMutableRawPointer

    /// The slot that the current composite is expected to write next, with the others behind it.
    @usableFromInline var slot: UnsafeMutablePointer<ExpectedSlot>

    /// The current composite; `frames` itself stands for the outside of a record.
    @usableFromInline var frame: UnsafeMutablePointer<WriterFrame>
    /// Memory for `frameCapacity` frames, which moves when it grows.
    var frames: UnsafeMutablePointer<WriterFrame>
    var frameCapacity: Int
    @usableFromInline var depth: Int
    /// Depths that need no look at the stack.
    let uncheckedDepth: Int
    /// What it will cost to decode what has been written.
    @usableFromInline var cost = 0
    /// The most elements of one collection.
    @usableFromInline let maximumElementCount: Int

    /// Whether strings have to be asked for an identity.
    @usableFromInline let stringsHaveIdentity: Bool
    /// Types of which it is known that their values need not be asked for an identity, by their addresses.
    @usableFromInline let plainTypes: UnsafeMutablePointer<UInt>
    var expectation: Expectation
    /// Where the keys end that were written as absent last, if nothing has been written behind them.
    var absentEnd: UnsafeMutableRawPointer?
    /// How many of them there are, one behind the other.
    var absentRun = 0
    @usableFromInline var session: Unmanaged<EncodingSession>
}

/// What comes next in the writer, other than usual.
enum Expectation {
    case none
    /// The next value is the body of an identified one, which is not to be asked for its identity again.
    case identifiedBody
    /// The composite that is ended next has been taken back.
    case endOfReplacedComposite
}

/// One open composite.
@usableFromInline
struct WriterFrame {
    /// The slot that is expected next of the enclosing composite, to go back to.
    var outerSlot: UnsafeMutablePointer<ExpectedSlot>
    var root: UnsafeMutablePointer<ShapeNode>
    /// The shape for which the header is already right, if it is.
    var headerShape: UnsafeMutablePointer<ShapeNode>?
    /// Where the header stands in the current chunk; `nil` once it has been handed on.
    var header: UnsafeMutableRawPointer?
    var headerSize: Int
    /// Whether the composite is an open one: what follows is items.
    var isOpen: Bool
    /// Whether a key without a value is written, with ``Tag/absent``, instead of being left out. Outside of a record it is set,
    /// too, so that the call is noticed.
    @usableFromInline var marksAbsentKeys: Bool
    /// How many keys have been written as absent.
    var absentCount = 0

    /// Makes the frame that stands for the outside of a record. Nothing else of it is looked at.
    static func initializeOutside(_ frame: UnsafeMutablePointer<WriterFrame>) {
        frame.pointer(to: \.marksAbsentKeys)?.initialize(to: true)
    }
}
