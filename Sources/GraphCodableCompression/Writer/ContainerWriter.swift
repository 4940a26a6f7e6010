import GraphCodable

/// Writes a compressed archive in one pass, from plain bytes that arrive in pieces.
///
/// It uses memory for a few blocks per thread, and 8 bytes for each block written. It is not thread-safe. After an
/// error, or if it is released before `finish`, the output is an incomplete archive, which readers refuse.
final class ContainerWriter {
    private let policy: GraphDecodingPolicy
    /// The maximum expansion of filtered blocks. It is low enough for readers with the strict policy.
    private let largestFilteredExpansion: UInt64

    /// The destination of the archive.
    enum Destination {
        /// The end of a buffer, which must not be used until the writer is done.
        case memory(HeapBuffer)
        /// A closure that receives the archive in pieces, in order.
        case pieces((UnsafeRawBufferPointer) throws -> Void)
    }

    private let header: FileHeader
    private let destination: Destination
    private let codec: GraphCodec
    /// Created for the first full block: an archive of one block needs no threads.
    private var pipeline: OrderedPipeline<BlockCompression>?
    private let requestedThreadCount: Int?
    private lazy var threadCount = effectiveThreadCount(requestedThreadCount)
    private var freeJobs: [BlockCompression] = []
    /// The block that is being gathered from pieces.
    private var current: BlockCompression?
    private var nextOrdinal: UInt32 = 0
    /// The hash of the plain bytes of the blocks written so far.
    private var plainHash = XXH3()
    private var scanner: BlockScanner?
    private var offset: UInt64 = 0
    private var blockOffsets: [UInt64] = []
    /// The number of plain bytes in the blocks written so far.
    private var plainSize: UInt64 = 0
    private var failure: (any Error)?
    /// A closure that is called after each block with the number of plain bytes written. If it throws an error,
    /// writing ends.
    var didWriteBlock: ((UInt64) throws -> Void)?

    /// The cost of decoding the plain bytes so far; `nil` if nobody is to decode them with the same limits.
    private var decodingCost: Int?
    /// A whole raw archive whose cost nobody has told, and that cost, once it matters.
    private var unknown: (archive: UnsafeRawBufferPointer, cost: Int?)?

    /// Begins an archive by writing its header and metadata.
    ///
    /// - Parameters:
    ///   - metadata: The payload of the META section, for options without metadata.
    ///   - policy: The limits of the archive's readers.
    init(
        codec: GraphCodec, options: GraphContainerWritingOptions, metadata: [UInt8] = [], plainSize: UInt64? = nil,
        policy: GraphDecodingPolicy = GraphDecodingPolicy(), destination: Destination
    ) throws {
        try codec.validate()
        try options.validate()
        // Without a codec, a filter has no benefit.
        let filter = codec.id == 0 ? GraphContainerFilter.none : options.filter
        header = FileHeader(
            codec: codec.id, filter: filter.rawValue, blockSizeLog2: options.blockSizeLog2, plainSize: plainSize)
        self.codec = codec
        self.destination = destination
        self.policy = policy
        largestFilteredExpansion = min(policy.maximumExpansion, GraphDecodingPolicy.strict.maximumExpansion)
        requestedThreadCount = options.threadCount
        try begin(metadata: options.metadata.isEmpty ? metadata : try Metadata.encode(options.metadata))
    }

    deinit {
        pipeline?.stop()
    }

