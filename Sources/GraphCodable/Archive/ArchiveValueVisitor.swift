/// What a ``ValueWalker`` tells of the values it passes.
///
/// All calls have empty defaults, so that a visitor pays only for what it looks at.
protocol ArchiveValueVisitor {
    /// A value without values inside: a scalar, a string, packed or binary bytes.
    mutating func visitLeaf(_ tag: UInt8, payload: UnsafeRawBufferPointer, at position: UnsafeRawPointer)
        throws(GraphCodableError)
    mutating func visitReference(
        _ id: UInt32, isConditional: Bool, at position: UnsafeRawPointer
    ) throws(GraphCodableError)
    /// The value that comes next is in this slot of the innermost composite.
    mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError)
    /// The innermost composite is without this key, although its shape has it.
    mutating func visitAbsentKey(_ keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError)
    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) throws(GraphCodableError)
    mutating func end(at position: UnsafeRawPointer) throws(GraphCodableError)
    /// Whether the walk is to be left for now, to be resumed later; asked after each value.
    var isPaused: Bool { get }
}

/// A value that has other values inside.
enum ArchiveContainer {
    case composite(shape: Int, isOpen: Bool)
    case sequence(count: Int)
    case map(count: Int)
    case some
    case typed(type: Int)
}

extension ArchiveValueVisitor {
    @inline(__always)
    mutating func visitLeaf(
        _ tag: UInt8, payload: UnsafeRawBufferPointer, at position: UnsafeRawPointer
    ) throws(GraphCodableError) {}
    @inline(__always)
    mutating func visitReference(
        _ id: UInt32, isConditional: Bool, at position: UnsafeRawPointer
    ) throws(GraphCodableError) {}
    @inline(__always)
    mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError) {}
    @inline(__always)
    mutating func visitAbsentKey(_ keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError) {}
    @inline(__always)
    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) throws(GraphCodableError) {}
    @inline(__always)
    mutating func end(at position: UnsafeRawPointer) throws(GraphCodableError) {}
    @inline(__always)
    var isPaused: Bool { false }
}

/// Looks at nothing: for passing over values.
struct NoVisitor: ArchiveValueVisitor {
    /// A variable without a size has any address, and the thread sanitizer takes those of two threads for one variable.
    private let size: UInt8 = 0
}
