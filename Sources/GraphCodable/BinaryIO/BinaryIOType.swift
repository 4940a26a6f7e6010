/// A type that can write itself into a ``BinaryWriteBuffer``.
public protocol BinaryOType {
    /// Appends the value's bytes.
    ///
    /// - Parameter wbuffer: What to write to.
    /// - Throws: ``GraphCodableError/Code/notEncodable`` when the value has no binary form, or any error of the type's own.
    func write(to wbuffer: inout BinaryWriteBuffer) throws
}

/// A type that can read itself from a ``BinaryReadBuffer``.
public protocol BinaryIType {
    /// Makes a value from the bytes that `write(to:)` appended.
    ///
    /// - Parameter rbuffer: What to read from. Its bytes may come from anywhere and must be checked.
    /// - Throws: ``GraphCodableError``: `malformed` when too few bytes are left, `valueOutOfRange` when they stand for no
    ///   value; or any error of the type's own.
    init(from rbuffer: inout BinaryReadBuffer) throws
}

/// A type that can write itself into a buffer of bytes and read itself from one.
///
/// The bytes do not describe themselves: they are read in the order in which they were written.
public typealias BinaryIOType = BinaryOType & BinaryIType

extension BinaryOType {
    /// The value's bytes.
    ///
    /// - Returns: What `write(to:)` appends.
    /// - Throws: As `write(to:)`.
    public func binaryIOBytes() throws -> Bytes {
        var buffer = BinaryWriteBuffer()
        try write(to: &buffer)
        return buffer.bytes
    }
}

extension BinaryIType {
    /// Makes a value from all of the bytes that ``BinaryOType/binaryIOBytes()`` gave.
    ///
    /// - Parameter bytes: The bytes, all of which must belong to the value.
    /// - Throws: As `init(from:)`; `malformed` when bytes are left over.
    public init<Input: Sequence>(binaryIOBytes bytes: Input) throws where Input.Element == UInt8 {
        var buffer = BinaryReadBuffer(bytes)
        self = try Self(from: &buffer)
        guard buffer.isAtEnd else {
            throw buffer.error(.malformed, "\(buffer.remainingCount) bytes follow the value.")
        }
    }
}
