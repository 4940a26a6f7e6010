import GraphCodableCompression

/// How many bytes of a compressed archive belong to a part of the raw one.
struct ArchiveShares: Sendable {
    private let blocks: [GraphContainer.BlockShares]
    private let blockSize: Int

    /// - Parameter blocks: All blocks of an archive, in their order.
    init?(_ blocks: [GraphContainer.BlockShares]) {
        guard let first = blocks.first, first.plainByteCount > 0 else { return nil }
        self.blocks = blocks
        blockSize = first.plainByteCount
    }

    /// The share of a part of the raw archive.
    func byteCount(from start: Int, to end: Int) -> Double {
        guard start >= 0, start < end else { return 0 }
        let last = min((end - 1) / blockSize, blocks.count - 1)
        return stride(from: start / blockSize, through: last, by: 1).reduce(0) { sum, number in
            sum + blocks[number].storedByteCount(of: UInt64(start)..<UInt64(end))
        }
    }
}
