/// Receives the values that a ``ValueWalker`` visits.
///
/// All requirements have empty defaults, so a visitor pays only for what it uses.
protocol ArchiveValueVisitor {
    mutating func visitLeaf(_ leaf: ArchiveLeaf) throws(GraphCodableError)
    mutating func visitReference(_ reference: ArchiveReference) throws(GraphCodableError)
    /// Called before the value in this slot of the innermost composite.
    mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError)
    /// Called if the innermost composite does not have this key, although its shape does.
    mutating func visitAbsentKey(_ keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError)
    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) throws(GraphCodableError)
    mutating func end(at position: UnsafeRawPointer) throws(GraphCodableError)
    /// Whether there may be marks of ``UnorderedMark``, which are not part of the format.
    static var readsMarks: Bool { get }
    /// Called before `count` elements of `valuesEach` values, whose order means nothing.
    mutating func visitMark(count: Int, valuesEach: Int, at position: UnsafeRawPointer, to end: UnsafeRawPointer)
    static var entersRecords: Bool { get }
    /// Returns the record to visit now, after the reference that was visited last. Its end is that of a level.
    mutating func recordToEnter() -> Range<Int>?
}

/// A value that contains no other values: a scalar, a string, packed or binary bytes.
struct ArchiveLeaf {
    let tag: UInt8
    let position: UnsafeRawPointer
    /// The bytes after the tag, without a size.
    var payload = UnsafeRawBufferPointer(start: nil, count: 0)

    var payloadStart: UnsafeRawPointer { payload.baseAddress ?? position + 1 }
    var end: UnsafeRawPointer { payloadStart + payload.count }
    /// The number of elements of a packed array; 0 for all other values.
    var elementCount: Int {
        tag < Tag.packed ? 0 : PackedKind(rawValue: tag - Tag.packed).map { payload.count / $0.stride } ?? 0
    }
}

struct ArchiveReference {
    let id: UInt32
    let isConditional: Bool
    let position: UnsafeRawPointer
    let end: UnsafeRawPointer
}

/// A value that contains other values.
enum ArchiveContainer {
    case composite(shape: Int, isOpen: Bool)
    case sequence(count: Int)
    case map(count: Int)
    case some
    case typed(type: Int)
}

extension ArchiveValueVisitor {
    mutating func visitLeaf(_ leaf: ArchiveLeaf) throws(GraphCodableError) {}
    mutating func visitReference(_ reference: ArchiveReference) throws(GraphCodableError) {}
    mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError) {}
    mutating func visitAbsentKey(_ keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError) {}
    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) throws(GraphCodableError) {}
    mutating func end(at position: UnsafeRawPointer) throws(GraphCodableError) {}
    static var readsMarks: Bool { false }
    mutating func visitMark(count: Int, valuesEach: Int, at position: UnsafeRawPointer, to end: UnsafeRawPointer) {}
    static var entersRecords: Bool { false }
    mutating func recordToEnter() -> Range<Int>? { nil }
}

extension GraphCodableError {
    /// With this error a visitor ends a walk that need not go on.
    static let walkMayEnd = GraphCodableError(.misuse, "The walk may end.")
    /// With this error a visitor ends a walk that finds more references than there is memory for.
    static let tooManyReferences = GraphCodableError(.limitExceeded, "The walk finds too much.")
}

/// Ignores all values, for skipping over them.
struct NoVisitor: ArchiveValueVisitor {
    /// A variable of size zero can have any address, and the thread sanitizer may mistake the variables of two threads
    /// for one.
    private let size: UInt8 = 0
}
