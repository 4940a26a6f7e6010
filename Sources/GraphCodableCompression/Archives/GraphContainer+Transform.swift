extension GraphContainer {
    /// Compresses a raw archive.
    ///
    /// - Parameters:
    ///   - input: Where the raw archive is.
    ///   - output: Where the compressed one goes; may be the same file.
    ///   - codec: How to compress.
    ///   - options: Block size, threads, metadata.
    ///   - readingOptions: Limits. Nothing is made that ``decompress(from:to:options:progress:)`` with the same would refuse.
    ///   - progress: Called after each piece.
    /// - Returns: What was written.
    /// - Throws: ``GraphContainerError``: `invalidArgument` when the input is compressed already, `notAnArchive`,
    ///   `transferDamage`, `truncated` also when the end of the raw archive is missing, `limitExceeded`, `fileFailure`,
    ///   `fileExists`; `CancellationError`; what `codec` and `progress` throw.
    /// - Complexity: Linear in the size of the archive; memory for a few blocks per thread.
    @discardableResult
    public static func compress(
        from input: Endpoint, to output: Endpoint, codec: GraphCodec,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions(),
        readingOptions: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: ProgressHandler? = nil
    ) throws -> Summary {
        let archive = try ArchiveInput(input)
        try archive.require(.raw, "The archive is compressed already. Use recode to change its codec.")
        return try compress(archive, to: output, codec: codec, options: options, readingOptions, progress)
    }

    /// Decompresses a compressed archive to a raw one.
    ///
    /// - Parameters:
    ///   - input: Where the compressed archive is.
    ///   - output: Where the raw one goes; may be the same file.
    ///   - options: Limits, threads, codecs.
    ///   - progress: Called after each block.
    /// - Returns: What was read.
    /// - Throws: ``GraphContainerError``, with any code; `CancellationError`; what `progress` throws.
    /// - Complexity: Linear in the size of the raw archive; memory for a few blocks per thread.
    @discardableResult
    public static func decompress(
        from input: Endpoint, to output: Endpoint,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: ProgressHandler? = nil
    ) throws -> Summary {
        let archive = try ArchiveInput(input)
        try archive.require(.compressed, "The archive is raw already; there is nothing to decompress.")
        return try withOutput(output.with(archive.attributes)) { write in
            let reader = try read(archive, options, progress) { piece, _ in try write(piece) }
            return try Summary(of: reader, options)
        }
    }

    /// Compresses an archive anew, whether it is raw or compressed. Its metadata are kept, unless there are others.
    ///
    /// - Parameters:
    ///   - input: Where the archive is.
    ///   - output: Where the new one goes; may be the same file.
    ///   - codec: How to compress.
    ///   - options: Block size, threads and metadata of the new archive.
    ///   - readingOptions: Limits, threads and codecs for the old one.
    ///   - progress: Called after each block of the old archive.
    /// - Returns: What was written.
    /// - Throws: ``GraphContainerError``, with any code; `CancellationError`; what `codec` and `progress` throw.
    /// - Complexity: Linear in the size of the raw archive; memory for a few blocks per thread.
    @discardableResult
    public static func recode(
        from input: Endpoint, to output: Endpoint, codec: GraphCodec,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions(),
        readingOptions: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: ProgressHandler? = nil
    ) throws -> Summary {
        let archive = try ArchiveInput(input)
        guard archive.kind == .compressed else {
            return try compress(archive, to: output, codec: codec, options: options, readingOptions, progress)
        }
        return try withOutput(output.with(archive.attributes)) { write in
            var writer: ContainerWriter?
            // The old metadata are known when the first block is, and must be written before it.
            func begin(_ reader: ContainerReader) throws -> ContainerWriter {
                if let writer { return writer }
                var options = options
                if options.metadata.isEmpty { options.metadata = reader.metadata }
                let made = try ContainerWriter(
                    codec: codec, options: options, plainSize: reader.header.plainSize, output: write)
                writer = made
                return made
            }
            let reader = try read(archive, readingOptions, progress) { piece, reader in
                try begin(reader).append(piece)
            }
            return try begin(reader).finish()
        }
    }

    /// Verifies every checksum and every rule of an archive. Writes nothing.
    ///
    /// A raw archive has no checksums: it is only looked at whether its end is there.
    ///
    /// - Parameters:
    ///   - input: Where the archive is.
    ///   - options: Limits, threads, codecs.
    ///   - progress: Called after each block.
    /// - Returns: What was read.
    /// - Throws: ``GraphContainerError``, with any code; `CancellationError`; what `progress` throws.
    /// - Complexity: Linear in the size of the raw archive; memory for a few blocks per thread.
    @discardableResult
    public static func verify(
        _ input: Endpoint, options: GraphContainerReadingOptions = GraphContainerReadingOptions(),
        progress: ProgressHandler? = nil
    ) throws -> Summary {
        let archive = try ArchiveInput(input)
        guard archive.kind == .compressed else {
            var raw = RawArchiveCheck(options)
            try archive.forEachPiece(progress) { try raw.add($0) }
            try namingErrors(archive.path) { try raw.finish() }
            return Summary(ofRaw: archive.source.offset)
        }
        return try Summary(of: try read(archive, options, progress) { _, _ in }, options)
    }
}

