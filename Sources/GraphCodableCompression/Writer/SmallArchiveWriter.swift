/// Creates archives of one small block, without the overhead for large ones: no threads, pieces, or blocks in flight.
///
/// The archives are identical to those of ``ContainerWriter``. All memory is reused.
///
/// Invariant of `@unchecked Sendable`: only one thread at a time uses it, which has taken it from ``IdleBlockCoders``.
final class SmallArchiveWriter: @unchecked Sendable {
    let codec: GraphCodec
    private let archive = HeapBuffer()
    private let job = CompressionJob()
    /// Collects the plain bytes if they arrive in pieces.
    var gathered: HeapBuffer { job.gathered }
    private var madeEncoder: BlockCompressor?

    init(_ codec: GraphCodec) {
        self.codec = codec
    }

    func encoder() throws -> BlockCompressor {
        if let madeEncoder { return madeEncoder }
        let made = BlockCompressor(try codec.implementation?.makeCompressor())
        madeEncoder = made
        return made
    }

    /// Whether this type supports the payload and the options. It doesn't support metadata, or a full block, which
    /// ``ContainerWriter`` compresses before it knows whether others follow.
    static func isFor(plainSize: Int, _ options: GraphContainerWritingOptions) -> Bool {
        (1...IdleBlockCoders.largestBlock).contains(plainSize) && plainSize >> options.blockSizeLog2 == 0
            && options.metadata.isEmpty
    }

    /// Creates an archive with valid options, valid until the next call. ``isFor(plainSize:_:)`` must be true for the payload.
    func makeArchive(
        of plain: UnsafeRawBufferPointer, _ options: GraphContainerWritingOptions, announcesSize: Bool
    ) throws -> UnsafeRawBufferPointer {
        let headerSize = ContainerFormat.headerSize
        let room = try archive.reserve(headerSize + CompressionJob.room(for: plain.count) + ContainerFormat.endSize)
        let header = FileHeader(codec, options, plainSize: announcesSize ? UInt64(plain.count) : nil)
        header.store(in: room)
        (job.plain, job.start) = (plain, nil)
        if header.filter != 0, plain.count >= BlockCompressor.leastFilteredSize {
            var scanner = BlockScanner()
            job.start = scanner.scan(plain)
        }
        job.destination = UnsafeMutableRawBufferPointer(rebasing: room[headerSize...])
        // Readers accept any expansion of a small archive, as the job does.
        try job.run(try encoder())
        let endOffset = headerSize + job.storedSize
        EndRecord(plainSize: UInt64(plain.count), plainHash: XXH3.hash(plain), indexOffset: 0, blockCount: 1)
            .storeSection(ordinal: 1, in: UnsafeMutableRawBufferPointer(rebasing: room[endOffset...]))
        return UnsafeRawBufferPointer(rebasing: room[..<(endOffset + ContainerFormat.endSize)])
    }
}
