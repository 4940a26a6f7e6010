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
}