    /// Appends plain bytes. They are not accessed after the method returns.
    ///
    /// - Parameters:
    ///   - cost: The cost of decoding all bytes so far, these included; `nil` if nobody is to decode them with the same limits.
    ///   - wasRaw: Whether another archive stores the bytes uncompressed, although it has a codec.
    /// - Throws: The errors of the codec and of the output. All later calls then throw the same error.
    func append(_ bytes: UnsafeRawBufferPointer, cost: Int? = nil, wasRaw: Bool = false) throws {
        try guarded {
            let earlierCost = decodingCost ?? 0
            var rest = bytes
            while !rest.isEmpty {
                let count = min(header.blockSize - (current?.gathered.count ?? 0), rest.count)
                let done = bytes.count - rest.count + count
                decodingCost = cost.map { Self.cost(earlierCost, $0, done, of: bytes.count) }
                try gather(UnsafeRawBufferPointer(rebasing: rest[..<count]), wasRaw: wasRaw)
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            decodingCost = cost
        }
    }

    /// Appends all bytes of a raw archive, which may be accessed until ``finish()``. Nobody knows what decoding them costs.
    func appendWhole(_ archive: UnsafeRawBufferPointer) throws {
        unknown = (archive, nil)
        try append(archive)
    }

    /// Writes the remaining bytes, the index and the end.
    @discardableResult
    func finish() throws -> GraphContainer.Summary {
        try guarded {
            if let last = current, last.gathered.count > 0 {
                current = nil
                last.plain = last.gathered.bytes
                try submit(last, isOnly: pipeline == nil)
            }
            try pipeline?.drain(handOn)
            if let announced = header.plainSize, announced != plainSize {
                throw GraphContainerError(
                    .invalidArgument, "The raw archive was announced with \(announced) bytes and has \(plainSize).")
            }
            try writeEnd(indexOffset: try writeIndex())
            if let decodingCost {
                try policy.checkCost(decodingCost, plainSize: plainSize, archiveSize: offset)
            }
        }
        pipeline?.stop()
        return GraphContainer.Summary(
            kind: .compressed, codecID: header.codec, codecName: codec.name, archiveByteCount: offset,
            plainByteCount: plainSize, blockCount: UInt64(blockOffsets.count))
    }

    private func guarded(_ body: () throws -> Void) throws {
        if let failure { throw failure }
        do {
            try body()
        } catch {
            failure = error
            throw error
        }
    }
}

extension ContainerWriter {
    // MARK: Blocks

    /// Copies bytes into the current block, which has room for them.
    private func gather(_ bytes: UnsafeRawBufferPointer, wasRaw: Bool) throws {
        let job = current ?? freeJobs.popLast() ?? BlockCompression()
        if current == nil {
            job.gathered.use(0)
            job.wasRaw = false
            current = job
        }
        if wasRaw { job.wasRaw = true }
        try job.gathered.append(bytes)
        if job.gathered.count == header.blockSize {
            current = nil
            job.plain = job.gathered.bytes
            try submit(job)
        }
    }

    /// Returns the cost after a part of some bytes.
    private static func cost(_ before: Int, _ after: Int, _ done: Int, of count: Int) -> Int {
        // The quotient is at most the increase.
        let increase = max(after - before, 0)
        return before + count.dividingFullWidth(increase.multipliedFullWidth(by: done)).quotient
    }

    private func startPipeline() -> OrderedPipeline<BlockCompression> {
        if let pipeline { return pipeline }
        let made = OrderedPipeline<BlockCompression>(
            threadCount: threadCount,
            makeWorker: { [codec] in
                let encoder = BlockCompressor(try codec.implementation?.makeCompressor())
                return { try $0.run(encoder) }
            })
        pipeline = made
        return made
    }

    /// Sets the block's number and the start of its values.
    private func number(_ job: BlockCompression) throws {
        try require(
            UInt64(nextOrdinal) < ContainerFormat.maximumBlockCount, or: .limitExceeded,
            "The archive would have more blocks than its format allows. Use larger blocks.")
        job.ordinal = nextOrdinal
        nextOrdinal += 1
        guard header.filter != 0, job.plain.count >= BlockCompressor.leastFilteredSize else {
            job.start = nil
            return
        }
        if scanner == nil { scanner = BlockScanner() }
        job.start = scanner?.scan(job.plain)
        job.largestExpansion = largestFilteredExpansion
    }

    /// - Parameter isOnly: Whether this is the only block of the archive.
    private func submit(_ job: BlockCompression, isOnly: Bool = false) throws {
        try number(job)
        job.decodingCost = decodingCost ?? 0
        // Readers accept any expansion of a small archive.
        if isOnly, policy.allowsExpansion(to: UInt64(job.plain.count), from: 0) { job.largestExpansion = .max }
        // With a single thread, the position of the section is known in advance, so it is created in place.
        if isOnly || threadCount == 1, case .memory(let memory) = destination {
            job.destination = try memory.reserveMore(BlockCompression.room(for: job.plain.count))
        }
        guard isOnly else { return try startPipeline().submit(job, handingOn: handOn) }
        try IdleBlockCoders.withCompressor(codec, blockSize: job.plain.count) { try job.run($0) }
        try write(job)
    }

    private func handOn(_ job: BlockCompression) throws {
        try write(job)
        freeJobs.append(job)
    }

