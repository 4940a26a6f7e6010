import GraphCodableCompression

/// How many bytes of a compressed archive are before each place of the raw one.
///
/// The shares in a block take more memory than the block. Places are asked for in their order, so those of one block are enough.
struct ArchiveShares {
    private let reader: BlockShareReader
    /// The bytes in the file of all blocks before each one.
    private let sums: [Double]
    private let blockSize: Int
    let byteCount: Int
    let filteredBlockCount: Int

    private var shares: GraphContainer.BlockShares?
    /// The block of the shares, and where it begins in the raw archive.
    private var number = -1
    private var start = 0
    /// Where the last place was in the block, and in the shares.
    private var offset = 0
    private var index = 0

    var blockCount: Int { sums.count - 1 }

    /// - Parameter file: A file; `nil` is the result for a raw archive.
    init?(_ file: GraphContainerFile) throws {
        let blocks = try (0..<Int(clamping: file.summary.blockCount)).map { try file.block($0) }
        guard let first = blocks.first, first.plainByteCount > 0 else { return nil }
        reader = BlockShareReader(file)
        blockSize = first.plainByteCount
        sums = blocks.reduce(into: [0]) { $0.append(($0.last ?? 0) + Double($1.storedByteCount)) }
        byteCount = blocks.reduce(0) { $0 + $1.storedByteCount }
        filteredBlockCount = blocks.count(where: \.isFiltered)
    }

    /// The bytes in the file of all before a place in the raw archive, which is not before those of earlier calls.
    mutating func byteCount(before position: Int) throws -> Double {
        if position - start >= blockSize || shares == nil {
            number = position / blockSize
            guard number < blockCount else { return sums[blockCount] }
            // The memory of the old ones is free for the new ones.
            shares = nil
            shares = try reader.shares(ofBlock: number)
            start = number * blockSize
            (offset, index) = (0, 0)
        }
        offset = max(offset, position - start)
        return sums[number] + (shares?.storedByteCount(before: offset, from: &index) ?? 0)
    }
}
