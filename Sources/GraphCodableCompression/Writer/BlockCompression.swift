/// One block on its way through compression.
final class CompressionJob {
    /// Holds the block when it had to be gathered from pieces.
    let gathered = HeapBuffer()
    /// The block: `gathered`, or the caller's own memory.
    var plain = UnsafeRawBufferPointer(start: nil, count: 0)
    var ordinal: UInt32 = 0
    /// A section header and, unless the block is stored raw, the compressed block.
    let section = HeapBuffer()
    private(set) var isRaw = false
    private(set) var error: (any Error)?

    /// The number of bytes that the section takes in the file.
    var storedSize: Int { isRaw ? ContainerFormat.headerSize + plain.count : section.count }

    /// Fills `section`, or sets `error`.
    func run(_ compressor: (any GraphBlockCompressor)?) {
        do {
            try compress(compressor)
        } catch {
            self.error = error
        }
    }

    func fail(_ error: any Error) {
        self.error = error
    }

    private func compress(_ compressor: (any GraphBlockCompressor)?) throws {
        let headerSize = ContainerFormat.headerSize
        let room = try section.reserve(headerSize + plain.count)
        // One byte less than the block: what does not save at least a byte is stored raw.
        let target = UnsafeMutableRawBufferPointer(rebasing: room[headerSize..<headerSize + plain.count - 1])
        let size = target.isEmpty ? nil : try compressor?.compress(plain, into: target)
        if let size, !(1...target.count).contains(size) {
            throw GraphContainerError(.codecFailure, "The codec says that it wrote \(size) bytes of \(target.count).")
        }
        isRaw = size == nil
        let payload = size.map { UnsafeRawBufferPointer(rebasing: target[..<$0]) } ?? plain
        SectionHeader(
            type: SectionType.data,
            flags: isRaw ? SectionFlags.raw : 0,
            ordinal: ordinal,
            storedSize: UInt32(payload.count),
            plainSize: UInt32(plain.count),
            payloadHash: XXH3.hash(payload)
        ).store(in: room)
        section.use(headerSize + (size ?? 0))
    }
}
