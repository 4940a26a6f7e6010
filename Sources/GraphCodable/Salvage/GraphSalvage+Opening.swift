extension GraphSalvage {
    /// Opens an archive. Its structure must be intact, except for the header, whose contents are known.
    static func open(
        _ bytes: [UInt8], _ lost: LostRanges, policy: GraphDecodingPolicy
    ) throws(GraphCodableError) -> ArchiveRecords {
        let header = 0..<ArchiveFormat.headerSize
        var bytes = bytes
        if lost.first(in: header) != nil, bytes.count >= header.count {
            bytes.replaceSubrange(header, with: ArchiveFormat.header)
        }
        guard lost.first(in: max(bytes.count - ArchiveFormat.minimumTrailerSize, 0)..<Int.max) == nil else {
            throw .structureIsLost(at: bytes.count, .truncated)
        }
        let layout: ArchiveLayout
        do throws(GraphCodableError) {
            layout = try bytes.withUnsafeBufferPointer { (bytes) throws(GraphCodableError) in
                try ArchiveLayout(UnsafeRawBufferPointer(bytes))
            }
        } catch  where error.code == .truncated || error.code == .malformed {
            throw .structureIsLost(at: bytes.count, error.code)
        }
        let structure = layout.recordTable.lowerBound..<bytes.count
        if let offset = lost.first(in: structure) { throw .structureIsLost(at: offset, .malformed) }
        // Objects that exceed these limits are not lost. Decoding the salvaged archive will report them.
        var policy = policy
        policy.maximumElementCount = .max
        policy.maximumDepth = .max
        return try ArchiveRecords(bytes, policy: policy)
    }
}

extension GraphCodableError {
    fileprivate static func structureIsLost(at offset: Int, _ code: Code) -> GraphCodableError {
        GraphCodableError(
            code,
            """
            The end of the archive is damaged or missing. It lists where each object lies, what its values are called \
            and of which types they are: without it no object can be found. Use a backup.
            """,
            byteOffset: offset)
    }
}
