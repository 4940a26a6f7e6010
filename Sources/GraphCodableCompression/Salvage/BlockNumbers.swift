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

    /// - Parameter count: The number of all blocks, if it is known.
    init(_ found: FoundSections, blockSize: Int, count: UInt64?) {
        let end = found.ordinalAfterBlocks.map { Int64($0) } ?? .max
        let others = found.otherOrdinals.filter { found.blocks[$0] == nil && $0 < end }.sorted()
        let ordinals = found.blocks.filter { $0 < end && $1.header.plainSize <= blockSize }.keys.sorted()
        let endRank = end - Int64(others.count)
        let lostOthers =
            found.ordinalAfterBlocks == nil
            ? nil : count.map { endRank - Int64(clamping: $0) }.flatMap { $0 < 0 ? nil : $0 }
        var othersBefore = 0
        for (blocksBefore, ordinal) in ordinals.enumerated() {
            while othersBefore < others.count, others[othersBefore] < ordinal { othersBefore += 1 }
            guard let block = found.blocks[ordinal] else { continue }
            // Its number, if all lost sections before were blocks.
            let rank = Int64(ordinal) - Int64(othersBefore)
            let lostBefore = rank - Int64(blocksBefore)
            let lostAfter = endRank - rank - Int64(ordinals.count - blocksBefore)
            let most = min(lostOthers ?? lostBefore, lostBefore)
            let fewest = min(max(0, (lostOthers ?? 0) - lostAfter), most)
            var numbers = rank - most...rank - fewest
            if found.end != nil, let listed = found.numberInIndex(of: block), numbers.contains(listed) {
                numbers = listed...listed
            }
            // If another section is lost for certain, it is most likely the first, META.
            let number = UInt64(lostOthers == nil ? numbers.upperBound : numbers.lowerBound)
            let isCertain = numbers.count == 1
            guard isCertain || blocks[number] == nil else { continue }
            blocks[number] = block
            if isCertain { uncertain.remove(number) } else { uncertain.insert(number) }
        }
        lacksOther = lostOthers ?? 0 > 0
    }
}
