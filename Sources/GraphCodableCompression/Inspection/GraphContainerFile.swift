import Foundation
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
    private let registry: CodecRegistry
    /// The limits that the file was opened with.
    let policy: GraphDecodingPolicy

    /// Opens an archive file.
    ///
    /// - Parameters:
    ///   - path: The path of a regular file.
    ///   - options: The limits and codecs. An unknown codec causes an error only when something is decompressed.
    /// - Throws: ``GraphContainerError``, with any code.
    /// - Complexity: Linear in the number of sections.
    public convenience init(
        path: String, options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws {
        try self.init(SystemPath(path), options: options)
    }

    /// Opens an archive file.
    ///
    /// - Parameters:
    ///   - url: The URL of a regular file.
    ///   - options: The limits and codecs. An unknown codec causes an error only when something is decompressed.
    /// - Throws: The errors of ``init(path:options:)``; `invalidArgument` also if the URL is not a file URL.
    /// - Complexity: Linear in the number of sections.
    public convenience init(
        url: URL, options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws {
        try self.init(try SystemPath(url), options: options)
    }

    /// Opens a file by the bytes of its path.
    package init(_ path: SystemPath, options: GraphContainerReadingOptions) throws {
        let file = try OpenFile.reading(path, waits: false)
        self.file = file
        registry = try CodecRegistry(options.codecs)
        policy = options.policy
        let status = try file.status()
        guard status.kind == .regular else {
            throw GraphContainerError(
                .invalidArgument, "Only a regular file can be read in parts. Copy the archive to one.", path: file.path)
        }
        let beginning = try file.bytes(ContainerFormat.signature.count, at: 0)
        let kind = try namingErrors(file.path) { try beginning.withUnsafeBytes { try ArchiveKind(prefix: $0) } }
        guard kind == .compressed else {
            index = nil
            inspection = GraphContainer.Inspection(ofRaw: status.size)
            return
        }
        let index = try namingErrors(file.path) {
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
        try namingErrors(file.path) { GraphContainer.Block(try find(number)) }
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
        return try namingErrors(file.path) {
            var result: [UInt8] = []
            if index == nil {
                // The size of a raw archive is that of the file.
                result.reserveCapacity(count)
                try readRaw(range, into: &result)
            } else {
                // The sizes of blocks are untrusted: 33 bytes can claim 16 MiB. So memory is reserved only as blocks
                // are decompressed.
                result.reserveCapacity(min(count, inspection.blockSize))
                try readBlocks(range, into: &result)
            }
            return result
        }
    }

    /// Returns the blocks of the raw archive, each of which is read when it is needed.
    ///
    /// - Throws: `GraphCodableError` if there is no memory; `GraphContainerError`: `unsupportedCodec`, or `limitExceeded` if
    ///   the archive has more bytes than the policy allows.
    func blocks() throws -> ArchiveBlocks {
        try namingErrors(file.path) {
            try GraphContainerReadingOptions(policy: policy).check(
                plainSize: summary.plainByteCount, storedSize: summary.archiveByteCount, at: 0)
        }
        let size = Int(clamping: summary.plainByteCount)
        guard index != nil else {
            let blockSize = 1 << 16
            return try ArchiveBlocks(byteCount: size, blockSize: blockSize) { number, target in
                try namingErrors(self.file.path) { try self.readRaw(at: UInt64(number * blockSize), into: target) }
            }
        }
        return try namingErrors(file.path) {
            let decompressor = try makeDecoder(try registry.codec(for: summary.codecID))
            return try ArchiveBlocks(byteCount: size, blockSize: inspection.blockSize) { number, target in
                try namingErrors(self.file.path) { try self.read(self.find(number), into: target, decompressor) }
            }
        }
    }

    /// Tells how the bytes that a block takes in the file are divided among what it holds.
    ///
    /// - Parameters:
    ///   - number: 0 to one less than the number of blocks.
    ///   - coders: What is used for one block after the other; `nil` before the first.
    /// - Returns: The shares: by the streams of the fields in a filtered block, evenly in any other.
    /// - Throws: ``GraphContainerError``: `damaged`, `malformed`, `unsupportedCodec`, `fileFailure`; `invalidArgument` for any
    ///   other number; `limitExceeded` if a filtered block takes more memory than the policy allows for a file of this size.
    /// - Complexity: Linear in the size of a filtered block, which is decompressed, and compressed field by field; else O(1).
    package func shares(ofBlock number: Int, in coders: inout BlockShareCoders?) throws -> GraphContainer.BlockShares {
        try namingErrors(file.path) {
            let block = try find(number)
            let description = GraphContainer.Block(block)
            guard block.header.isFiltered else { return GraphContainer.BlockShares(evenlyIn: description) }
            let used = try coders ?? makeShareCoders()
            coders = used
            return try withForm(of: block, used) { form in
                try GraphContainer.BlockShares(in: description, of: form, used)
            }
        }
    }

    private func makeShareCoders() throws -> BlockShareCoders {
        guard let codec = try registry.codec(for: summary.codecID) else {
            throw GraphContainerError(.malformed, "A block is filtered, though the archive has no codec.")
        }
        return BlockShareCoders(try makeDecoder(codec), try codec.makeCompressor())
    }

    /// Gives the form of a filtered block to a closure.
    private func withForm<Result>(
        of block: ContainerReader.Block, _ coders: BlockShareCoders,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        let stored = try bytes.payload(of: block.header, at: block.offset)
        return try stored.withUnsafeBytes { stored in
            do {
                return try body(try coders.decoder.form(of: stored, plainSize: Int(block.header.plainSize)))
            } catch {
                throw block.failure(error)
            }
        }
    }

    private func readRaw(_ range: Range<UInt64>, into result: inout [UInt8]) throws {
        result.append(contentsOf: repeatElement(0, count: range.count))
        try result.withUnsafeMutableBytes { try readRaw(at: range.lowerBound, into: $0) }
    }

    private func readRaw(at offset: UInt64, into target: UnsafeMutableRawBufferPointer) throws {
        let got = try file.read(at: offset, into: target)
        guard got == target.count else {
            throw GraphContainerError.truncated(at: offset + UInt64(got), "earlier than when it was opened")
        }
    }

    private func readBlocks(_ range: Range<UInt64>, into result: inout [UInt8]) throws {
        guard !range.isEmpty else { return }
        let decompressor = try makeDecoder(try registry.codec(for: summary.codecID))
        let size = UInt64(inspection.blockSize)
        for number in (range.lowerBound / size)...((range.upperBound - 1) / size) {
            let block = try find(Int(number))
            let start = number * size
            let lower = max(range.lowerBound, start) - start
            let upper = min(range.upperBound - start, UInt64(block.header.plainSize))
            let plain = try [UInt8](unsafeUninitializedCapacity: Int(block.header.plainSize)) { target, count in
                try read(block, into: UnsafeMutableRawBufferPointer(target), decompressor)
                count = target.count
            }
            result.append(contentsOf: plain[Int(lower)..<Int(upper)])
        }
    }

    /// Creates a decoder that takes no more memory for a block than a file of this size may cost.
    private func makeDecoder(_ codec: (any GraphBlockCodec)?) throws -> BlockDecoder {
        let (_, limit) = policy.decompression(
            wantedThreads: 1, blockSize: inspection.blockSize, plainSize: UInt64(inspection.blockSize),
            arrived: summary.archiveByteCount)
        return BlockDecoder(try codec?.makeDecompressor(), memoryLimit: limit)
    }

    /// Reads and decompresses a block into memory of its plain size.
    private func read(
        _ block: ContainerReader.Block, into target: UnsafeMutableRawBufferPointer, _ decompressor: BlockDecoder
    ) throws {
        let stored = try bytes.payload(of: block.header, at: block.offset)
        try stored.withUnsafeBytes { stored in
            guard block.header.isRaw else { return try block.decompress(stored, into: target, with: decompressor) }
            target.copyMemory(from: stored)
        }
    }

    private var bytes: RandomAccess { RandomAccess(file, size: summary.archiveByteCount) }

    private func find(_ number: Int) throws -> ContainerReader.Block {
        guard let index, index.blockOffsets.indices.contains(number) else {
            throw GraphContainerError(
                .invalidArgument, "Block \(number) was requested; the archive has \(summary.blockCount).",
                path: file.path)
        }
        return try index.block(number, in: bytes)
    }
}
