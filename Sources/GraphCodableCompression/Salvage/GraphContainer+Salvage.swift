extension GraphContainer {
    /// Recovers the intact blocks of a damaged compressed archive.
    ///
    /// Each block has its own checksum and can be decompressed independently, so only damaged blocks are lost; zeros
    /// replace them. No part of the file must be intact: sections are found anywhere in the file by the checksums of
    /// their headers, and their numbers determine their order. If two have the same number, the first valid one is
    /// used. If the file contains several archives, it is the first one if that has an end, or else the one of which most is
    /// left. An intact block of another archive cannot be distinguished from one of this archive;
    /// ``SalvageReport/proof-swift.property`` indicates whether there is one.
    ///
    /// The result is a raw archive with holes. `GraphSalvage` creates a valid archive from it.
    ///
    /// - Parameters:
    ///   - input: The location of the damaged archive. A pipe is read into memory completely.
    ///   - output: The location of the raw archive. It must not be the same file.
    ///   - options: The limits and codecs. Only the calling thread is used.
    ///   - progress: A closure that is called from time to time while searching for blocks, and after each block.
    /// - Returns: A report on recovered and lost parts.
    /// - Throws: ``GraphContainerError`` with the code `damaged` or `notAnArchive` if nothing can be recovered,
    ///   `invalidArgument` if the archive is raw and therefore has no blocks, `unsupportedVersion`,
    ///   `unsupportedFeature`, `unsupportedCodec`, `limitExceeded` or `fileFailure`; `CancellationError`; the errors of
    ///   `progress`.
    /// - Complexity: Linear in the sizes of the file and of the raw archive, whatever the file contains, with memory
    ///   for two blocks and for the header of each block.
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
            return try withOutput(
                output.with(source.attributes), waits: { try report(source, 0, progress) }
            ) { write in
                try reader.run(to: write) { _ in try report(source, source.bytes.size, progress) }
            }
        }
    }

    /// Recovers the intact blocks of a damaged compressed archive into memory.
    ///
    /// - Parameters:
    ///   - input: The location of the damaged archive. A raw archive is returned unchanged.
    ///   - options: The limits and codecs.
    ///   - progress: A closure that is called from time to time while searching for blocks, and after each block.
    /// - Returns: The raw archive, and a report on lost parts.
    /// - Throws: The errors of ``salvage(from:to:options:progress:)``, except for raw archives.
    /// - Complexity: The same as ``salvage(from:to:options:progress:)``, but the raw archive is in memory.
    public static func salvage(
        from input: Endpoint, options: GraphContainerReadingOptions = GraphContainerReadingOptions(),
        progress: ProgressHandler? = nil
    ) throws -> SalvagedBytes {
        let source = try SalvageSource(input, options: options)
        return try namingErrors(source.path) { try salvage(source, options, progress) }
    }

    /// Recovers the intact blocks of a damaged compressed archive in memory.
    ///
    /// - Parameters:
    ///   - archive: The damaged archive. A raw archive is returned unchanged.
    ///   - options: The limits and codecs.
    /// - Returns: The raw archive, and a report on lost parts.
    /// - Throws: The errors of ``salvage(from:to:options:progress:)``, except for raw archives.
    /// - Complexity: The same as ``salvage(from:to:options:progress:)``, but the raw archive is in memory.
    public static func salvage(
        _ archive: UnsafeRawBufferPointer, options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> SalvagedBytes {
        try salvage(SalvageSource(archive), options, nil)
    }

    private static func salvage(
        _ source: SalvageSource, _ options: GraphContainerReadingOptions, _ progress: ProgressHandler?
    ) throws -> SalvagedBytes {
        guard try !source.isRaw else {
            try options.check(plainSize: source.bytes.size, storedSize: source.bytes.size, at: 0)
            return SalvagedBytes(
                bytes: try source.bytes.bytes(Int(clamping: source.bytes.size), at: 0),
                report: SalvageReport(ofRaw: source.bytes.size),
                source: source.attributes)
        }
        let reader = try SalvageReader(source, options: options, progress)
        // The salvaged bytes, and the archive that is made from them.
        // Two copies, and about twenty nanoseconds to look at each byte: a value takes no more than one.
        try options.policy.checkMemory(ofPlainBytes: reader.plainSize, copies: 4, arrived: source.bytes.size)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(clamping: reader.plainSize))
        let report = try reader.run(to: { bytes.append(contentsOf: $0) }) { _ in
            try self.report(source, source.bytes.size, progress)
        }
        return SalvagedBytes(bytes: bytes, report: report, source: source.attributes)
    }

    fileprivate static func report(
        _ source: SalvageSource, _ position: UInt64, _ progress: ProgressHandler?
    ) throws {
        if Task.isCancelled { throw CancellationError() }
        try progress?(Progress(completedByteCount: position, totalByteCount: source.bytes.size))
    }
}

extension SalvageReader {
    fileprivate init(
        _ source: SalvageSource, options: GraphContainerReadingOptions,
        _ progress: GraphContainer.ProgressHandler?
    ) throws {
        try self.init(source.bytes, options: options) { try GraphContainer.report(source, $0, progress) }
    }
}

extension SalvageSource {
    /// Whether the file begins like a raw archive.
    fileprivate var isRaw: Bool {
        get throws {
            try bytes.bytes(ContainerFormat.rawSignature.count, at: 0) == ContainerFormat.rawSignature
        }
    }
}
