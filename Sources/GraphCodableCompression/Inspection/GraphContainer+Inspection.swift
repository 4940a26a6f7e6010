extension GraphContainer {
    /// The properties of an archive that can be read without decompressing it.
    public struct Inspection: Sendable, Hashable {
        /// The form, codec and sizes.
        public let summary: Summary
        /// The version of the compressed format; `nil` for a raw archive.
        public let formatVersion: Int?
        /// The number of plain bytes in every block except the last; 0 for a raw archive.
        public let blockSize: Int
        /// The filter applied before compression; ``GraphContainerFilter/none`` for a raw archive.
        public let filter: GraphContainerFilter
        /// The metadata: names and values.
        public let metadata: [String: String]
        /// Whether the archive has an index of its blocks.
        public let hasIndex: Bool
        /// The blocks in their order. Empty unless requested.
        public internal(set) var blocks: [Block] = []

        /// The size of the raw archive, divided by that of the archive.
        public var ratio: Double {
            Double(summary.plainByteCount) / Double(max(1, summary.archiveByteCount))
        }
    }

    /// A block of a compressed archive.
    public struct Block: Sendable, Hashable {
        /// The position of the block's section in the file.
        public let byteOffset: UInt64
        /// The position of the block's first byte in the raw archive.
        public let plainOffset: UInt64
        /// The number of stored bytes, without the section header.
        public let storedByteCount: Int
        /// The number of bytes after decompression.
        public let plainByteCount: Int
        /// Whether the block is stored uncompressed, because compression would not have made it smaller.
        public let isStoredRaw: Bool
        /// Whether the values of each field are stored next to each other.
        public let isFiltered: Bool
    }

    /// Returns the properties of an archive without decompressing it.
    ///
    /// For a file, only the beginning, the end and the index are read, and the header of each block if
    /// `includingBlocks` is true. A pipe must be read to its end, and its checksums are verified, except for the
    /// checksum of the plain bytes.
    ///
    /// - Parameters:
    ///   - input: The location of the archive.
    ///   - includingBlocks: Whether to list the blocks.
    ///   - options: The limits and codecs. An unknown codec is not an error here.
    ///   - progress: A closure that is called after each block of a pipe.
    /// - Returns: The properties of the archive.
    /// - Throws: ``GraphContainerError``, with any code; `CancellationError`; the errors of `progress`.
    /// - Complexity: Linear in the number of blocks for a file, and in the size of the archive for a pipe.
    public static func inspect(
        _ input: Endpoint, includingBlocks: Bool = false,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: ProgressHandler? = nil
    ) throws -> Inspection {
        let archive = try ArchiveInput(input)
        if case .path(let path) = input.location, archive.size != nil {
            let file = try GraphContainerFile(path, options: options)
            var inspection = file.inspection
            if includingBlocks {
                inspection.blocks = try (0..<Int(inspection.summary.blockCount)).map { try file.block($0) }
            }
            return inspection
        }
        guard archive.kind == .compressed else {
            try archive.forEachPiece(progress) { _ in }
            return Inspection(ofRaw: archive.source.offset)
        }
        return try inspectStream(archive, includingBlocks, options, progress)
    }

    private static func inspectStream(
        _ archive: ArchiveInput, _ includingBlocks: Bool, _ options: GraphContainerReadingOptions,
        _ progress: ProgressHandler?
    ) throws -> Inspection {
        try namingErrors(archive.path) {
            let reader = try ContainerReader(archive.source, options: options)
            let buffer = HeapBuffer()
            var blocks: [Block] = []
            while let block = try reader.nextBlock() {
                let payload = try reader.payload(of: block.header, into: buffer)
                try block.header.check(payloadHash: XXH3.hash(payload), at: block.offset)
                if includingBlocks {
                    blocks.append(Block(block))
                }
                try archive.report(progress)
            }
            return Inspection(
                summary: try Summary(of: reader, options), formatVersion: Int(ContainerFormat.version),
                blockSize: reader.header.blockSize,
                filter: GraphContainerFilter(rawValue: reader.header.filter) ?? .none, metadata: reader.metadata,
                hasIndex: reader.indexOffset != 0,
                blocks: blocks)
        }
    }
}

extension GraphContainer.Inspection {
    init(ofRaw size: UInt64) {
        self.init(
            summary: GraphContainer.Summary(ofRaw: size), formatVersion: nil, blockSize: 0, filter: .none,
            metadata: [:],
            hasIndex: false)
    }
}

extension GraphContainer.Block {
    init(_ block: ContainerReader.Block) {
        self.init(
            byteOffset: block.offset, plainOffset: block.plainOffset, storedByteCount: Int(block.header.storedSize),
            plainByteCount: Int(block.header.plainSize), isStoredRaw: block.header.isRaw,
            isFiltered: block.header.isFiltered)
    }
}
