/// A type that can write itself into a ``BinaryWriteBuffer``.
public protocol BinaryOType {
    /// Appends the value's bytes to a buffer: at least one if the value may be an element of a collection.
    ///
    /// - Parameter buffer: The buffer to write to.
    /// - Throws: ``GraphCodableError/Code/notEncodable`` if the value has no binary form, or any error of the type's
    ///   own. A value with others inside throws their errors, too.
    /// - Complexity: O(*n*) for *n* bytes, unless the type says otherwise.
    func write(to buffer: inout BinaryWriteBuffer) throws
}

/// A type that can read itself from a ``BinaryReadBuffer``.
public protocol BinaryIType {
    /// Creates a value from the bytes that `write(to:)` appended.
    ///
    /// - Parameter buffer: The buffer to read from. Check its bytes: they may be untrusted.
    /// - Throws: ``GraphCodableError``: `malformed` if too few bytes are left, `valueOutOfRange` if the bytes do not
    ///   represent a value; or any error of the type's own. A value with others inside throws their errors, too.
    /// - Complexity: O(*n*) for *n* bytes on average, unless the type says otherwise.
    init(from buffer: inout BinaryReadBuffer) throws
}

/// A type that can write itself into a buffer of bytes and read itself from one.
///
/// The bytes are not self-describing: read values in the order in which they were written.
public typealias BinaryIOType = BinaryOType & BinaryIType

extension BinaryOType {
    /// Returns the value's bytes.
    ///
    /// - Returns: The bytes that `write(to:)` appends.
    /// - Throws: The errors of `write(to:)`.
    /// - Complexity: O(*n*) for *n* bytes.
    public func binaryIOBytes() throws -> Bytes {
        var buffer = BinaryWriteBuffer()
        try write(to: &buffer)
        return buffer.bytes
    }
}

extension BinaryIType {
    /// Creates a value from the bytes that ``BinaryOType/binaryIOBytes()`` returned.
    ///
    /// - Parameter bytes: The bytes, all of which must belong to the value.
    /// - Throws: The errors of `init(from:)`, and `malformed` if bytes are left over.
    /// - Complexity: O(*n*) for *n* bytes.
    public init<Input: Sequence>(binaryIOBytes bytes: Input) throws where Input.Element == UInt8 {
        var buffer = BinaryReadBuffer(bytes)
        self = try Self(from: &buffer)
        guard buffer.isAtEnd else {
            throw buffer.error(.malformed, "\(buffer.remainingCount) bytes follow the value.")
        }
    }
}
