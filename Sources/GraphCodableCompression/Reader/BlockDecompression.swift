/// Checks and decompresses one block, on any thread.
final class BlockDecompression {
    var block: ContainerReader.Block
    let storedBuffer = HeapBuffer()
    /// The stored payload: in `storedBuffer`, or in the archive's own memory.
    var stored = UnsafeRawBufferPointer(start: nil, count: 0)
    private let plainBuffer = HeapBuffer()
    /// The memory for the plain bytes; `nil` for any memory.
    var destination: UnsafeMutableRawBufferPointer?
    /// The plain bytes when the block is decompressed.
    private(set) var plain = UnsafeRawBufferPointer(start: nil, count: 0)

    init(_ block: ContainerReader.Block) {
        self.block = block
    }

    func run(_ decompressor: BlockDecompressor) throws {
        try block.header.check(payloadHash: XXH3.hash(stored), at: block.offset)
        guard !block.header.isRaw else {
            if let destination {
                destination.copyMemory(from: stored)
            }
            plain = destination.map { UnsafeRawBufferPointer($0) } ?? stored
            return
        }
        let target = try destination ?? plainBuffer.reserve(Int(block.header.plainSize))
        try block.decompress(stored, into: target, with: decompressor)
        plain = UnsafeRawBufferPointer(target)
    }
}

extension ContainerReader.Block {
    /// Decompresses a payload whose checksum has been verified, into memory of exactly the plain size.
    func decompress(
        _ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer,
        with decompressor: BlockDecompressor
    ) throws(GraphContainerError) {
        let payloadOffset = offset + UInt64(ContainerFormat.headerSize)
        let size: Int?
        do {
            size = try decompressor.decode(stored, isFiltered: header.isFiltered, into: target)
        } catch {
            throw failure(error)
        }
        try require(
            size == target.count, "A block decompresses to \(size ?? 0) bytes instead of \(target.count).",
            at: payloadOffset)
    }

    /// Returns the error for a payload that matches its checksum, but for which decompression threw an error.
    func failure(_ cause: any Error) -> GraphContainerError {
        let payloadOffset = offset + UInt64(ContainerFormat.headerSize)
        guard cause as? FilterError == .memory else {
            return GraphContainerError(
                .malformed, "A block matches its checksum but cannot be decompressed.", byteOffset: payloadOffset,
                underlyingError: cause)
        }
        return GraphContainerError(
            .limitExceeded,
            "A filtered block takes more memory than the policy allows for an archive of this size. Raise "
                + "GraphDecodingPolicy.maximumCostPerByte or maximumMemory if you trust it.", byteOffset: payloadOffset)
    }
}
