/// Bytes that values append themselves to.
public struct BinaryWriteBuffer: Sendable {
    /// What has been written.
    public private(set) var bytes: Bytes = []
    /// The largest count of a collection.
    private(set) var largestCount = 0

    /// Makes an empty buffer.
    public init() {}

    /// The number of bytes that have been written.
    public var count: Int { bytes.count }

    /// Appends bytes as they are.
    ///
    /// - Parameter newBytes: The bytes.
    /// - Complexity: O(*n*) for *n* bytes.
    public mutating func append(_ newBytes: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: newBytes)
    }

    /// Appends an integer, little-endian, in all of its bytes.
    ///
    /// - Parameter value: The integer.
    public mutating func append<Integer: FixedWidthInteger>(_ value: Integer) {
        withUnsafeBytes(of: value.littleEndian) { append($0) }
    }

    /// Appends a count: seven bits a byte, low bits first, the high bit set on every byte but the last.
    ///
    /// - Parameter count: A number that is not negative.
    mutating func appendCount(_ count: Int) {
        largestCount = max(largestCount, count)
        bytes.appendVarint(count)
    }
}
