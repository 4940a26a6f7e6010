extension GraphContainer {
    /// Recovers the intact blocks of a damaged compressed archive into memory.
    ///
    /// Each block has its own checksum and can be decompressed independently, so only damaged blocks are lost; zeros
    /// replace them. No part of the file must be intact: sections are found anywhere in the file by the checksums of
    /// their headers, and their numbers determine their order. If two have the same number, the first valid one is
    /// used. If the file contains several archives, it is the first one. An intact block of another archive cannot be
    /// distinguished from one of this archive; ``SalvageReport/proof-swift.property`` indicates whether there is one.
    ///
    /// The result is a raw archive with holes. `GraphSalvage` creates a valid archive from it.
    ///
    /// - Parameters:
    ///   - input: The location of the damaged archive. A raw archive is returned unchanged. A pipe is read into memory
    ///     completely.
    ///   - options: The limits and codecs. Only the calling thread is used.
    ///   - progress: A closure that is called after each piece of a pipe, from time to time while searching for blocks, and
    ///     after each block.
    /// - Returns: The raw archive, and a report on recovered and lost parts.
    /// - Throws: ``GraphContainerError`` with the code `damaged` or `notAnArchive` if nothing can be recovered,
    ///   `unsupportedVersion`, `unsupportedFeature`, `unsupportedCodec`, `limitExceeded` or `fileFailure`;
    ///   `CancellationError`; the errors of `progress`.
    /// - Complexity: Linear in the sizes of the file and of the raw archive, whatever the file contains. The raw archive is
    ///   in memory, with two blocks and the header of each block.
    public static func salvage(
        from input: Endpoint, options: GraphContainerReadingOptions = GraphContainerReadingOptions(),
        progress: ProgressHandler? = nil
    ) throws -> SalvagedBytes {
        let file = try input.open()
        let attributes = try file.attributes
        let bytes = try randomAccess(to: file, options, progress)
        var salvaged = try addingPathToErrors(file.path) { try salvage(bytes, options, progress) }
        salvaged.origin.attributes = attributes
        return salvaged
    }

    /// Recovers the intact blocks of a damaged compressed archive in memory. The options, the result, the errors and the
    /// complexity are those of ``salvage(from:options:progress:)``.
    public static func salvage(
        _ archive: UnsafeRawBufferPointer, options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> SalvagedBytes {
        try salvage(RandomAccess(archive), options, nil)
    }

    /// Returns the bytes of a file in any order. What can only be read in order, such as a pipe, is first read into memory.
    private static func randomAccess(
        to file: OpenFile, _ options: GraphContainerReadingOptions, _ progress: ProgressHandler?
    ) throws -> RandomAccess {
        if let size = try file.knownSize() { return RandomAccess(file, size: size) }
        let buffer = HeapBuffer()
        try ByteSource(file) { try report(progress, $0, of: nil) }.forEachPiece { piece in
            let size = UInt64(buffer.count) + UInt64(piece.count)
            try options.check(plainSize: size, storedSize: size, at: UInt64(buffer.count))
            try buffer.append(piece)
            try report(progress, size, of: nil)
        }
        return RandomAccess(buffer.bytes, owner: buffer)
    }

    private static func salvage(
        _ source: RandomAccess, _ options: GraphContainerReadingOptions, _ progress: ProgressHandler?
    ) throws -> SalvagedBytes {
        let size = source.size
        guard try source.bytes(ContainerFormat.rawSignature.count, at: 0) != ContainerFormat.rawSignature else {
            try options.check(plainSize: size, storedSize: size, at: 0)
            let report = SalvageReport(
                kind: .raw, archiveByteCount: size, plainByteCount: size, isPlainByteCountKnown: false, blockCount: 0,
                recoveredBlockCount: 0, recoveredByteCount: size, lostRanges: [], proof: .unknown,
                codecName: GraphCodec.none.name, blockSize: 0, hasFileHeader: false, hasEnd: false,
                hasUnknownSection: false, ignoredSectionCount: 0, metadata: [:], isMetadataLost: false,
                hasContradictions: false)
            return SalvagedBytes(bytes: try source.bytes(Int(clamping: size), at: 0), report: report)
        }
        let reader = try SalvageReader(source, options: options) { try report(progress, $0, of: size) }
        // The salvaged bytes and the archive that is made from them are two copies. To look at each byte takes about twenty
        // nanoseconds, which count as two more: reading a value takes no longer than one.
        try options.policy.checkMemory(ofPlainBytes: reader.plainSize, copies: 4, arrived: size)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(clamping: reader.plainSize))
        let found = try reader.run(appendingTo: &bytes) { try report(progress, size, of: size) }
        return SalvagedBytes(bytes: bytes, report: found, origin: SalvagedBytes.Origin(metadata: reader.metadata))
    }
}
