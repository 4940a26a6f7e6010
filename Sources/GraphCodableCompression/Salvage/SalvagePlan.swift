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
    /// The number of valid blocks that don't fit, and other ignored sections.
    let ignoredCount: Int
    /// Whether the metadata are lost, or a section that is most likely theirs.
    let lacksMetadata: Bool

    init(_ found: FoundSections) {
        let blocks = Self.numberedBlocks(found)
        let end = found.end?.record
        let highest = blocks.keys.max()
        let size = found.fileHeader?.blockSize ?? Self.likelyBlockSize(blocks, end)
        blockSize = size
        let announced = end?.plainSize ?? found.fileHeader?.plainSize
        let announcedCount = announced.map { Self.count(of: size, in: $0) }
        let traceCount = highest.map { $0 + 1 } ?? 0
        // A section that follows all blocks shows that the file did not end before.
        firstTruncated = found.end != nil || found.index != nil ? .max : traceCount
        let count = announcedCount ?? max(traceCount, found.index.map { UInt64($0.storedSize) / 8 } ?? 0)
        let last = count == 0 ? nil : blocks[count - 1]
        if let announced {
            plainSize = announced
            isPlainSizeKnown = true
        } else {
            let lastSize = last.map { UInt64($0.header.plainSize) } ?? UInt64(size)
            // Ordinals and index entries have 32 bits, and blocks are at most 16 MiB, so this cannot overflow.
            plainSize = count == 0 ? 0 : (count - 1) * UInt64(size) + lastSize
            // A block that is not full is the last one.
            isPlainSizeKnown = last.map { Int($0.header.plainSize) < size || found.index != nil } ?? false
        }
        blockCount = count
        lacksMetadata = found.metadata.isEmpty && (found.hasDamagedMetadata || Self.lacksOther(found))
        let total = plainSize
        self.blocks = blocks.filter { number, block in
            guard number < count else { return false }
            return UInt64(block.header.plainSize) == min(UInt64(size), total - number * UInt64(size))
        }
        ignoredCount =
            found.ignoredCount + blocks.values.count { $0.fault == nil }
            - self.blocks.values.count { $0.fault == nil }
    }

    func plainSize(ofBlock number: UInt64) -> Int {
        Int(min(UInt64(blockSize), plainSize - number * UInt64(blockSize)))
    }

    /// Returns the reason why a block without a header is lost.
    func reason(forBlock number: UInt64) -> GraphContainer.SalvageReport.Reason {
        number >= firstTruncated ? .truncated : .missing
    }

    // MARK: Conclusions

    /// Returns the blocks by their numbers: their ordinals less the number of other sections before them.
    private static func numberedBlocks(_ found: FoundSections) -> [UInt64: FoundSections.Block] {
        var others = found.otherOrdinals
        // A lost one is most likely the first, META.
        if lacksOther(found),
            let lost = (UInt32.min...).first(where: { found.blocks[$0] == nil && !others.contains($0) })
        {
            others.insert(lost)
        }
        let ordinals = others.sorted()
        var before = 0
        var blocks: [UInt64: FoundSections.Block] = [:]
        for (ordinal, block) in found.blocks.sorted(by: { $0.key < $1.key }) {
            while before < ordinals.count, ordinals[before] < ordinal { before += 1 }
            blocks[UInt64(ordinal) - UInt64(before)] = block
        }
        return blocks
    }

    /// Whether a section is lost that is neither a block nor INDEX nor END.
    private static func lacksOther(_ found: FoundSections) -> Bool {
        let ordinal: UInt32
        let blockCount: UInt64
        if let end = found.end {
            ordinal = end.ordinal
            blockCount = end.record.blockCount &+ (end.record.indexOffset == 0 ? 0 : 1)
        } else if let index = found.index {
            ordinal = index.ordinal
            blockCount = UInt64(index.storedSize) / 8
        } else {
            return false
        }
        return blockCount < ordinal && UInt64(ordinal) - blockCount > UInt64(found.otherOrdinals.count)
    }

    /// Returns the smallest size that leads to the number of blocks that END has, and that no block exceeds if possible.
    private static func likelyBlockSize(_ blocks: [UInt64: FoundSections.Block], _ end: EndRecord?) -> Int {
        let largest = blocks.values.map { Int($0.header.plainSize) }.max() ?? 0
        let sizes = ContainerFormat.blockSizeLog2Range.map { 1 << $0 }
        let fitting = sizes.filter { size in end.map { $0.blockCount == count(of: size, in: $0.plainSize) } ?? true }
        return fitting.first { $0 >= largest } ?? fitting.first ?? sizes.first { $0 >= largest } ?? largest
    }

    private static func count(of size: Int, in plainSize: UInt64) -> UInt64 {
        plainSize / UInt64(size) + (plainSize % UInt64(size) == 0 ? 0 : 1)
    }
}
