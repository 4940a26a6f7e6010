extension GraphContainer {
    /// Compresses a raw archive.
    ///
    /// - Parameters:
    ///   - input: The location of the raw archive.
    ///   - output: The location of the compressed archive, which may be the same file if it is a path.
    ///   - codec: The compression codec.
    ///   - options: The block size, threads and metadata.
    ///   - readingOptions: The limits. Compression fails if the result would grow more in ``decompress(from:to:options:progress:)``,
    ///     or have more plain bytes, than these allow. It does not look at what decoding costs.
    ///   - progress: A closure that is called after each piece.
    /// - Returns: The sizes and the codec of the new archive.
    /// - Throws: ``GraphContainerError`` with the code `invalidArgument` if the input is compressed already,
    ///   `truncated` if the end of the raw archive is missing, `notAnArchive`, `transferDamage`, `limitExceeded`,
    ///   `fileFailure`, `fileExists`, or `fileChanged` if the output is the input and has changed; `CancellationError`; the errors of `codec` and `progress`.
    /// - Complexity: Linear in the size of the archive, with memory for a few blocks per thread.
    @discardableResult
    public static func compress(
        from input: Endpoint, to output: Endpoint, codec: GraphCodec,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions(),
        readingOptions: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: ProgressHandler? = nil
    ) throws -> Summary {
        let archive = try ArchiveInput(input, progress)
        try archive.kind.require(.raw, archive.path)
        return try compress(archive, to: output, codec: codec, options: options, readingOptions, progress)
    }

    /// Decompresses a compressed archive to a raw one.
    ///
    /// - Parameters:
    ///   - input: The location of the compressed archive.
    ///   - output: The location of the raw archive, which may be the same file if it is a path.
    ///   - options: The limits, threads and codecs.
    ///   - progress: A closure that is called after each block.
    /// - Returns: The sizes and the codec of the compressed archive.
    /// - Throws: ``GraphContainerError``, with any code; `CancellationError`; the errors of `progress`.
    /// - Complexity: Linear in the size of the raw archive, with memory for a few blocks per thread.
    @discardableResult
    public static func decompress(
        from input: Endpoint, to output: Endpoint,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: ProgressHandler? = nil
    ) throws -> Summary {
        let archive = try ArchiveInput(input, progress)
        try archive.kind.require(.compressed, archive.path)
        return try withOutput(output.with(archive.attributes), waits: { try archive.report(progress) }) { write in
            let reader = try read(archive, options, progress) { piece, _, _ in try write(piece) }
            return try Summary(of: reader, options)
        }
    }

    /// Compresses a raw or compressed archive with another codec or other options. The metadata is kept unless
    /// `options` has metadata.
    ///
    /// `readingOptions` also has the threads and codecs for the old archive. Blocks that are uncompressed for what they cost
    /// stay so. The other parameters, the errors and the complexity are those of
    /// ``compress(from:to:codec:options:readingOptions:progress:)``. A ``GraphContainerError`` may have any code.
    @discardableResult
    public static func recode(
        from input: Endpoint, to output: Endpoint, codec: GraphCodec,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions(),
        readingOptions: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: ProgressHandler? = nil
    ) throws -> Summary {
        let archive = try ArchiveInput(input, progress)
        guard archive.kind == .compressed else {
            return try compress(archive, to: output, codec: codec, options: options, readingOptions, progress)
        }
        return try withOutput(output.with(archive.attributes), waits: { try archive.report(progress) }) { write in
            var writer: ContainerWriter?
            // The old metadata must be written before the first block, and is known when that has been read.
            func begin(_ reader: ContainerReader) throws -> ContainerWriter {
                if let writer { return writer }
                let made = try ContainerWriter(
                    codec: codec, options: options, metadata: reader.metadata, plainSize: reader.header.plainSize,
                    policy: readingOptions.policy, destination: .pieces(write))
                writer = made
                return made
            }
            let reader = try read(archive, readingOptions, progress) { piece, isRaw, reader in
                try begin(reader).append(piece, wasRaw: isRaw && reader.header.codec != 0)
            }
            return try begin(reader).finish()
        }
    }

    /// Verifies every checksum and every rule of an archive.
    ///
    /// A raw archive has no checksums, so only its beginning and its end are checked.
    ///
    /// - Parameters:
    ///   - input: The location of the archive.
    ///   - options: The limits, threads and codecs.
    ///   - progress: A closure that is called after each block.
    /// - Returns: The sizes and the codec of the archive.
    /// - Throws: ``GraphContainerError``, with any code; `CancellationError`; the errors of `progress`.
    /// - Complexity: Linear in the size of the raw archive, with memory for a few blocks per thread.
    @discardableResult
    public static func verify(
        _ input: Endpoint, options: GraphContainerReadingOptions = GraphContainerReadingOptions(),
        progress: ProgressHandler? = nil
    ) throws -> Summary {
        let archive = try ArchiveInput(input, progress)
        guard archive.kind == .compressed else {
            var raw = RawArchiveCheck(options)
            try archive.forEachPiece(progress) { try raw.add($0) }
            try addingPathToErrors(archive.path) { try raw.finish() }
            return Summary(ofRaw: archive.source.offset)
        }
        return try Summary(of: try read(archive, options, progress) { _, _, _ in }, options)
    }
}

