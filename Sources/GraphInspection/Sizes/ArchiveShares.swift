import GraphCodableCompression

/// How many bytes of a compressed archive belong to a part of the raw one.
///
/// The shares in a block take more memory than the block. Values are asked for in their order, so those of two blocks are
/// enough.
final class ArchiveShares {
    private static let cacheCount = 2

    private let file: GraphContainerFile
    private let blocks: [GraphContainer.Block]
    /// The bytes of all blocks before each one.
    private let sums: [Double]
    private let blockSize: Int
    /// The shares in the blocks that were needed last, the last one first.
    private var cache: [(number: Int, shares: GraphContainer.BlockShares)] = []
    /// The position that was asked for last, with the sum before it: most values begin where the last one ended.
    private var last = (position: 0, sum: 0.0)
    private var failure: (any Error)?

    var byteCount: Int { blocks.reduce(0) { $0 + $1.storedByteCount } }
    var blockCount: Int { blocks.count }
    var filteredBlockCount: Int { blocks.count(where: \.isFiltered) }

    /// - Parameter file: A file; `nil` is the result for a raw archive.
    init?(_ file: GraphContainerFile) throws {
        blocks = try (0..<Int(clamping: file.summary.blockCount)).map { try file.block($0) }
        guard let first = blocks.first, first.plainByteCount > 0 else { return nil }
        self.file = file
        blockSize = first.plainByteCount
        sums = blocks.reduce(into: [0]) { $0.append(($0.last ?? 0) + Double($1.storedByteCount)) }
    }

    /// The share of a part of the raw archive.
    func byteCount(from start: Int, to end: Int) -> Double {
        guard start >= 0, start < end else { return 0 }
        let before = last.position == start ? last.sum : sum(before: start)
        last = (end, sum(before: end))
        return last.sum - before
    }

    private func sum(before position: Int) -> Double {
        let number = position / blockSize
        guard position > 0, number < blocks.count else { return position > 0 ? sums[blocks.count] : 0 }
        let start = UInt64(number) * UInt64(blockSize)
        return sums[number] + (shares(number)?.storedByteCount(of: start..<UInt64(position)) ?? 0)
    }

    private func shares(_ number: Int) -> GraphContainer.BlockShares? {
        if let first = cache.first, first.number == number { return first.shares }
        if let place = cache.firstIndex(where: { $0.number == number }) {
            cache.insert(cache.remove(at: place), at: 0)
        } else {
            do {
                cache.insert((number, try file.shares(ofBlock: number)), at: 0)
            } catch {
                failure = failure ?? error
                return nil
            }
            if cache.count > Self.cacheCount { cache.removeLast() }
        }
        return cache.first?.shares
    }

    /// Throws the first error that a block could not be read for.
    func finish() throws {
        if let failure { throw failure }
    }
}
