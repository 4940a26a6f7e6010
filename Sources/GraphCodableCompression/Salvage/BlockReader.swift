import GraphCodable

/// Reads the blocks of a damaged archive.
struct BlockReader {
    let source: RandomAccess
    let decompressor: BlockDecompressor
    private let storedBuffer = HeapBuffer()
    private let plainBuffer = HeapBuffer()

    /// Reads the plain bytes of a block, valid until the next call. Returns the reason if it is lost.
    func read(
        _ block: FoundSections.Block, into plain: inout UnsafeRawBufferPointer
    ) throws -> GraphContainer.SalvageReport.Reason? {
        if let fault = block.fault { return fault }
        let header = block.header
        let stored = try source.read(
            Int(header.storedSize), at: block.offset + UInt64(ContainerFormat.headerSize), into: storedBuffer)
        // The block was valid a moment ago: if it is not now, the file is being modified, or the disk is failing.
        guard XXH3.hash(stored) == header.payloadHash else { return .damaged }
        if header.isRaw {
            plain = stored
            return nil
        }
        let target = try plainBuffer.reserve(Int(header.plainSize))
        let size = try? decompressor.decode(stored, isFiltered: header.isFiltered, into: target)
        guard size == target.count else { return .undecodable }
        plain = UnsafeRawBufferPointer(target)
        return nil
    }

    /// Returns whether a block begins like a raw archive; `nil` if it is lost.
    func isFirst(_ block: FoundSections.Block) throws -> Bool? {
        var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
        return try read(block, into: &bytes) == nil ? bytes.starts(with: ContainerFormat.rawSignature) : nil
    }

    /// Returns the size of the raw archive that ends with some blocks, if these have its record table.
    func plainSize(endingWith blocks: [FoundSections.Block]) throws -> UInt64? {
        var count = 1
        while true {
            var bytes: [UInt8] = []
            for block in blocks.suffix(count) {
                var plain = UnsafeRawBufferPointer(start: nil, count: 0)
                guard try read(block, into: &plain) == nil else { return nil }
                bytes.append(contentsOf: plain)
            }
            if let size = GraphSalvage.archiveSize(endingWith: bytes) { return size }
            // A longer table is not worth the memory.
            guard count < blocks.count, bytes.count < 1 << 26, bytes.suffix(3).elementsEqual(ContainerFormat.rawEndMark)
            else { return nil }
            // The record table begins in a block before.
            count *= 2
        }
    }
}
