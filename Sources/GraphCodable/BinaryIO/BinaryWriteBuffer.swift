/// A buffer of bytes to which values append themselves.
public struct BinaryWriteBuffer: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: Bytes = []
    /// The largest count of a collection written so far.
    private(set) var largestCount = 0
    /// The number of collections and optionals around the next value, and the largest so far.
    private var depth = 0
    private(set) var largestDepth = 0
    /// The type of the last value whose memory was copied, with ``TrivialLayout``.
    var copiedType: ObjectIdentifier?

    let sortsElements: Bool

    /// Creates an empty buffer.
    public init() { self.init(sortsElements: false) }

    init(sortsElements: Bool) { self.sortsElements = sortsElements }

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

    /// Appends a nonnegative count: seven bits per byte, low bits first, with the high bit set in every byte but the last.
    mutating func appendCount(_ count: Int) {
        largestCount = max(largestCount, count)
        bytes.appendVarint(count)
    }

    /// Begins to write values inside the value that is being written.
    mutating func enter() {
        depth += 1
        largestDepth = max(largestDepth, depth)
    }

    mutating func leave() { depth -= 1 }

    /// Appends the number of elements or pairs of a collection, and each of them, sorted by their bytes if `areSorted`.
    ///
    /// - Throws: `notEncodable` if there are fewer bytes than elements: a reader refuses such a count, which could be
    ///   anything.
    mutating func append<Elements: Collection>(
        _ elements: Elements, areSorted: Bool, _ write: (Elements.Element, inout BinaryWriteBuffer) throws -> Void
    ) throws {
        appendCount(elements.count)
        enter()
        defer { leave() }
        let start = count
        var ends: [Int] = []
        for element in elements {
            try write(element, &self)
            if areSorted {
                ends.append(count)
            }
        }
        try GraphCodableError.require(
            count - start >= elements.count, or: .notEncodable,
            """
            Elements of type \(TypeNames.readableName(of: Elements.Element.self)) write no bytes, so they could not be read. \
            Let write(to:) append at least one byte.
            """)
        if ends.count > 1 {
            ByteRuns(start: start, ends: ends).sort(&bytes)
        }
    }
}
