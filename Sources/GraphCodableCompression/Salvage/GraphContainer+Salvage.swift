extension GraphContainer {
    /// Recovers from a damaged compressed archive what its sound blocks hold.
    ///
    /// Every block has its own checksum and can be decompressed without the others, so that all are recovered but those that
    /// are damaged themselves; zeros take the place of lost ones. Nothing needs to be whole: sections are found by the
    /// checksums of their headers wherever they are in the file, and their numbers tell where they belong. When two have
    /// the same number the first sound one counts. A sound block of another archive cannot be told from one of this archive;
    /// ``SalvageReport/proof-swift.property`` tells whether there is one.
    ///
    /// What is written is a raw archive with holes. `GraphSalvage` makes a sound one of it.
    ///
    /// - Parameters:
    ///   - input: Where the damaged archive is. Of a pipe, all of it is held in memory.
    ///   - output: Where the raw archive goes; not the same file.
    ///   - options: Limits and codecs. The work is done by the calling thread alone.
    ///   - progress: Called now and then while looking for blocks, and after each block.
    /// - Returns: What was recovered and what is lost.
    /// - Throws: ``GraphContainerError``: `damaged` or `notAnArchive` when nothing is left; `invalidArgument` when the archive
    ///   is a raw one, which has no blocks; `unsupportedVersion`, `unsupportedFeature`, `unsupportedCodec`, `limitExceeded`,
    ///   `fileFailure`; `CancellationError`; what `progress` throws.
    /// - Complexity: Linear in the sizes of the file and of the raw archive, whatever is in the file; memory for two blocks,
    ///   and for the header of each block.
    @discardableResult
    public static func salvage(
        from input: Endpoint, to output: Endpoint,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: ProgressHandler? = nil
    ) throws -> SalvageReport {
        let source = try SalvageSource(input, options: options)
        return try namingErrors(source.path) {
            guard try !source.isRaw else {
                throw GraphContainerError(
                    .invalidArgument, "This is a raw archive; it has no blocks that could be told apart by checksums.",
                    byteOffset: 0)
            }
            let reader = try SalvageReader(source, options: options, progress)
            return try withOutput(output.with(source.attributes)) { write in
                try reader.run(to: write) { _ in try report(source, source.size, progress) }
            }
        }
    }

    /// Recovers from a damaged compressed archive what its sound blocks hold, in memory.
    ///
    /// - Parameters:
    ///   - input: Where the damaged archive is; a raw one is given back as it is.
    ///   - options: Limits and codecs.
    ///   - progress: Called now and then while looking for blocks, and after each block.
    /// - Returns: The raw archive, and what is lost of it.
    /// - Throws: As ``salvage(from:to:options:progress:)``, but for raw archives.
    /// - Complexity: As ``salvage(from:to:options:progress:)``; the raw archive is in memory.
    public static func salvage(
        from input: Endpoint, options: GraphContainerReadingOptions = GraphContainerReadingOptions(),
        progress: ProgressHandler? = nil
    ) throws -> SalvagedBytes {
        let source = try SalvageSource(input, options: options)
        return try namingErrors(source.path) { try salvage(source, options, progress) }
    }

    /// Recovers from a damaged compressed archive in memory what its sound blocks hold.
    ///
    /// - Parameters:
    ///   - archive: The damaged archive; a raw one is given back as it is.
    ///   - options: Limits and codecs.
    /// - Returns: The raw archive, and what is lost of it.
    /// - Throws: As ``salvage(from:to:options:progress:)``, but for raw archives.
    /// - Complexity: As ``salvage(from:to:options:progress:)``; the raw archive is in memory.
    public static func salvage(
        _ archive: UnsafeRawBufferPointer, options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> SalvagedBytes {
        try salvage(SalvageSource(archive), options, nil)
    }

    private static func salvage(
        _ source: SalvageSource, _ options: GraphContainerReadingOptions, _ progress: ProgressHandler?
    ) throws -> SalvagedBytes {
        guard try !source.isRaw else {
            try options.check(plainSize: source.size, storedSize: source.size, at: 0)
            return SalvagedBytes(
                bytes: try source.bytes(Int(clamping: source.size), at: 0), report: SalvageReport(ofRaw: source.size),
                source: source.attributes)
        }
        let reader = try SalvageReader(source, options: options, progress)
        var bytes: [UInt8] = []
        // What a hostile file announces is within the limits, but need not be there: what is reserved at once is bounded.
        bytes.reserveCapacity(Int(clamping: min(reader.plainSize, 4 * min(source.size, 1 << 50) + (1 << 20))))
        let report = try reader.run(to: { bytes.append(contentsOf: $0) }) { _ in
            try self.report(source, source.size, progress)
        }
        return SalvagedBytes(bytes: bytes, report: report, source: source.attributes)
    }

    fileprivate static func report(
        _ source: SalvageSource, _ position: UInt64, _ progress: ProgressHandler?
    ) throws {
        if Task.isCancelled { throw CancellationError() }
        try progress?(Progress(completedByteCount: position, totalByteCount: source.size))
    }
}

extension SalvageReader {
    fileprivate init(
        _ source: SalvageSource, options: GraphContainerReadingOptions,
        _ progress: GraphContainer.ProgressHandler?
    ) throws {
        try self.init(source, options: options) { try GraphContainer.report(source, $0, progress) }
    }
}

extension SalvageSource {
    /// Whether the file begins like a raw archive.
    fileprivate var isRaw: Bool {
        get throws {
            try bytes(ContainerFormat.rawSignature.count, at: 0) == ContainerFormat.rawSignature
        }
    }
}
