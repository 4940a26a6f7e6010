// An open file has a session of its own. Its records are unloaded until a reference leads to them: this is a state of the
// records that decoding checks anyway, so decoding a whole archive is no slower.

extension DecodingSession {
    /// Reads everything but the records.
    func open(_ blocks: ArchiveBlocks, arrivedByteCount: Int, chargesBlocks: Bool) throws -> GraphArchiveSummary {
        let archive = blocks.archive
        var spent = 0
        let allowed = policy.allowedCost(ofBytes: arrivedByteCount)
        func require(_ range: Range<Int>) throws {
            try blocks.require(range) { size in
                spent = spent.addingClamped(chargesBlocks ? size : 0)
                try GraphCodableError.require(
                    spent <= allowed, or: .limitExceeded,
                    "The tables of the archive take more than the \(allowed) bytes of memory that the policy allows. "
                        + LimitMessage.raise("maximumCostPerByte or maximumMemory"))
            }
        }
        try require(0..<min(ArchiveFormat.headerSize, archive.count))
        try require(max(archive.count - ArchiveFormat.maximumTrailerSize, 0)..<archive.count)
        let layout = try ArchiveLayout(archive)
        try require(layout.recordTable.lowerBound..<archive.count)
        context = DecodingContext(arrivedByteCount: arrivedByteCount, spentCost: spent) { [weak self] _ in
            if Task.isCancelled, self?.source?.isSaving != true { throw CancellationError() }
        }
        try readTables(of: archive, layout)
        let root = RootNames.range(in: layout, size: UInt64(records.slots[0].size))
        try require(root)
        var rest = ByteInput(
            archive, range: layout.directory.lowerBound + directoryBytes.count..<layout.directory.upperBound)
        let summary = GraphArchiveSummary(
            layout, recordCount: records.recordCount, idCount: records.count, directory,
            try directory.readEnd(&rest), root: UnsafeRawBufferPointer(rebasing: archive[root]))
        for id in 0..<records.count where records.slots[id].hasRecord {
            records.slots[id].markUnloaded()
        }
        endDecoding()
        blocks.endTurn()
        return summary
    }
}
