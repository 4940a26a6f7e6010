import GraphCodable

/// An open archive file whose parts can be read independently, regardless of its size.
///
/// Opening a file reads its beginning, its end and the index of 8 bytes per block; without an index, or with sections of
/// unknown types, the headers of all sections. Each part is verified by its own
/// checksums; only ``GraphContainer/verify(_:options:progress:)`` verifies the complete file. Raw archives can be read
/// in the same way, but have no checksums.
///
/// A file is thread-safe.
public final class GraphContainerFile: Sendable {
    /// The properties of the archive.
    public let inspection: GraphContainer.Inspection
    /// The form, codec and sizes.
    public var summary: GraphContainer.Summary { inspection.summary }

    let file: OpenFile
    /// `nil` for a raw archive.
    private let index: ContainerIndex?
    let registry: CodecRegistry
    let policy: GraphDecodingPolicy

    /// Opens an archive file.
    ///
    /// - Parameters:
    ///   - location: The path or URL of a regular file.
    ///   - options: The limits and codecs. An unknown codec causes an error only when something is decompressed.
    /// - Throws: ``GraphContainerError``, with any code.
    /// - Complexity: Linear in the number of sections.
    public init(
        _ location: some GraphFileLocation, options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws {
        let path = try location.endpoint().path()
        let file = try OpenFile.reading(path, waits: false)
        self.file = file
        registry = try CodecRegistry(options.codecs)
        policy = options.policy
        let status = try file.status()
        try require(
            status.kind == .regular, or: .invalidArgument,
            "Only a regular file can be read in parts. Copy the archive to one.", path: file.path)
        let beginning = try file.bytes(ContainerFormat.signature.count, at: 0)
        let kind = try addingPathToErrors(file.path) { try beginning.withUnsafeBytes { try ArchiveKind(prefix: $0) } }
        guard kind == .compressed else {
            index = nil
            inspection = GraphContainer.Inspection(
                summary: GraphContainer.Summary(ofRaw: status.size), formatVersion: nil, blockSize: 0, filter: .none,
                metadata: [:], hasIndex: false)
            return
        }
        let index = try addingPathToErrors(file.path) {
            try ContainerIndex(RandomAccess(file, size: status.size), options: options)
        }
        self.index = index
        let summary = GraphContainer.Summary(
            kind: .compressed, codecID: index.header.codec, codecName: registry.name(of: index.header.codec),
            archiveByteCount: status.size, plainByteCount: index.end.plainSize, blockCount: index.end.blockCount)
        inspection = GraphContainer.Inspection(
            summary: summary, formatVersion: Int(ContainerFormat.version), blockSize: index.header.blockSize,
            filter: GraphContainerFilter(rawValue: index.header.filter) ?? .none, metadata: index.metadata,
            hasIndex: index.end.indexOffset != 0)
    }

    /// Returns the properties of a block. Reads only its header.
    ///
    /// - Parameter number: The block's number, beginning with 0.
    /// - Returns: The block.
    /// - Throws: ``GraphContainerError`` with the code `damaged`, `malformed` or `fileFailure`, or `invalidArgument` if
    ///   there is no such block.
    /// - Complexity: O(1).
    public func block(_ number: Int) throws -> GraphContainer.Block {
        let block = try addingPathToErrors(file.path) { try find(number) }
        return GraphContainer.Block(
            byteOffset: block.offset, plainOffset: block.plainOffset, storedByteCount: Int(block.header.storedSize),
            plainByteCount: Int(block.header.plainSize), isStoredRaw: block.header.isRaw,
            isFiltered: block.header.isFiltered)
    }

    /// Reads a part of the raw archive.
    ///
    /// - Parameter range: The positions in the raw archive.
    /// - Returns: The bytes, verified unless the archive is raw.
    /// - Throws: ``GraphContainerError`` with the code `damaged`, `malformed`, `unsupportedCodec` or `fileFailure`, or
    ///   `invalidArgument` if the range is not within the archive; `limitExceeded` if a filtered block takes more memory than
    ///   the policy allows for a file of this size.
    /// - Complexity: Linear in the number of blocks that overlap the range.
    public func readPlain(_ range: Range<UInt64>) throws -> [UInt8] {
        guard range.upperBound <= summary.plainByteCount, let count = Int(exactly: range.upperBound - range.lowerBound)
        else {
            throw GraphContainerError(
                .invalidArgument,
                "The bytes \(range) were requested; the archive has \(summary.plainByteCount).", path: file.path)
        }
        return try addingPathToErrors(file.path) {
            var result: [UInt8] = []
            // The sizes of blocks are untrusted: 33 bytes can claim 16 MiB. So memory is reserved only as pieces are read.
            result.reserveCapacity(min(count, pieceSize))
            guard count > 0 else { return result }
            let read = try makeReader()
            let size = UInt64(pieceSize)
            for number in (range.lowerBound / size)...((range.upperBound - 1) / size) {
                let start = number * size
                let end = min(start + size, summary.plainByteCount)
                let piece = try [UInt8](unsafeUninitializedCapacity: Int(end - start)) { target, count in
                    count = Int(end - start)
                    try read(Int(number), UnsafeMutableRawBufferPointer(start: target.baseAddress, count: count))
                }
                let lower = max(range.lowerBound, start) - start
                result.append(contentsOf: piece[Int(lower)..<Int(min(range.upperBound, end) - start)])
            }
            return result
        }
    }

    /// Returns the blocks of the raw archive, each of which is read when it is needed.
    func blocks() throws -> ArchiveBlocks {
        try addingPathToErrors(file.path) {
            try GraphContainerReadingOptions(policy: policy).check(
                plainSize: summary.plainByteCount, storedSize: summary.archiveByteCount, at: 0)
            let read = try makeReader()
            return try ArchiveBlocks(
                byteCount: Int(clamping: summary.plainByteCount), blockSize: pieceSize,
                isDamage: { ($0 as? GraphContainerError)?.code.isDamage == true },
                read: { number, target in try addingPathToErrors(self.file.path) { try read(number, target) } })
        }
    }

    /// The number of bytes that are read at once: those of a block, or a part of a raw archive.
    private var pieceSize: Int { index == nil ? 1 << 16 : inspection.blockSize }

    /// Returns a closure that reads and verifies a piece, into memory of its size.
    private func makeReader() throws -> ArchiveBlocks.Read {
        guard index != nil else {
            return { [file, pieceSize] number, target in
                let offset = UInt64(number * pieceSize)
                let got = try file.read(at: offset, into: target)
                guard got == target.count else {
                    throw GraphContainerError.truncated(at: offset + UInt64(got), "earlier than when it was opened")
                }
            }
        }
        let decoder = try makeDecompressor(try registry.codec(for: summary.codecID))
        return { number, target in
            let block = try self.find(number)
            let stored = try self.bytes.payload(of: block.header, at: block.offset)
            try stored.withUnsafeBytes { stored in
                guard block.header.isRaw else { return try block.decompress(stored, into: target, with: decoder) }
                target.copyMemory(from: stored)
            }
        }
    }

    /// Creates a decompressor that takes no more memory for a block than a file of this size may cost.
    func makeDecompressor(_ codec: (any GraphBlockCodec)?) throws -> BlockDecompressor {
        let (_, limit) = policy.decompressionLimits(
            wantedThreads: 1, blockSize: inspection.blockSize, plainSize: UInt64(inspection.blockSize),
            arrived: summary.archiveByteCount)
        return BlockDecompressor(try codec?.makeDecompressor(), memoryLimit: limit)
    }

    var bytes: RandomAccess { RandomAccess(file, size: summary.archiveByteCount) }

    func find(_ number: Int) throws -> ContainerReader.Block {
        guard let index, index.blockOffsets.indices.contains(number) else {
            throw GraphContainerError(
                .invalidArgument, "Block \(number) was requested; the archive has \(summary.blockCount).",
                path: file.path)
        }
        return try index.block(number, in: bytes)
    }
}
