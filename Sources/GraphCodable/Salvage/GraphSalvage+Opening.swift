extension GraphSalvage {
    /// Opens an archive. Its structure must be intact, except for the header, whose contents are known.
    static func open(
        _ bytes: [UInt8], _ lostRanges: [Range<Int>], policy: GraphDecodingPolicy
    ) throws(GraphCodableError) -> ArchiveRecords {
        let lostRanges = lostRanges.filter { !$0.isEmpty }
        let header = 0..<ArchiveFormat.headerSize
        var bytes = bytes
        if lostRanges.contains(where: { $0.overlaps(header) }), bytes.count >= header.count {
            bytes.replaceSubrange(header, with: ArchiveFormat.header)
        }
        guard !lostRanges.contains(where: { $0.upperBound > bytes.count - ArchiveFormat.minimumTrailerSize }) else {
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
        if let lost = lostRanges.first(where: { $0.overlaps(structure) }) {
            throw .structureIsLost(at: max(lost.lowerBound, structure.lowerBound), .malformed)
        }
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
