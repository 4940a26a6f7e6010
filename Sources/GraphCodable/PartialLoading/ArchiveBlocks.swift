/// The bytes of an archive, of which blocks are read when they are needed.
///
/// Each byte has the address that it would have if the whole archive were in memory, so everything that reads archives also
/// reads this one. Invariant: the bytes of present blocks do not change. Those of other blocks may have any value.
package final class ArchiveBlocks {
    /// Fills memory with the plain bytes of a block. All of it must have been written when it returns.
    package typealias Read = (_ block: Int, _ target: UnsafeMutableRawBufferPointer) throws -> Void

    /// The addresses of the whole archive.
    let archive: UnsafeRawBufferPointer
    /// Some memory after the archive, at offsets of its own.
    let extra: UnsafeMutableRawBufferPointer
    private let memory: ReservedMemory
    private let blockSize: Int
    /// The number of blocks that are kept for later turns.
    private var keptCount: Int
    private let usualKeptCount: Int
    private let read: Read
    private let isDamage: (any Error) -> Bool
    /// The errors of damaged blocks, which are not read again.
    private var damage: [Int: any Error] = [:]
    /// For each block, the last turn that used it, or 0 if it is not present.
    private var turns: [Int]
    private var present: [Int] = []
    /// Blocks that are in memory only until something else is required in passing.
    private var passing: [Int] = []
    private var turn = 1
    /// The number of calls of ``withBytes(of:_:)`` that have not returned. Meanwhile nothing is given back.
    private var holders = 0
    /// The number of blocks that have been read for ``withBytes(of:_:)`` since ``keptCount`` was set.
    private var readCount = 0

    /// - Parameters:
    ///   - blockSize: The size of every block but the last one, a power of two that is at least 64.
    ///   - keptByteCount: The size of the blocks that are kept for later turns: at least two of them.
    ///   - isDamage: Returns whether an error of `read` means that the block cannot be read later, either.
    /// - Throws: ``GraphCodableError`` with the code `limitExceeded` if there is no memory.
    package init(
        byteCount: Int, blockSize: Int, keptByteCount: Int = 8 << 20,
        isDamage: @escaping (any Error) -> Bool = { _ in false }, read: @escaping Read
    ) throws(GraphCodableError) {
        precondition(byteCount >= 0 && blockSize >= 64 && blockSize & (blockSize - 1) == 0)
        let (padded, overflow) = byteCount.addingReportingOverflow(2 * blockSize)
        try GraphCodableError.require(
            !overflow, or: .limitExceeded, "The archive has \(byteCount) bytes, more than there are addresses.")
        let end = padded / blockSize * blockSize
        memory = try ReservedMemory(byteCount: end)
        archive = UnsafeRawBufferPointer(rebasing: memory.bytes[..<byteCount])
        extra = UnsafeMutableRawBufferPointer(rebasing: memory.bytes[(end - blockSize)...])
        turns = Array(repeating: 0, count: (byteCount + blockSize - 1) / blockSize)
        (self.blockSize, self.read, self.isDamage) = (blockSize, read, isDamage)
        usualKeptCount = max(keptByteCount / blockSize, 2)
        keptCount = usualKeptCount
    }

    /// Begins a turn, in which every block that is used stays.
    func beginTurn() {
        turn += 1
    }

    /// Ends a turn: gives back the blocks that were used first, if there are many.
    func endTurn() {
        guard holders == 0, present.count > keptCount else { return }
        present.sort { turns[$0] > turns[$1] }
        for block in present[keptCount...] {
            discard(block)
        }
        present.removeSubrange(keptCount...)
    }

    /// Ensures that a part of the archive is in memory. `charge` gets the size of each block that this turn has not used
    /// yet, before it is read.
    func require(_ range: Range<Int>, charge: (Int) throws -> Void = { _ in }) throws {
        guard !range.isEmpty else { return }
        for block in range.lowerBound / blockSize...(range.upperBound - 1) / blockSize where turns[block] != turn {
            if turns[block] == 0 {
                try read(block, charge)
                present.append(block)
            } else {
                try charge(self.range(of: block).count)
            }
            turns[block] = turn
        }
    }

    /// Calls a closure with a part of the archive. It may read other parts in turns of its own.
    ///
    /// Parts may follow in any order. If blocks are read again and again, more of them are kept, at worst all. So for *b*
    /// blocks there are O(*b* log *b*) reads, however many parts there are.
    func withBytes(of range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        beginTurn()
        holders += 1
        defer {
            holders -= 1
            endTurn()
        }
        let count = present.count
        try require(range)
        readCount += present.count - count
        if readCount > 2 * turns.count {
            keptCount *= 2
            readCount = 0
        }
        try body(UnsafeRawBufferPointer(rebasing: archive[range]))
    }

    /// Gives back what ``withBytes(of:_:)`` has kept beyond what is usual.
    func keepFewer() {
        (keptCount, readCount) = (usualKeptCount, 0)
        endTurn()
    }

    /// Ensures that a part of the archive is in memory until the next call, for what reads all of the archive in order.
    /// After the last part, pass an empty range.
    func requireUntilNextCall(_ range: Range<Int>, charge: (Int) throws -> Void) throws {
        let needed = range.lowerBound / blockSize..<(range.upperBound + blockSize - 1) / blockSize
        for block in passing where !needed.contains(block) {
            discard(block)
        }
        passing.removeAll { !needed.contains($0) }
        for block in needed where turns[block] == 0 {
            try read(block, charge)
            turns[block] = turn
            passing.append(block)
        }
    }

    /// Whether a part of the archive has a block that is known to be damaged.
    func isDamaged(_ range: Range<Int>) -> Bool {
        damage.keys.contains { range.overlaps(self.range(of: $0)) }
    }

    private func read(_ block: Int, _ charge: (Int) throws -> Void) throws {
        if let error = damage[block] { throw error }
        let range = range(of: block)
        try charge(range.count)
        do {
            try read(block, UnsafeMutableRawBufferPointer(rebasing: memory.bytes[range]))
        } catch {
            // A part of it may have been written.
            discard(block)
            if isDamage(error) { damage[block] = error }
            throw error
        }
    }

    private func discard(_ block: Int) {
        turns[block] = 0
        guard blockSize >= ReservedMemory.unit else {
            // Only tests have such blocks. They find out who reads what is not there.
            for position in range(of: block) { memory.bytes[position] = 0xFF }
            return
        }
        let start = block * blockSize
        memory.discard(start..<start + blockSize)
    }

    private func range(of block: Int) -> Range<Int> {
        block * blockSize..<min((block + 1) * blockSize, archive.count)
    }
}
