internal import CStack

/// A buffer of bytes from which values read themselves, with every access checked.
public struct BinaryReadBuffer: Sendable {
    private let bytes: Bytes
    private var position = 0
    /// The position of the bytes in an archive, for errors.
    private let archiveOffset: Int?
    private let maximumElementCount: Int
    private let maximumDepth: Int
    private var depth = 0
    /// The type of the last value that was read by copying its memory, with ``TrivialLayout``.
    var copiedType: ObjectIdentifier?
    /// The cost that reading may still incur, in the units of ``GraphDecodingPolicy/maximumCostPerByte``.
    private(set) var costLeft: Int
    /// Whether reading has cost too much, so that it fails even if the program has caught the error.
    private(set) var isTooCostly = false
    /// An address on the stack of the code that created the buffer. It limits the depth only on that stack.
    private let origin = cstack_pointer()
    /// The stack size that values which read themselves recursively may use. Decoders always leave more than this, so
    /// the result does not depend on the stack of the thread.
    private static var maximumStackSize: UInt { 3 << 18 }

    /// Creates a buffer of bytes.
    ///
    /// - Parameter bytes: The bytes to read.
    /// - Complexity: O(*n*) for *n* bytes, O(1) for an array.
    public init<Input: Sequence>(_ bytes: Input) where Input.Element == UInt8 {
        let (bytes, policy) = (Bytes(bytes), GraphDecodingPolicy(maximumElementCount: .max))
        self.init(bytes, archiveOffset: nil, policy: policy, costLeft: policy.allowedCost(ofBytes: bytes.count))
    }

    init(_ bytes: Bytes, archiveOffset: Int?, policy: GraphDecodingPolicy, costLeft: Int) {
        self.bytes = bytes
        maximumElementCount = policy.maximumElementCount
        maximumDepth = policy.maximumDepth
        self.costLeft = costLeft
        self.archiveOffset = archiveOffset
    }

    /// The number of bytes that have not been read yet.
    public var remainingCount: Int { bytes.count - position }

    /// A Boolean value that indicates whether all bytes have been read.
    public var isAtEnd: Bool { position == bytes.count }

    /// Reads the next bytes.
    ///
    /// - Parameters:
    ///   - count: The number of bytes.
    ///   - body: A closure that receives the bytes, which are valid only during the call.
    /// - Returns: The result of `body`.
    /// - Throws: ``GraphCodableError/Code/malformed`` if too few bytes are left, `depthExceeded` if values that read
    ///   themselves recursively use too much of the stack, and any error that `body` throws.
    public mutating func read<Result>(
        _ count: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        guard count >= 0, count <= remainingCount else {
            throw error(.malformed, "A value of \(count) bytes ends too early: \(remainingCount) bytes are left.")
        }
        let address = cstack_pointer()
        // A copy of the buffer may be used on another thread, whose stack has its own limit.
        if max(origin, address) - min(origin, address) > 32_768 {
            try checkStack(address)
        }
        defer { position += count }
        let range = position..<position + count
        return try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// The bytes that have not been read yet.
    var remainder: ArraySlice<UInt8> { bytes[position...] }

    /// Skips bytes if they are the next ones, and returns whether they were.
    mutating func skip(_ expected: [UInt8]) -> Bool {
        guard remainder.starts(with: expected) else { return false }
        position += expected.count
        return true
    }

    /// Reads all bytes of an integer, little-endian.
    ///
    /// - Parameter type: The integer's type.
    /// - Returns: The integer.
    /// - Throws: ``GraphCodableError/Code/malformed`` if too few bytes are left; otherwise the errors of ``read(_:_:)``.
    public mutating func read<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
        try read(MemoryLayout<Integer>.size) { Integer(littleEndian: $0.loadUnaligned(as: Integer.self)) }
    }

    /// Checks the stack, because types that contain values of their own type read themselves recursively.
    private func checkStack(_ address: UInt) throws {
        guard address > StackBounds.lowestUsableAddress(below: origin, by: Self.maximumStackSize) else {
            throw error(
                .depthExceeded,
                "Binary values are nested too deeply for the stack. Make the recursive part a class with encode(to:).")
        }
    }

    /// Reads values inside the value that is being read.
    mutating func nested<Result>(_ body: (inout BinaryReadBuffer) throws -> Result) throws -> Result {
        try enter()
        defer { leave() }
        return try body(&self)
    }

    /// Begins to read values inside the value that is being read.
    mutating func enter() throws {
        guard depth < maximumDepth else {
            throw error(.depthExceeded, LimitMessage.depth("Binary values", maximumDepth))
        }
        depth += 1
    }

    mutating func leave() { depth -= 1 }

    /// Deducts a cost from what the policy allows, before memory is reserved or elements are compared.
    mutating func charge(_ cost: Int) throws {
        guard !isTooCostly, costLeft >= cost else {
            isTooCostly = true
            throw error(
                .limitExceeded,
                "Binary values cost more memory or time than the policy allows for their bytes. "
                    + LimitMessage.raise("maximumCostPerByte or maximumMemory"))
        }
        costLeft -= cost
    }

    /// Charges for creating a set or dictionary.
    mutating func chargeHashing<Element, Key: Hashable>(_ elements: [Element], by key: (Element) -> Key) throws {
        try charge(DecodingCost.hashTable(elements.count, elementSize: MemoryLayout<Element>.stride))
        if let pairs = HashCollisions.count(elements, by: key) {
            try charge(DecodingCost.comparing(pairs, of: elements.count, size: bytes.count))
        }
    }

    /// Reads a count of items that take at least one byte each.
    mutating func readCount() throws -> Int {
        let number = try Varint.read { try read(UInt8.self) }
        guard case .success(let value) = number, value <= UInt64(remainingCount) else {
            throw error(.malformed, "A count is more than the bytes that are left, or not in its shortest form.")
        }
        guard value <= UInt64(max(maximumElementCount, 0)) else {
            throw error(.limitExceeded, LimitMessage.elementCount(value, maximumElementCount))
        }
        return Int(value)
    }

    func error(_ code: GraphCodableError.Code, _ message: String) -> any Error {
        GraphCodableError(code, message, byteOffset: archiveOffset.map { $0 + position } ?? position)
    }
}