extension GraphContainer {
    // MARK: What these have in common

    private static func compress(
        _ archive: ArchiveInput, to output: Endpoint, codec: GraphCodec, options: GraphContainerWritingOptions,
        _ readingOptions: GraphContainerReadingOptions, _ progress: ProgressHandler?
    ) throws -> Summary {
        if let size = archive.size {
            try addingPathToErrors(archive.path) { try RawArchiveCheck(readingOptions).check(size: size) }
        }
        return try withOutput(output.with(archive.attributes), waits: { try archive.report(progress) }) { write in
            try compress(archive, codec: codec, options: options, readingOptions, progress, to: write)
        }
    }

    /// Compresses a raw archive, and passes the compressed one to a closure in pieces.
    static func compress(
        _ archive: ArchiveInput, codec: GraphCodec, options: GraphContainerWritingOptions,
        _ readingOptions: GraphContainerReadingOptions, _ progress: ProgressHandler? = nil,
        to write: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Summary {
        var raw = RawArchiveCheck(readingOptions)
        let writer = try ContainerWriter(
            codec: codec, options: options, plainSize: archive.size, policy: readingOptions.policy,
            destination: .pieces(write))
        try archive.forEachPiece(progress) {
            try raw.add($0)
            try writer.append($0)
        }
        try addingPathToErrors(archive.path) { try raw.finish() }
        return try writer.finish()
    }

    /// Reads a compressed archive to its end.
    static func read(
        _ archive: ArchiveInput, _ options: GraphContainerReadingOptions, _ progress: ProgressHandler?,
        _ body: @escaping (_ block: UnsafeRawBufferPointer, _ isRaw: Bool, ContainerReader) throws -> Void
    ) throws -> ContainerReader {
        try addingPathToErrors(archive.path) {
            let reader = try ContainerReader(archive.source, options: options)
            var decompressor = try ContainerDecompressor(
                reader, to: .pieces { try body($0, $1, reader) }, options: options, archiveSize: archive.size)
            try decompressor.run { try archive.report(progress) }
            return reader
        }
    }

    /// - Parameter waits: A closure that is called while a pipe has no reader or no room, and before a file is replaced; an
    ///   error ends the work.
    package static func withOutput<Result>(
        _ output: Endpoint, waits: @escaping () throws -> Void,
        _ body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Result
    ) throws -> Result {
        switch output.location {
        case .path(let path):
            var options = AtomicFileWriter.Options(mustBeNew: output.mustBeNew)
            options.source = output.source
            options.waits = waits
            return try AtomicFileWriter.replace(path, options, body: body)
        case .descriptor(let descriptor):
            // The path distinguishes errors of the output from errors of the input.
            let file = OpenFile(borrowing: descriptor, path: "/dev/fd/\(descriptor)")
            // It would be overwritten before it has been read.
            try require(
                try output.source == nil || file.status().identity != output.source?.status.identity,
                or: .invalidArgument,
                "This is the file that the archive is read from. Pass its path as the output, too, to replace it.",
                path: file.path)
            return try body { try file.write($0, waits: waits) }
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