    private func write(_ job: BlockCompression) throws {
        plainHash.update(job.plain)
        plainSize += UInt64(job.plain.count)
        if !job.isRaw, mustBeRaw(job) {
            try job.storeRaw()
            try require(
                policy.allowsExpansion(to: plainSize, from: offset + UInt64(job.storedSize)), or: .limitExceeded,
                "The archive would grow more than \(policy.maximumExpansion) times when it is decompressed, and be "
                    + "refused with the same limits. Raise GraphDecodingPolicy.maximumExpansion.")
        }
        blockOffsets.append(offset)
        if job.destination != nil, case .memory(let memory) = destination {
            memory.use(memory.count + job.storedSize)
            offset += UInt64(job.storedSize)
        } else {
            try write(job.section.bytes)
            if job.isRaw {
                try write(job.plain)
            }
        }
        try didWriteBlock?(plainSize)
    }
}

extension ContainerWriter {
    // MARK: Limits of readers

    /// Returns whether a compressed block is so small that readers would refuse the archive as an attack.
    private func mustBeRaw(_ job: BlockCompression) -> Bool {
        let storedSize = offset + UInt64(job.storedSize)
        guard policy.allowsExpansion(to: plainSize, from: storedSize) else { return true }
        var cost = job.decodingCost
        // Few plain bytes cost more. Those that were raw are likely to be among them.
        let highest = Int(clamping: plainSize).multipliedClamped(by: job.wasRaw ? 64 : 32)
        if highest > policy.allowedCost(ofBytes: Int(clamping: storedSize)) {
            // The writer of the other archive may have known why.
            if job.wasRaw { return true }
            cost = estimatedCost ?? cost
        }
        return policy.requiresMoreBytes(
            than: storedSize, plainSize: plainSize, blockSize: header.blockSize, cost: cost)
    }

    /// The cost of the plain bytes so far, if nobody has told it.
    private var estimatedCost: Int? {
        guard let (archive, known) = unknown else { return nil }
        let cost = known ?? policy.estimatedCost(ofArchive: archive)
        unknown = (archive, cost)
        return Self.cost(0, cost, Int(clamping: plainSize), of: archive.count)
    }
}

extension ContainerWriter {
    // MARK: Other sections

    private func write(_ bytes: UnsafeRawBufferPointer) throws {
        switch destination {
        case .memory(let memory): try memory.append(bytes)
        case .pieces(let output): try output(bytes)
        }
        offset += UInt64(bytes.count)
    }

    private func begin(metadata: [UInt8]) throws {
        var bytes = [UInt8](repeating: 0, count: ContainerFormat.headerSize)
        bytes.withUnsafeMutableBytes { header.store(in: $0) }
        try bytes.withUnsafeBytes { try write($0) }
        if !metadata.isEmpty {
            try writeSection(SectionType.metadata, payload: metadata)
        }
    }

    /// Writes the index of an archive with several blocks, and returns its offset; returns 0 for one block.
    private func writeIndex() throws -> UInt64 {
        guard blockOffsets.count > 1 else { return 0 }
        let indexOffset = offset
        try writeSection(SectionType.index, words: blockOffsets)
        return indexOffset
    }

    private func writeEnd(indexOffset: UInt64) throws {
        let end = EndRecord(
            plainSize: plainSize, plainHash: plainHash.digest(), indexOffset: indexOffset,
            blockCount: UInt64(blockOffsets.count))
        try writeSection(SectionType.end, words: end.words)
    }

    private func writeSection(_ type: UInt8, words: [UInt64]) throws {
        let words = words.map(\.littleEndian)
        try writeSection(type, payload: words.withUnsafeBytes { Array($0) })
    }

    private func writeSection(_ type: UInt8, payload: [UInt8]) throws {
        try require(
            payload.count <= UInt32.max, or: .limitExceeded,
            "The archive would have more blocks than its index can list. Use larger blocks.")
        let header = payload.withUnsafeBytes {
            SectionHeader(
                type: type, flags: SectionFlags.raw, ordinal: nextOrdinal, plainSize: payload.count, storing: $0)
        }
        nextOrdinal += 1
        var section = [UInt8](repeating: 0, count: ContainerFormat.headerSize)
        section.withUnsafeMutableBytes { header.store(in: $0) }
        section.append(contentsOf: payload)
        try section.withUnsafeBytes { try write($0) }
    }
}
