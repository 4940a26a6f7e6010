/// A buffer of bytes to which values append themselves.
public struct BinaryWriteBuffer: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: Bytes = []
    /// The largest count of a collection written so far.
    private(set) var largestCount = 0

    /// Whether sets and dictionaries are written in canonical order.
    let isCanonical: Bool

    /// Creates an empty buffer.
    public init() {
        self.init(isCanonical: false)
    }

    init(isCanonical: Bool) {
        self.isCanonical = isCanonical
    }

    /// The number of bytes written so far.
    public var count: Int { bytes.count }

    /// Appends bytes.
    ///
    /// - Parameter newBytes: The bytes.
    /// - Complexity: O(*n*) for *n* bytes.
    public mutating func append(_ newBytes: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: newBytes)
    }

    /// Appends all bytes of an integer, little-endian.
    ///
    /// - Parameter value: The integer.
    public mutating func append<Integer: FixedWidthInteger>(_ value: Integer) {
        withUnsafeBytes(of: value.littleEndian) { append($0) }
    }

    /// Appends the elements of a set or dictionary, in canonical order if that is requested.
    ///
    /// - Parameters:
    ///   - elements: The elements or pairs.
    ///   - write: Appends one of them to a buffer.
    mutating func appendUnordered<Elements: Collection>(
        _ elements: Elements, _ write: (Elements.Element, inout BinaryWriteBuffer) throws -> Void
    ) throws {
        appendCount(elements.count)
        guard isCanonical else {
            return try elements.forEach { try write($0, &self) }
        }
        let buffers = try elements.map { element in
            var buffer = BinaryWriteBuffer(isCanonical: true)
            try write(element, &buffer)
            return buffer
        }
        for buffer in buffers.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            bytes.append(contentsOf: buffer.bytes)
            largestCount = max(largestCount, buffer.largestCount)
        }
    }

    /// Appends a count: seven bits per byte, low bits first, with the high bit set in every byte but the last.
    ///
    /// - Parameter count: A nonnegative number.
    mutating func appendCount(_ count: Int) {
        largestCount = max(largestCount, count)
        bytes.appendVarint(count)
    }
}
