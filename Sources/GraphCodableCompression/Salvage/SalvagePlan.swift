/// The positions of the blocks of a damaged archive and its length, inferred from the sections that were found.
struct SalvagePlan {
    let blockSize: Int
    /// The known number of blocks, including lost ones.
    let blockCount: UInt64
    /// The known number of plain bytes, including lost ones.
    let plainSize: UInt64
    /// Whether the archive contains the number of plain bytes.
    let isPlainSizeKnown: Bool
    /// The number from which blocks are lost because the file ends before them.
    private let firstTruncated: UInt64
    /// The blocks by number, whose headers were found and fit.
    let blocks: [UInt64: FoundSections.Block]
    /// The numbers of blocks that may have other numbers.
    private let uncertain: Set<UInt64>
    /// The number of valid blocks that don't fit, and other ignored sections.
    let ignoredCount: Int
    /// Whether the file header, INDEX, END and the blocks contradict one another.
    let hasContradictions: Bool
    /// Whether the metadata are lost, or a section that is most likely theirs.
    let lacksMetadata: Bool

    init(_ found: FoundSections, blockSize size: Int) {
        let listedCount = found.index.map { UInt64($0.header.storedSize) / 8 }
        let announced = Self.announcedSize(found, size, listedCount)
        let announcedCount = announced.map { Self.count(of: size, in: $0) }
        let numbers = BlockNumbers(found, blockSize: size, count: announcedCount ?? listedCount, plainSize: announced)
        blockSize = size
        let traceCount = numbers.blocks.keys.max().map { $0 + 1 } ?? 0
        // A section that follows all blocks shows that the file did not end before.
        firstTruncated = found.end != nil || found.index != nil ? .max : traceCount
        let count = announcedCount ?? max(traceCount, listedCount ?? 0)
        let last = count == 0 ? nil : numbers.blocks[count - 1]
        if let announced {
            plainSize = announced
            isPlainSizeKnown = true
        } else {
            let lastSize = last.map { UInt64($0.header.plainSize) } ?? UInt64(size)
            // Ordinals and index entries have 32 bits, and blocks are at most 16 MiB, so this cannot overflow.
            plainSize = count == 0 ? 0 : (count - 1) * UInt64(size) + lastSize
            // A block that is not full is the last one.
            isPlainSizeKnown =
                last.map { Int($0.header.plainSize) < size || found.index != nil } ?? false
                && !numbers.uncertain.contains(count - 1)
        }
        blockCount = count
        lacksMetadata = found.metadata.payload.isEmpty && (found.hasDamagedMetadata || numbers.lacksOther)
        let total = plainSize
        blocks = numbers.blocks.filter { number, block in
            // A block that is not full does not fit before another one.
            number < count && UInt64(block.header.plainSize) == min(UInt64(size), total - number * UInt64(size))
        }
        uncertain = numbers.uncertain
        hasContradictions =
            found.contradictsItself
            || found.index != nil
                && blocks.contains { number, block in
                    found.numberInIndex(of: block).map { UInt64($0) != number } ?? found.isIndexIntact
                }
        ignoredCount =
            found.ignoredCount + found.blocks.values.count { $0.fault == nil } - blocks.values.count { $0.fault == nil }
    }

    /// Returns the plain size that END has, or else the file header if INDEX does not contradict it.
    private static func announcedSize(_ found: FoundSections, _ blockSize: Int, _ listedCount: UInt64?) -> UInt64? {
        if let end = found.end { return end.record.plainSize }
        guard let size = found.fileHeader?.plainSize else { return nil }
        let count = count(of: blockSize, in: size)
        return listedCount ?? count == count ? size : nil
    }

    func plainSize(ofBlock number: UInt64) -> Int {
        Int(min(UInt64(blockSize), plainSize - number * UInt64(blockSize)))
    }

    /// Returns the reason why a block is lost, as far as its header tells.
    func reason(forBlock number: UInt64) -> GraphContainer.SalvageReport.Reason? {
        guard let block = blocks[number] else { return number >= firstTruncated ? .truncated : .missing }
        return block.fault ?? (uncertain.contains(number) ? .uncertain : nil)
    }

    /// Returns the block size that the file header states. If that is damaged, or contradicts the blocks, it is the smallest one
    /// that leads to the number of blocks that END has, and that no block exceeds if possible.
    static func blockSize(of found: FoundSections) -> Int {
        let blockSizes = found.blocks.values.map { Int($0.header.plainSize) }
        let largest = blockSizes.max() ?? 0
        let sizes = ContainerFormat.blockSizeLog2Range.map { 1 << $0 }
        let end = found.end?.record
        let fitting = sizes.filter { size in end.map { $0.blockCount == count(of: size, in: $0.plainSize) } ?? true }
        if let stated = found.fileHeader?.blockSize {
            // Only the last block may be smaller.
            let isPossible = blockSizes.count < 2 && largest <= stated && fitting.contains(stated)
            if isPossible || blockSizes.contains(stated) { return stated }
        }
        return fitting.first { $0 >= largest } ?? fitting.first ?? sizes.first { $0 >= largest } ?? largest
    }

    private static func count(of size: Int, in plainSize: UInt64) -> UInt64 {
        plainSize / UInt64(size) + (plainSize % UInt64(size) == 0 ? 0 : 1)
    }
}
