// Rows of numbers of trivial types: section 7 of format-filter.md.

extension FieldJoiner {
    /// Reads the layout of the rows that the block begins with. Returns the size of a row.
    mutating func readLayout(_ header: inout FilteredBlockHeader) throws(FilterError) -> Int {
        var bytes: [UInt8] = []
        repeat { bytes.append(try header.byte()) } while bytes.last ?? 0 >= 0x80 && bytes.count < RowLayout.maximumCount
        guard layout.read(bytes) else { throw FilterError.layout }
        return layout.rowSize
    }

    /// Restores the layout and the rows of a binary value of `size` bytes.
    @inline(never)
    mutating func joinRows(
        _ size: Int, _ field: UnsafeMutablePointer<Int32>, to target: UnsafeMutablePointer<UInt8>,
        _ limit: UnsafeMutablePointer<UInt8>
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        var layoutSize = 0
        var byte: UInt8
        repeat {
            byte = try nextBytes(1, FilterStream.bytes, field)[0]
            guard limit - target > layoutSize else { throw FilterError.size }
            target[layoutSize] = byte
            layoutSize += 1
        } while (byte >= 0x80 || layoutSize == 1 && byte == RowLayout.mark) && layoutSize <= RowLayout.maximumCount
        guard layout.read(target, upTo: layoutSize) != nil, size >= layoutSize,
            (size - layoutSize) % layout.rowSize == 0
        else {
            throw FilterError.layout
        }
        let rows = target + layoutSize
        return try joinColumns(min(size - layoutSize, limit - rows) / layout.rowSize, field, to: rows)
    }

    /// Restores rows from the streams of their columns.
    mutating func joinColumns(
        _ rowCount: Int, _ field: UnsafeMutablePointer<Int32>, to rows: UnsafeMutablePointer<UInt8>
    ) throws(FilterError) -> UnsafeMutablePointer<UInt8> {
        guard rowCount > 0 else { return rows }
        let slot = cursor.elementSlot(of: field)
        var target = rows
        for column in 0..<layout.count {
            let log2 = Int(layout.log2s[column])
            let source = try nextBytes(rowCount << log2, FilterStream.bytes + log2, cursor.field(slot, column))
            RowLayout.copy(rowCount, log2, from: source, every: 1 << log2, to: target, every: layout.rowSize)
            target += 1 << log2
        }
        columns = (slot, layout.count)
        return rows + rowCount * layout.rowSize
    }
}
