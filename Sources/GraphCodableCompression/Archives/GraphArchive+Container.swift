import GraphCodable

extension GraphArchive {
    /// Opens an archive, compressed or raw, to look at it without the Swift types that are in it.
    ///
    /// All of a compressed archive is decompressed into memory and verified by its checksums.
    ///
    /// - Parameters:
    ///   - input: Where the archive is.
    ///   - options: Limits, threads, codecs.
    ///   - progress: Called after each piece that was read.
    /// - Throws: ``GraphContainerError``, with any code, when the archive cannot be read or its checksums do not hold;
    ///   `GraphCodableError` when its payload is not a sound raw archive; `CancellationError`; what `progress` throws.
    /// - Complexity: Linear in the size of the raw archive.
    public init(
        from input: GraphContainer.Endpoint, options: GraphContainerReadingOptions = GraphContainerReadingOptions(),
        progress: GraphContainer.ProgressHandler? = nil
    ) throws {
        let archive = try ArchiveInput(input)
        let buffer = HeapBuffer()
        switch archive.kind {
        case .raw:
            try archive.forEachPiece(progress) { piece in
                let size = UInt64(buffer.count) + UInt64(piece.count)
                try options.check(plainSize: size, storedSize: size, at: UInt64(buffer.count))
                try buffer.append(piece)
            }
        case .compressed:
            try namingErrors(archive.path) {
                let reader = try ContainerReader(archive.source, options: options)
                var decompressor = try ContainerDecompressor(reader, options: options)
                try decompressor.run(to: .pieces { try buffer.append($0) }) { try archive.report(progress) }
            }
        }
        try self.init(buffer.bytes, owner: Owner(buffer: buffer), policy: options.policy)
    }

    /// Keeps the bytes of an archive, which nothing changes any more.
    private struct Owner: @unchecked Sendable {
        let buffer: HeapBuffer
    }
}

extension GraphArchiveSummary {
    /// Reads what the archive in a file says of itself, decompressing only the blocks that hold it: the first and the last
    /// ones.
    ///
    /// - Parameters:
    ///   - file: The file; the policy that it was opened with limits the entries of the directory.
    ///   - maximumByteCount: The most bytes to read at once, that is, of the directory; 256 MiB by default.
    /// - Throws: ``GraphContainerError`` when a block cannot be read or decompressed; `GraphCodableError` when what it
    ///   holds is not a raw archive, or with the code `limitExceeded`.
    /// - Complexity: Linear in the size of the archive's directory.
    public init(of file: GraphContainerFile, maximumByteCount: Int = 1 << 28) throws {
        try self.init(byteCount: Int(clamping: file.summary.plainByteCount), policy: file.policy) { range in
            guard range.count <= maximumByteCount else {
                throw GraphCodableError(
                    .limitExceeded, "The archive has a directory of \(range.count) bytes, too many to be listed.",
                    byteOffset: range.lowerBound)
            }
            return try file.readPlain(UInt64(range.lowerBound)..<UInt64(range.upperBound))
        }
    }
}
