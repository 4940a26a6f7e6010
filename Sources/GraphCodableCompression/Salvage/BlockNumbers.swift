/// The numbers of the blocks of a damaged archive, inferred from the ordinals of the sections that were found.
///
/// The number of a block is its ordinal less the number of other sections before it, such as META. Of lost sections it is
/// unknown which were blocks. For each block there is a range of possible numbers of others among the lost sections before
/// it. The order of the blocks, their sizes and number, INDEX, and the signature in block 0 narrow these ranges.
struct BlockNumbers {
    /// What limits the numbers of blocks.
    struct Limits {
        let blockSize: UInt64
        /// The number of all blocks, if it is known.
        let count: UInt64?
        /// The number of all plain bytes, if it is known.
        let plainSize: UInt64?

        /// Returns the numbers that a block of a size can have; `nil` if there is none.
        func numbers(ofSize size: UInt64) -> ClosedRange<Int64>? {
            guard size <= blockSize else { return nil }
            guard let count else { return 0...Int64.max }
            let last = Int64(clamping: count) - 1
            let lastSize = plainSize.map { $0 - UInt64(clamping: last) * blockSize }
            // Only the last block may be shorter, and only its size may be known.
            let first = size < blockSize ? last : 0
            let end = lastSize ?? size == size ? last : last - 1
            return first <= end && end >= 0 ? first...end : nil
        }
    }

    private struct Place {
        let block: FoundSections.Block
        /// The number if all lost sections before were blocks.
        let rank: Int64
        /// The number of sections lost between the previous block and this one.
        let lostCount: Int64
        /// The possible numbers of others among all lost sections before the block.
        var others: ClosedRange<Int64>
    }

    /// The blocks that fit, by their most likely numbers.
    private(set) var blocks: [UInt64: FoundSections.Block] = [:]
    /// The numbers that are not certain.
    private(set) var uncertain: Set<UInt64> = []
    /// The last blocks, if all of them were found.
    let tail: [FoundSections.Block]
    /// Whether a section is lost that is neither a block nor INDEX nor END.
    let lacksOther: Bool

    init(_ found: FoundSections, _ limits: Limits, _ reader: BlockReader) throws {
        let others = found.otherOrdinals.filter { found.blocks[$0] == nil }.sorted()
        // The rank of the section behind all blocks and others, and the number of others that are lost.
        let end = found.ordinalAfterBlocks.map { ordinal in Int64(ordinal) - Int64(others.count { $0 < ordinal }) }
        var total = limits.count.flatMap { count in end.map { $0 - Int64(clamping: count) } }
        if let number = total, number < 0 { total = nil }
        var places = try Self.places(found, others, limits, mostOthers: total ?? .max, reader)
        if let last = places.last, let total, let end {
            places[places.count - 1].others =
                last.others.overlap(with: (total - max(end - last.rank - 1, 0))...total) ?? last.others
        }
        for place in places.indices.dropLast().reversed() {
            let next = places[place + 1]
            // Not empty: the next range was made of this one.
            let lowerBound = max(places[place].others.lowerBound, next.others.lowerBound - next.lostCount)
            places[place].others = lowerBound...min(places[place].others.upperBound, next.others.upperBound)
        }
        let tailStart = places.lastIndex { $0.lostCount > 0 } ?? 0
        tail = places[min(tailStart, places.count)...].map(\.block)
        for place in places {
            // If another section is lost for certain, it is most likely the first, META.
            let number = UInt64(place.rank - (total == nil ? place.others.lowerBound : place.others.upperBound))
            blocks[number] = place.block
            if place.others.count > 1 { uncertain.insert(number) }
        }
        lacksOther = max(total ?? 0, places.last?.others.lowerBound ?? 0) > 0
    }

    /// Returns the blocks that fit in ascending order, with the ranges that follow from themselves and the blocks before.
    private static func places(
        _ found: FoundSections, _ others: [UInt32], _ limits: Limits, mostOthers: Int64,
        _ reader: BlockReader
    ) throws -> [Place] {
        var places: [Place] = []
        var otherCount = 0
        let blocks = found.blocks.sorted { $0.key < $1.key }
        // Where as many bytes as a block has were removed, INDEX lists another block there.
        let usesIndex =
            try blocks.first.map { _, block in
                guard let listed = found.numberInIndex(of: block), let isFirst = try reader.isFirst(block) else {
                    return true
                }
                return isFirst == (listed == 0)
            } ?? true
        for (ordinal, block) in blocks {
            while otherCount < others.count, others[otherCount] < ordinal { otherCount += 1 }
            let rank = Int64(ordinal) - Int64(otherCount)
            let lostCount = rank - (places.last?.rank ?? -1) - 1
            let before = places.last?.others ?? 0...0
            guard let numbers = limits.numbers(ofSize: UInt64(block.header.plainSize)),
                var range = (before.lowerBound...min(before.upperBound + lostCount, mostOthers))
                    .overlap(with: (rank - numbers.upperBound)...(rank - numbers.lowerBound))
            else { continue }
            if usesIndex, let listed = found.numberInIndex(of: block).map({ rank - $0 }), range.contains(listed) {
                range = listed...listed
            } else if places.isEmpty, range.count > 1, range.contains(rank), let isFirst = try reader.isFirst(block) {
                range = isFirst ? rank...rank : range.lowerBound...(rank - 1)
            }
            places.append(Place(block: block, rank: rank, lostCount: lostCount, others: range))
        }
        return places
    }
}

extension ClosedRange<Int64> {
    /// Returns the numbers in both ranges; `nil` if there is none.
    fileprivate func overlap(with other: Self) -> Self? {
        overlaps(other) ? clamped(to: other) : nil
    }
}
