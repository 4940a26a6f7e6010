/// Determines the codec of an archive whose file header is damaged.
struct CodecGuess {
    /// The number of blocks to try each codec on.
    private static let triedCount = 4

    private let source: RandomAccess
    private let registry: CodecRegistry
    private let plan: SalvagePlan

    init(_ source: RandomAccess, _ registry: CodecRegistry, _ plan: SalvagePlan) {
        self.source = source
        self.registry = registry
        self.plan = plan
    }

    /// Returns the codec that decompresses most of the first valid blocks; 0 if no block is compressed.
    func codec(_ found: FoundSections) throws -> UInt8 {
        if let header = found.fileHeader { return header.codec }
        let tried = found.blocks.values.filter { $0.fault == nil && !$0.header.isRaw }
            .sorted { $0.header.ordinal < $1.header.ordinal }.prefix(Self.triedCount)
        guard !tried.isEmpty else { return 0 }
        let stated = found.firstBytes.count > 9 ? found.firstBytes[9] : 0
        var best: (id: UInt8, count: Int) = (0, 0)
        let codecs = registry.codecs.sorted { ($0.key == stated ? 0 : 1, $0.key) < ($1.key == stated ? 0 : 1, $1.key) }
        for (id, codec) in codecs {
            let decompressor = BlockDecoder(try codec.makeDecompressor())
            let count = try tried.count { try isDecompressed($0, by: decompressor) }
            if count > best.count {
                best = (id, count)
            }
        }
        guard best.count > 0 else {
            throw GraphContainerError(
                .unsupportedCodec,
                "The file header is damaged, and no known codec decompresses the blocks. If it is private to the program "
                    + "that wrote the archive, add it to GraphContainerReadingOptions.codecs.", byteOffset: 9)
        }
        return best.id
    }

    private func isDecompressed(
        _ block: FoundSections.Block, by decompressor: BlockDecoder
    ) throws -> Bool {
        let buffer = HeapBuffer()
        let plain = HeapBuffer()
        return try withExtendedLifetime((buffer, plain)) {
            block.isDecompressed(
                try block.stored(in: source, buffer), into: try plain.reserve(Int(block.header.plainSize)),
                by: decompressor)
        }
    }
}

extension FoundSections.Block {
    /// Returns the stored payload. Its size was checked with the header.
    func stored(in source: RandomAccess, _ buffer: HeapBuffer) throws -> UnsafeRawBufferPointer {
        try source.read(Int(header.storedSize), at: offset + UInt64(ContainerFormat.headerSize), into: buffer)
    }

    func isDecompressed(
        _ stored: UnsafeRawBufferPointer, into plain: UnsafeMutableRawBufferPointer,
        by decompressor: BlockDecoder
    ) -> Bool {
        let block = ContainerReader.Block(header: header, offset: offset, plainOffset: 0)
        return (try? block.decompress(stored, into: plain, with: decompressor)) != nil
    }
}
