/// Receives the values that a ``ValueWalker`` visits.
///
/// All requirements have empty defaults, so a visitor pays only for what it uses.
protocol ArchiveValueVisitor {
    /// Called for a value that contains no other values: a scalar, a string, packed or binary bytes.
    mutating func visitLeaf(_ tag: UInt8, payload: UnsafeRawBufferPointer, at position: UnsafeRawPointer)
        throws(GraphCodableError)
    mutating func visitReference(
        _ id: UInt32, isConditional: Bool, at position: UnsafeRawPointer
    ) throws(GraphCodableError)
    /// Called before the value in this slot of the innermost composite.
    mutating func visitSlot(keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError)
    /// Called if the innermost composite does not have this key, although its shape does.
    mutating func visitAbsentKey(_ keyID: UInt32, at position: UnsafeRawPointer) throws(GraphCodableError)
    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) throws(GraphCodableError)
    mutating func end(at position: UnsafeRawPointer) throws(GraphCodableError)
    /// Whether to interrupt the walk, to resume it later. The walker checks this after each value.
    var isPaused: Bool { get }
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

/// Ignores all values, for skipping over them.
struct NoVisitor: ArchiveValueVisitor {
    /// A variable of size zero can have any address, and the thread sanitizer may mistake the variables of two threads
    /// for one.
    private let size: UInt8 = 0
}
