/// One block on its way through decompression.
final class DecompressionJob {
    private(set) var block: ContainerReader.Block
    let storedBuffer = HeapBuffer()
    /// The payload as stored: in `storedBuffer`, or in the archive's own memory.
    var stored = UnsafeRawBufferPointer(start: nil, count: 0)
    private let plainBuffer = HeapBuffer()
    /// Where the plain bytes have to go; `nil` when they may lie anywhere.
    private var destination: UnsafeMutableRawBufferPointer?
    /// The plain bytes, when the job is done.
    private(set) var plain = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var error: (any Error)?

    init(_ block: ContainerReader.Block) {
        self.block = block
    }

    func reuse(for block: ContainerReader.Block, destination: UnsafeMutableRawBufferPointer?) {
        self.block = block
        self.destination = destination
    }

    /// Verifies the payload and sets `plain`, or else `error`.
    func run(_ decompressor: BlockDecoder) {
        do {
            try decompress(decompressor)
        } catch {
            self.error = error
        }
    }

    func fail(_ error: any Error) {
        self.error = error
    }

    private func decompress(_ decompressor: BlockDecoder) throws {
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
    /// Decompresses a payload that has passed its checksum.
    ///
    /// - Parameter target: Room for exactly the plain bytes.
    /// - Throws: `GraphContainerError.malformed`, naming the block.
    func decompress(
        _ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer,
        with decompressor: BlockDecoder
    ) throws(GraphContainerError) {
        let place = offset + UInt64(ContainerFormat.headerSize)
        let size: Int?
        do {
            size = try decompressor.decode(stored, isFiltered: header.isFiltered, into: target)
        } catch {
            throw GraphContainerError(
                .malformed, "A block matches its checksum but cannot be decompressed.", byteOffset: place,
                underlyingError: error)
        }
        guard size == target.count else {
            throw GraphContainerError(
                .malformed, "A block decompresses to \(size ?? 0) bytes instead of \(target.count).", byteOffset: place)
        }
    }
}