extension GraphContainer {
    // MARK: What these have in common

    private static func compress(
        _ archive: ArchiveInput, to output: Endpoint, codec: GraphCodec, options: GraphContainerWritingOptions,
        _ readingOptions: GraphContainerReadingOptions, _ progress: ProgressHandler?
    ) throws -> Summary {
        var raw = RawArchiveCheck(readingOptions)
        if let size = archive.size {
            try namingErrors(archive.path) { try raw.check(size: size) }
        }
        return try withOutput(output.with(archive.attributes)) { write in
            let writer = try ContainerWriter(
                codec: codec, options: options, plainSize: archive.size, policy: readingOptions.policy, output: write)
            try archive.forEachPiece(progress) {
                try raw.add($0)
                try writer.append($0)
            }
            try namingErrors(archive.path) { try raw.finish() }
            return try writer.finish()
        }
    }

    /// Reads a compressed archive to its end.
    private static func read(
        _ archive: ArchiveInput, _ options: GraphContainerReadingOptions, _ progress: ProgressHandler?,
        _ body: @escaping (UnsafeRawBufferPointer, ContainerReader) throws -> Void
    ) throws -> ContainerReader {
        try namingErrors(archive.path) {
            let reader = try ContainerReader(archive.source, options: options)
            var decompressor = try ContainerDecompressor(reader, options: options)
            try decompressor.run(to: .pieces { try body($0, reader) }) { try archive.report(progress) }
            return reader
        }
    }

    static func withOutput<Result>(
        _ output: Endpoint, _ body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Result
    ) throws -> Result {
        switch output.place {
        case .path(let path):
            var options = DurableFile.Options(mustBeNew: output.mustBeNew)
            options.source = output.source
            return try DurableFile.replace(path, options, body: body)
        case .descriptor(let descriptor):
            // Its errors must not seem to be those of the file that is read.
            let file = OpenFile(borrowing: descriptor, path: "/dev/fd/\(descriptor)")
            return try body { try file.write($0) }
        }
    }
}

extension GraphContainer.Summary {
    init(ofRaw size: UInt64) {
        self.init(
            kind: .raw, codecID: 0, codecName: GraphCodec.none.name, archiveByteCount: size, plainByteCount: size,
            blockCount: 0)
    }

    init(of reader: ContainerReader, _ options: GraphContainerReadingOptions) throws {
        self.init(
            kind: .compressed, codecID: reader.header.codec,
            codecName: try CodecRegistry(options.codecs).name(of: reader.header.codec),
            archiveByteCount: reader.offset, plainByteCount: reader.plainSize, blockCount: reader.blockCount)
    }
}
