import GraphCodable

extension GraphArchive {
    /// Opens a compressed or raw archive for inspection without its Swift types.
    ///
    /// A compressed archive is decompressed into memory completely, and its checksums are verified.
    ///
    /// - Parameters:
    ///   - input: The location of the archive.
    ///   - options: The limits, threads and codecs.
    ///   - progress: A closure that is called after each piece.
    /// - Throws: ``GraphContainerError``, with any code, if the archive cannot be read or its checksums don't match;
    ///   `GraphCodableError` if its payload is not a valid raw archive; `CancellationError`; the errors of `progress`.
    /// - Complexity: Linear in the size of the raw archive.
    public init(
        from input: GraphContainer.Endpoint, options: GraphContainerReadingOptions = GraphContainerReadingOptions(),
        progress: GraphContainer.ProgressHandler? = nil
    ) throws {
        let input = try ArchiveInput(input, progress)
        let archive = try LoadedArchive(input, options: options) { try input.report(progress) }
        let policy = options.policy.limitingTables(
            spent: archive.kind == .raw ? 0 : archive.bytes.count, arrived: input.source.offset)
        try self.init(archive.bytes, owner: archive, policy: policy)
    }
}

extension GraphArchiveSummary {
    /// Reads the summary of an archive file. Only the blocks that contain it are decompressed: the first and the last
    /// ones.
    ///
    /// - Parameters:
    ///   - file: The file. Its policy limits the number of directory entries.
    ///   - maximumByteCount: The maximum number of bytes to read at once, that is, the size of the directory; 256 MiB
    ///     by default.
    /// - Throws: ``GraphContainerError`` if a block cannot be read or decompressed; `GraphCodableError` if the content
    ///   is not a raw archive, or with the code `limitExceeded`.
    /// - Complexity: Linear in the size of the archive's directory.
    public init(of file: GraphContainerFile, maximumByteCount: Int = 1 << 28) throws {
        try self.init(byteCount: Int(clamping: file.summary.plainByteCount), policy: file.policy) { range in
            try GraphCodableError.require(
                range.count <= maximumByteCount, or: .limitExceeded,
                "The archive has a directory of \(range.count) bytes, too many to be listed.",
                at: range.lowerBound)
            return try file.readPlain(UInt64(range.lowerBound)..<UInt64(range.upperBound))
        }
    }
}
