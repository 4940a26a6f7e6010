/// The positions of the blocks of a damaged archive and its length, inferred from the sections that were found.
struct SalvagePlan {
    let blockSize: Int
    /// The known number of blocks, including lost ones.
    let blockCount: UInt64
    /// The known number of plain bytes, including lost ones.
    let plainSize: UInt64
    /// Whether the archive contains the number of plain bytes.
    let isPlainSizeKnown: Bool
    /// One more than the highest block number that was found.
    private let traceCount: UInt64
    /// Whether a section was found that follows all blocks.
    private let hasWhatFollows: Bool
    /// The blocks by number.
    private let blocks: [UInt64: FoundSections.Block]
    /// The number of valid blocks that don't fit, and other ignored sections.
    let ignoredCount: Int

    init(_ found: FoundSections) throws(GraphContainerError) {
        let others = Self.otherOrdinals(found)
        var blocks: [UInt64: FoundSections.Block] = [:]
        for (ordinal, block) in found.blocks {
            blocks[UInt64(ordinal) - UInt64(Self.count(of: others, below: ordinal))] = block
        }
        let end = found.end?.record
        let highest = blocks.keys.max()
        let size = try Self.blockSize(found, blocks, highest)
        blockSize = size
        let announced = end?.plainSize ?? found.fileHeader?.plainSize
        let announcedCount = announced.map { $0 / UInt64(size) + ($0 % UInt64(size) == 0 ? 0 : 1) }
        traceCount = highest.map { $0 + 1 } ?? 0
        hasWhatFollows = found.end != nil || found.index != nil
        let count = announcedCount ?? max(traceCount, found.index.map { UInt64($0.offsets.count) } ?? 0)
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
        let total = plainSize
        self.blocks = blocks.filter { number, block in
            guard number < count else { return false }
            return UInt64(block.header.plainSize) == min(UInt64(size), total - number * UInt64(size))
        }
        ignoredCount =
            found.ignoredCount + blocks.values.count { $0.fault == nil }
            - self.blocks.values.count { $0.fault == nil }
    }

    /// Returns the block with a number, if its header was found and is valid.
    func block(_ number: UInt64) -> FoundSections.Block? {
        blocks[number]
    }

    /// Returns the number of plain bytes of a block.
    func plainSize(ofBlock number: UInt64) -> Int {
        Int(min(UInt64(blockSize), plainSize - number * UInt64(blockSize)))
    }

    /// Returns the reason why a block without a header is lost.
    func reason(forBlock number: UInt64) -> GraphContainer.SalvageReport.Reason {
        number >= traceCount && !hasWhatFollows ? .truncated : .missing
    }

    // MARK: Conclusions

    /// The maximum number of lost sections other than blocks. This version writes only META.
    private static let maximumLostOtherCount: UInt64 = 64

    /// Returns the ordinals, ascending, of sections other than blocks that precede INDEX, as far as they are known.
    private static func otherOrdinals(_ found: FoundSections) -> [UInt32] {
        var known = found.otherOrdinals
        let total: UInt64? =
            if let end = found.end {
                UInt64(end.ordinal).subtractingOrNil(end.record.blockCount)?
                    .subtractingOrNil(end.record.indexOffset == 0 ? 0 : 1)
            } else if let index = found.index {
                UInt64(index.ordinal).subtractingOrNil(UInt64(index.offsets.count))
            } else {
                nil
            }
        // A larger number of missing sections is implausible.
        if let total, total <= UInt64(known.count) + maximumLostOtherCount {
            // Sections whose headers are lost are most likely at the beginning, where META is.
            var ordinal: UInt32 = 0
            while UInt64(known.count) < total, UInt64(ordinal) < total + UInt64(found.blocks.count) {
                if found.blocks[ordinal] == nil {
                    known.insert(ordinal)
                }
                ordinal += 1
            }
        } else if found.blocks[0] == nil, found.firstBytes.last == SectionType.metadata {
            known.insert(0)
        }
        return known.sorted()
    }

    /// Returns how many of the ordinals are less than another.
    private static func count(of ordinals: [UInt32], below ordinal: UInt32) -> Int {
        var low = 0
        var high = ordinals.count
        while low < high {
            let middle = (low + high) / 2
            if ordinals[middle] < ordinal {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private static func blockSize(
        _ found: FoundSections, _ blocks: [UInt64: FoundSections.Block], _ highest: UInt64?
    ) throws(GraphContainerError) -> Int {
        if let header = found.fileHeader { return header.blockSize }
        // Every block except the last is full. Several sizes are possible if only the last one remains.
        let stated = found.firstBytes.count > 12 ? Int(found.firstBytes[12]) : 0
        let all = ContainerFormat.blockSizeLog2Range
        for logarithm in all.filter({ $0 == stated }) + all {
            let size = UInt64(1) << UInt64(logarithm)
            let fits = blocks.allSatisfy { number, block in
                UInt64(block.header.plainSize) == size || number == highest && UInt64(block.header.plainSize) < size
            }
            guard fits else { continue }
            guard let end = found.end?.record else { return Int(size) }
            let count = end.plainSize / size + (end.plainSize % size == 0 ? 0 : 1)
            if count == end.blockCount { return Int(size) }
        }
        // The blocks belong to several archives. Choose the most frequent size.
        var counts: [UInt32: Int] = [:]
        for block in blocks.values where block.header.plainSize.nonzeroBitCount == 1 {
            counts[block.header.plainSize, default: 0] += 1
        }
        let likely = counts.filter { all.contains($0.key.trailingZeroBitCount) }
            .max { ($0.value, $1.key) < ($1.value, $0.key) }
        guard let likely else {
            throw GraphContainerError(
                .damaged,
                "The size of the blocks cannot be told: neither the file header nor a full block is left. "
                    + "Use a backup.")
        }
        return Int(likely.key)
    }
}

extension UInt64 {
    fileprivate func subtractingOrNil(_ other: UInt64) -> UInt64? {
        other <= self ? self - other : nil
    }
}
