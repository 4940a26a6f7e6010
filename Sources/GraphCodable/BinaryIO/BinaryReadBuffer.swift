/// Bytes that values read themselves from, checked at every step.
public struct BinaryReadBuffer: Sendable {
    private let bytes: Bytes
    private var position = 0
    /// Where the bytes stand in an archive, for errors.
    private let archiveOffset: Int?
    /// The most elements of one collection.
    private let maximumElementCount: Int
    /// How deep values may lie inside one another.
    private let maximumDepth: Int
    private var depth = 0
    /// How much reading may still cost, in the units of ``GraphDecodingPolicy/maximumCostPerByte``.
    private(set) var costLeft: Int
    /// An address on the stack of who made the buffer.
    private let origin = StackBounds.currentAddress()
    /// How far down the stack may be used; 0 before it has been found out, which takes long.
    private var stackLimit: UInt = 0
    /// How much of the stack values that read themselves recursively may use: less than decoders have always left, so that the
    /// stack of the thread makes no difference.
    private static var maximumStackSize: UInt { 3 << 18 }

    /// Makes a buffer of bytes.
    ///
    /// - Parameter bytes: What to read.
    /// - Complexity: O(*n*) for *n* bytes, O(1) for an array.
    public init<Input: Sequence>(_ bytes: Input) where Input.Element == UInt8 {
        self.bytes = Bytes(bytes)
        archiveOffset = nil
        maximumElementCount = .max
        let policy = GraphDecodingPolicy()
        maximumDepth = policy.maximumDepth
        costLeft = policy.allowedCost(ofBytes: self.bytes.count)
    }

    init(_ bytes: UnsafeRawBufferPointer, archiveOffset: Int, policy: GraphDecodingPolicy, costLeft: Int) {
        self.bytes = Bytes(bytes)
        maximumElementCount = policy.maximumElementCount
        maximumDepth = policy.maximumDepth
        self.costLeft = costLeft
        self.archiveOffset = archiveOffset
    }

    /// The number of bytes that have not been read yet.
    public var remainingCount: Int { bytes.count - position }

    /// Whether everything has been read.
    public var isAtEnd: Bool { position == bytes.count }

    /// Takes the next bytes.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - body: Gets the bytes, which are only valid during the call.
    /// - Returns: What `body` returns.
    /// - Throws: ``GraphCodableError/Code/malformed`` when fewer are left, and what `body` throws.
    public mutating func read<Result>(
        _ count: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        guard count >= 0, count <= remainingCount else {
            throw error(.malformed, "A value of \(count) bytes ends too early: \(remainingCount) bytes are left.")
        }
        let address = StackBounds.currentAddress()
        if max(origin, address) - min(origin, address) > 32_768 {
            try checkStack(address)
        }
        defer { position += count }
        let range = position..<position + count
        return try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// The bytes that have not been read yet.
    var remainder: ArraySlice<UInt8> { bytes[position...] }

    /// Passes over bytes if they are the next ones.
    ///
    /// - Returns: Whether they were.
    mutating func skip(_ expected: [UInt8]) -> Bool {
        guard remainder.starts(with: expected) else { return false }
        position += expected.count
        return true
    }

    /// Reads a little-endian integer in all of its bytes.
    ///
    /// - Parameter type: The integer's type.
    /// - Returns: The integer.
    /// - Throws: ``GraphCodableError/Code/malformed`` when too few bytes are left.
    public mutating func read<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
        try read(MemoryLayout<Integer>.size) { Integer(littleEndian: $0.loadUnaligned(as: Integer.self)) }
    }

    /// Types that hold values of their own type read themselves recursively.
    private mutating func checkStack(_ address: UInt) throws {
        if address <= stackLimit || stackLimit == 0 {
            stackLimit = StackBounds.lowestUsableAddress(below: origin, by: Self.maximumStackSize)
        }
        guard address > stackLimit else {
            throw error(.depthExceeded, "Binary values are nested too deeply.")
        }
    }

    /// Reads values that lie inside the one that is being read.
    mutating func nested<Result>(_ body: (inout BinaryReadBuffer) throws -> Result) throws -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= maximumDepth else {
            throw error(.depthExceeded, "Binary values are nested more than \(maximumDepth) deep.")
        }
        return try body(&self)
    }

    /// Counts so much of what the policy allows, before memory is reserved or elements are compared.
    mutating func charge(_ cost: Int) throws {
        guard costLeft >= cost else {
            costLeft = -1
            throw error(
                .limitExceeded, "Binary values cost more memory or time than the policy allows for their bytes.")
        }
        costLeft -= cost
    }

    /// Charges for making a set or dictionary.
    mutating func chargeHashing<Element, Key: Hashable>(_ elements: [Element], by key: (Element) -> Key) throws {
        try charge(DecodingCost.hashTable(elements.count, elementSize: MemoryLayout<Element>.stride))
        if let pairs = EqualHashes.count(elements, by: key) {
            try charge(DecodingCost.comparing(pairs, of: elements.count, size: bytes.count))
        }
    }

    /// Reads a count of things that take at least `minimumSize` bytes each.
    mutating func readCount(minimumSize: Int = 1) throws -> Int {
        let number = try Varint.read { try read(UInt8.self) }
        guard case .success(let value) = number, value <= UInt64(remainingCount / max(minimumSize, 1)) else {
            throw error(.malformed, "A count is more than the bytes that are left, or not in its shortest form.")
        }
        guard value <= UInt64(max(maximumElementCount, 0)) else {
            throw error(
                .limitExceeded,
                "A collection has \(value) elements, more than the \(maximumElementCount) that the policy allows.")
        }
        return Int(value)
    }

    /// An error at the place that has been read up to.
    func error(_ code: GraphCodableError.Code, _ message: String) -> any Error {
        GraphCodableError(code, message, byteOffset: archiveOffset.map { $0 + position } ?? position)
    }
}
