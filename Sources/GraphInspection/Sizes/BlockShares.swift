import GraphCodableCompression

/// Estimates the compressed size of a part of the raw archive. The bytes of a block are divided evenly among its
/// content.
struct BlockShares: Sendable {
    private let blockSize: Int
    /// The stored bytes before each block, followed by the total.
    private let before: [Double]
    /// The plain bytes of each block.
    private let sizes: [Double]

    /// - Parameter blocks: All blocks of an archive, in their order.
    init?(_ blocks: [GraphContainer.Block]) {
        guard let first = blocks.first, first.plainByteCount > 0 else { return nil }
        blockSize = first.plainByteCount
        sizes = blocks.map { Double(max(1, $0.plainByteCount)) }
        before = blocks.reduce(into: [0]) { $0.append(($0.last ?? 0) + Double($1.storedByteCount)) }
    }

    /// Returns the compressed size of a part of the raw archive.
    func byteCount(from start: Int, to end: Int) -> Double {
        position(end) - position(start)
    }

    private func position(_ offset: Int) -> Double {
        let block = min(max(0, offset) / blockSize, sizes.count - 1)
        let inside = min(Double(offset - block * blockSize), sizes[block])
        return before[block] + (before[block + 1] - before[block]) * inside / sizes[block]
    }
}
