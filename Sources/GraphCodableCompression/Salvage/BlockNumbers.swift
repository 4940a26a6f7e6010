/// The numbers of the blocks of a damaged archive, inferred from the ordinals of the sections that were found.
///
/// The number of a block is its ordinal less the number of other sections before it, such as META. How many of the lost
/// sections were others follows from the number of all blocks. Where that leaves a choice, INDEX may tell.
struct BlockNumbers {
    /// The blocks by their most likely numbers.
    private(set) var blocks: [UInt64: FoundSections.Block] = [:]
    /// The numbers that are not certain.
    private(set) var uncertain: Set<UInt64> = []
    /// Whether a section is lost that is neither a block nor INDEX nor END.
    let lacksOther: Bool

    /// - Parameters:
    ///   - count: The number of all blocks, if it is known.
    ///   - plainSize: The number of all plain bytes, if it is known.
    init(_ found: FoundSections, blockSize: Int, count: UInt64?, plainSize: UInt64?) {
        let end = found.ordinalAfterBlocks.map { Int64($0) } ?? .max
        let others = found.otherOrdinals.filter { found.blocks[$0] == nil && $0 < end }.sorted()
        let blocks = found.blocks.filter { $0 < end && $1.header.plainSize <= blockSize }.sorted { $0.key < $1.key }
        let count = count.map { Int64(clamping: $0) }
        func lost(before end: Int64) -> Int64? {
            let number = count.map { end - Int64(others.count { $0 < end }) - $0 }
            return number.flatMap { $0 < 0 ? nil : $0 }
        }
        let lostInAll = found.ordinalAfterBlocks.flatMap { lost(before: Int64($0)) }
        // Only the last block may be shorter.
        let lostOthers =
            blocks.last.flatMap { $1.header.plainSize < blockSize ? lost(before: Int64($0) + 1) : nil } ?? lostInAll
        // A full block is not the last one if that is not full.
        let endsFull = blocks.last.map { $1.header.plainSize == blockSize } ?? false
        let isLastGone = endsFull && (plainSize ?? 0) % UInt64(blockSize) > 0
        var othersBefore = 0
        for (blocksBefore, (ordinal, block)) in blocks.enumerated() {
            while othersBefore < others.count, others[othersBefore] < ordinal { othersBefore += 1 }
            // Its number, if all lost sections before were blocks.
            let rank = Int64(ordinal) - Int64(othersBefore)
            let lostBefore = rank - Int64(blocksBefore)
            // The blocks from here on need numbers, too.
            let highest = count.map { $0 - Int64(blocks.count - blocksBefore) - (isLastGone ? 1 : 0) } ?? rank
            let fewest = min(max(0, rank - highest), lostBefore)
            let most = max(fewest, min(lostOthers ?? lostBefore, lostBefore))
            var numbers = rank - most...rank - fewest
            if found.end != nil, let listed = found.numberInIndex(of: block), numbers.contains(listed) {
                numbers = listed...listed
            }
            // If another section is lost for certain, it is most likely the first, META.
            let number = UInt64(lostOthers == nil ? numbers.upperBound : numbers.lowerBound)
            let isCertain = numbers.count == 1
            guard isCertain || self.blocks[number] == nil else { continue }
            self.blocks[number] = block
            if isCertain { uncertain.remove(number) } else { uncertain.insert(number) }
        }
        lacksOther = lostInAll ?? lostOthers ?? 0 > 0
    }
}
