import Foundation

/// Decides whether rows are taken apart.
///
/// Numbers of one kind compress better than numbers of all kinds in turn. But a repeated row costs the codecs only a few bytes as
/// long as it is whole. Rows repeat, for instance, in a list of triangles, each with its three corners.
struct RowChoice: ~Copyable {
    private static let tableLog2 = 13
    /// The maximum number of rows of an array that are searched for repetitions.
    private static let maximumSearchedCount = 8_192
    /// Arrays of fewer rows are judged together with those before them.
    private static let leastJudgedCount = 64
    /// What a repeated row takes in bytes.
    private static let repetitionCost = 3
    /// Columns are worth the effort if they take at most this share of what whole rows take.
    private static let largestShare: Float = 0.85
    /// The range of the balance of small arrays: the bytes that whole rows take, less two thirds of their size. Below zero, rows
    /// stay together.
    private static let largestBalance = 512, leastBalance = -512

    /// For each hash the offset of the last such row in the block, plus one; 0 for none.
    private let table = FixedMemory<UInt32>(1 << Self.tableLog2)
    /// Whether the table has entries of an earlier block.
    private var hasOldEntries = true
    private let sample = FixedMemory<UInt8>(StreamCoder.sampleSize * 16)

    mutating func reset() {
        hasOldEntries = true
    }

    /// Returns whether the rows of a value in the block at `base` are taken apart. The field's record keeps the results of
    /// earlier values.
    mutating func takesApart(
        _ rows: UnsafePointer<UInt8>, _ rowCount: Int, _ layout: borrowing RowLayout,
        _ field: UnsafeMutablePointer<Int32>,
        _ base: UnsafePointer<UInt8>, _ coder: inout StreamCoder
    ) -> Bool {
        let size = layout.rowSize
        let searched = min(rowCount, Self.maximumSearchedCount)
        let cost = cost(rows + (rowCount - searched) / 2 * size, searched, size, base)
        guard rowCount >= Self.leastJudgedCount else {
            let balance = Int(field[FieldRecord.rowBalance]) + cost - searched * size * 2 / 3
            field[FieldRecord.rowBalance] = Int32(min(max(balance, Self.leastBalance), Self.largestBalance))
            return balance >= 0 && field[FieldRecord.rowChoice] != 0
        }
        guard 2 * cost >= searched * size else { return false }
        if field[FieldRecord.rowChoice] < 0 {
            let share = Self.largestShare * Float(cost) / Float(searched * size)
            field[FieldRecord.rowChoice] = columnShare(rows, rowCount, layout, &coder) <= share ? 1 : 0
        }
        return field[FieldRecord.rowChoice] != 0
    }

    /// Estimates how many bytes whole rows take, when a codec stores repetitions in a few bytes.
    private mutating func cost(
        _ rows: UnsafePointer<UInt8>, _ rowCount: Int, _ size: Int, _ base: UnsafePointer<UInt8>
    ) -> Int {
        if hasOldEntries {
            table.start.update(repeating: 0, count: 1 << Self.tableLog2)
            hasOldEntries = false
        }
        var cost = 0
        var lastDistance = 0
        for index in 0..<rowCount {
            let row = rows + index &* size
            let offset = row - base
            let entry = table.start + Self.hash(row, size)
            let known = Int(entry.pointee) &- 1
            entry.pointee = UInt32(truncatingIfNeeded: offset &+ 1)
            // Rows are searched in the order of the block, so a known one is before this one, even one of another size.
            if known >= 0, memcmp(row, base + known, size) == 0 {
                if offset &- known != lastDistance { cost += min(size, Self.repetitionCost) }
                lastDistance = offset &- known
            } else {
                cost += size
                lastDistance = 0
            }
        }
        return cost
    }

    private static func hash(_ row: UnsafePointer<UInt8>, _ size: Int) -> Int {
        let raw = UnsafeRawPointer(row)
        var hash: UInt64 = 0
        var index = 0
        while index &+ 8 <= size {
            hash = (hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash &>> 32
            index &+= 8
        }
        while index < size {
            hash = (hash ^ UInt64(row[index])) &* 0x9E37_79B9_7F4A_7C15
            index &+= 1
        }
        return Int(truncatingIfNeeded: hash &>> UInt64(64 &- tableLog2))
    }

    /// Estimates the share of its size that the array takes as columns, from a sample in its middle.
    private func columnShare(
        _ rows: UnsafePointer<UInt8>, _ rowCount: Int, _ layout: borrowing RowLayout, _ coder: inout StreamCoder
    ) -> Float {
        let count = min(rowCount, StreamCoder.sampleSize)
        var source = rows + (rowCount - count) / 2 * layout.rowSize
        var bits: Float = 0
        for column in 0..<layout.count {
            let log2 = Int(layout.log2s[column])
            RowLayout.copy(count, log2, from: source, every: layout.rowSize, to: sample.start, every: 1 << log2)
            bits += coder.bits(
                of: StreamStore.Stream(
                    start: sample.start, count: count << log2, capacity: count << log2,
                    kind: FilterStream.bytes + log2))
            source += 1 << log2
        }
        return bits / Float(8 * layout.rowSize * (count - 1))
    }
}
