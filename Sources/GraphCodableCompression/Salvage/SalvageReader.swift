/// Recovers the plain bytes of a damaged archive.
struct SalvageReader {
    private let source: RandomAccess
    private let found: FoundSections
    private let plan: SalvagePlan
    private let codecName: String
    private let blocks: BlockReader

    var plainSize: UInt64 { plan.plainSize }
    /// The payload of the META section.
    var metadata: [UInt8] { found.metadata.payload }

    /// Searches the file for valid sections. `progress` is called with the number of bytes searched.
    init(
        _ source: RandomAccess, options: GraphContainerReadingOptions, progress: @escaping (UInt64) throws -> Void
    ) throws {
        self.source = source
        let scanner = SectionScanner(source, options: options, progress: progress)
        try scanner.run()
        var found = scanner.found
        guard !found.isEmpty else { throw Self.nothing(found) }
        let registry = try CodecRegistry(options.codecs)
        let (_, memoryLimit) = options.policy.decompressionLimits(
            wantedThreads: 1, blockSize: 1, plainSize: 0, arrived: source.size)
        func blocks(_ codec: (any GraphBlockCodec)?) throws -> BlockReader {
            let decompressor = BlockDecompressor(try codec?.makeDecompressor(), memoryLimit: memoryLimit)
            return BlockReader(source: source, decompressor: decompressor)
        }
        let id = try Self.codec(of: found, registry, blocks)
        codecName = registry.name(of: id)
        if let header = found.fileHeader, header.codec != id { found.rejectFileHeader() }
        let blockSize = SalvagePlan.blockSize(of: found)
        if let header = found.fileHeader, header.blockSize != blockSize { found.rejectFileHeader() }
        self.found = found
        self.blocks = try blocks(try registry.codec(for: id))
        plan = SalvagePlan(found, blockSize: blockSize)
        try options.check(plainSize: plan.plainSize, storedSize: source.size, at: 0)
    }

    /// Returns the codec that the file header names. If the header is damaged, or belongs to another archive, it is one that
    /// decompresses a block: the one that is stated there, if it does; 0 if no block is compressed.
    private static func codec(
        of found: FoundSections, _ registry: CodecRegistry, _ reader: (any GraphBlockCodec) throws -> BlockReader
    ) throws -> UInt8 {
        let header = found.fileHeader
        if let header { _ = try registry.codec(for: header.codec) }
        let intact = found.blocks.values.filter { $0.fault == nil }
        let compressed = intact.filter { !$0.header.isRaw }
        // Few blocks of another codec come from another archive, rather than the file header.
        if let header, compressed.count * 2 <= intact.count { return header.codec }
        guard !compressed.isEmpty else { return 0 }
        // A block that no codec decompresses may come from another archive, so several are tried.
        let blocks = compressed.sorted { $0.header.ordinal < $1.header.ordinal }.prefix(4)
        let stated = header?.codec ?? (found.firstBytes.count > 9 ? found.firstBytes[9] : 0)
        let codecs = registry.codecs.sorted { ($0.id == stated ? 0 : 1, $0.id) < ($1.id == stated ? 0 : 1, $1.id) }
        for codec in codecs {
            let reader = try reader(codec)
            var plain = UnsafeRawBufferPointer(start: nil, count: 0)
            for block in blocks where try reader.read(block, into: &plain) == nil { return codec.id }
        }
        if let header { return header.codec }
        throw GraphContainerError(
            .unsupportedCodec,
            "The file header is damaged, and no known codec decompresses the blocks. If it is private to the program "
                + "that wrote the archive, add it to GraphContainerReadingOptions.codecs.", byteOffset: 9)
    }

    private static func nothing(_ found: FoundSections) -> GraphContainerError {
        guard found.fileHeader != nil || found.firstBytes.starts(with: ContainerFormat.signature) else {
            return GraphContainerError(
                .notAnArchive, "Nothing in this file is a part of a compressed archive.", byteOffset: 0)
        }
        return GraphContainerError(
            .damaged, "Nothing can be recovered: no section of the archive is left. Use a backup.", byteOffset: 32)
    }

    /// Appends the plain bytes in order, with zeros for lost ones.
    func run(appendingTo bytes: inout [UInt8], progress: () throws -> Void) throws -> GraphContainer.SalvageReport {
        var hash = XXH3()
        var lost: [GraphContainer.SalvageReport.LostRange] = []
        var recoveredBlocks: UInt64 = 0
        var recoveredBytes: UInt64 = 0
        for number in 0..<plan.blockCount {
            let size = plan.plainSize(ofBlock: number)
            var plain = UnsafeRawBufferPointer(start: nil, count: 0)
            let fault = try plan.blocks[number].flatMap { try blocks.read($0, into: &plain) }
            if let reason = fault ?? plan.reason(forBlock: number) {
                lost.append(number, at: number * UInt64(plan.blockSize), size, reason)
            } else {
                recoveredBlocks += 1
                recoveredBytes += UInt64(size)
                hash.update(plain)
            }
            bytes.append(contentsOf: plain)
            if plain.count < size { bytes += [UInt8](repeating: 0, count: size - plain.count) }
            try progress()
        }
        let end = found.end?.record
        let proof: GraphContainer.SalvageReport.Proof =
            if let end {
                lost.isEmpty && end.plainSize == plan.plainSize && end.plainHash == hash.digest()
                    ? .holds : .fails
            } else {
                .unknown
            }
        return GraphContainer.SalvageReport(
            kind: .compressed, archiveByteCount: source.size, plainByteCount: plan.plainSize,
            isPlainByteCountKnown: plan.isPlainSizeKnown, blockCount: plan.blockCount,
            recoveredBlockCount: recoveredBlocks, recoveredByteCount: recoveredBytes, lostRanges: lost, proof: proof,
            codecName: codecName, blockSize: plan.blockSize,
            hasFileHeader: found.fileHeader != nil, hasEnd: end != nil, hasUnknownSection: found.hasUnknownCritical,
            ignoredSectionCount: plan.ignoredCount, metadata: found.metadata.names,
            isMetadataLost: plan.lacksMetadata, hasContradictions: plan.hasContradictions)
    }
}

extension [GraphContainer.SalvageReport.LostRange] {
    /// Appends a lost block. Consecutive ones with the same reason form a range.
    fileprivate mutating func append(
        _ number: UInt64, at offset: UInt64, _ size: Int, _ reason: GraphContainer.SalvageReport.Reason
    ) {
        var plain = offset..<offset + UInt64(size)
        var blocks = number..<number + 1
        if let last, last.blocks.upperBound == number, last.reason == reason {
            plain = last.plainRange.lowerBound..<plain.upperBound
            blocks = last.blocks.lowerBound..<blocks.upperBound
            removeLast()
        }
        append(GraphContainer.SalvageReport.LostRange(plainRange: plain, blocks: blocks, reason: reason))
    }
}
