/// The state that changes with every value that is written. Its address stays the same as long as its session exists.
///
/// It is not a class, because accesses to the properties of a class would be checked for exclusivity at every byte.
///
/// Invariants: `chunk <= cursor <= limit + slack`; after `makeRoom`, `cursor <= limit`, so that `slack` bytes can be written
/// without a further check.
@usableFromInline
struct WriterState {
    /// The number of bytes after which a chunk is flushed.
    static let chunkSize = 1 << 16
    /// The room after `limit`, for a short value and for headers that grow when they are patched.
    static let slack = 1 << 13
    /// The room that the 32 numbers of the longest row take at most, with their tags.
    @inlinable static var rowSize: Int { 32 * 9 }
    /// The number of types in `plainTypes`.
    static var plainTypeCount: Int { 256 }
    /// The shift that reduces a 64-bit hash to an index below `plainTypeCount`.
    @inlinable static var plainTypeShift: UInt64 { 56 }
    /// The size from which raw bytes are not copied into a chunk.
    static let bulkSize = 1 << 15

    /// The position of the next byte.
    @usableFromInline var cursor: UnsafeMutableRawPointer
    /// The position after which a chunk is flushed.
    @usableFromInline var limit: UnsafeMutableRawPointer
    var chunk: UnsafeMutableRawPointer

    /// The slot that the current composite is expected to write next, followed by the later ones.
    @usableFromInline var slot: UnsafeMutablePointer<ExpectedSlot>

    /// The current composite. `frames` itself represents the outside of a record.
    @usableFromInline var frame: UnsafeMutablePointer<WriterFrame>
    /// Memory for `frameCapacity` frames, which moves when it grows.
    var frames: UnsafeMutablePointer<WriterFrame>
    var frameCapacity: Int
    @usableFromInline var depth: Int
    /// The depth up to which no check of the stack is needed.
    let uncheckedDepth: Int
    /// The cost of decoding what has been written.
    @usableFromInline var cost = 0
    @usableFromInline let maximumElementCount: Int

    /// Whether sets and dictionaries are marked, so that their elements can be sorted later.
    @usableFromInline let marksUnordered: Bool
    @usableFromInline let stringsHaveIdentity: Bool
    /// Whether an element of a set or a key of a dictionary is being written.
    @usableFromInline var isHashed = false
    /// The addresses of types whose values are known to have no identity.
    @usableFromInline let plainTypes: UnsafeMutablePointer<UInt>
    var expectation: Expectation
    /// The position after the last key that was written as absent. If the cursor is there, nothing follows that key.
    var absentEnd: UnsafeMutableRawPointer?
    /// The number of consecutive keys at the end that were written as absent.
    var absentRun = 0
    @usableFromInline var session: Unmanaged<EncodingSession>
}

/// An exceptional next step of the writer.
enum Expectation {
    case none
    /// The next value is the body of an identified one, whose identity must not be looked up again.
    case identifiedBody
    /// The composite that ends next has been removed.
    case endOfReplacedComposite
}

/// One open composite.
@usableFromInline
struct WriterFrame {
    /// The next expected slot of the enclosing composite, to return to.
    var outerSlot: UnsafeMutablePointer<ExpectedSlot>
    var root: UnsafeMutablePointer<ShapeTreeNode>
    /// The shape for which the header is already correct, if any.
    var headerShape: UnsafeMutablePointer<ShapeTreeNode>?
    /// The position of the header in the current chunk, or `nil` once it has been flushed.
    var header: UnsafeMutableRawPointer?
    var headerSize: Int
    /// Whether the composite is in the open form, so that items follow.
    var isOpen: Bool
    /// Whether a key without a value is written, as ``Tag/absent``, rather than omitted. It is also set outside a
    /// record, so that the call is noticed.
    @usableFromInline var marksAbsentKeys: Bool
    /// The number of keys that have been written as absent.
    var absentCount = 0

    /// Initializes the frame that represents the outside of a record. Only this part of it is used.
    static func initializeOutside(_ frame: UnsafeMutablePointer<WriterFrame>) {
        frame.pointer(to: \.marksAbsentKeys)?.initialize(to: true)
    }
}
