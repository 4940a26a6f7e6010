/// Decompresses an archive on several threads, in order, and verifies it completely.
struct ContainerDecompressor {
    enum Destination {
        /// Memory of exactly the total plain size.
        case memory(UnsafeMutableRawBufferPointer)
        /// A closure that receives one block after another, and whether it was stored uncompressed.
        case pieces((_ block: UnsafeRawBufferPointer, _ isRaw: Bool) throws -> Void)
    }

    private let reader: ContainerReader
    private let destination: Destination
    private let codec: (any GraphBlockCodec)?
    private let options: GraphContainerReadingOptions
    private let archiveSize: UInt64?
    /// Created for the first full block: an archive of one block needs no threads.
    private var pipeline: OrderedPipeline<BlockDecompression>?
    private var freeJobs: [BlockDecompression] = []
    private var plainHash = XXH3()

    /// Creates a decompressor for the codec of the reader's archive. The memory for decompression depends on the archive's size,
    /// if that is known.
    init(
        _ reader: ContainerReader, to destination: Destination, options: GraphContainerReadingOptions,
        archiveSize: UInt64? = nil
    ) throws {
        self.reader = reader
        self.destination = destination
        self.options = options
        self.archiveSize = archiveSize
        codec = try CodecRegistry(options.codecs).codec(for: reader.header.codec)
    }

    /// Returns the number of threads for this archive, and the memory that each may use for a form.
    private func limits(wantedThreads: Int) -> (threadCount: Int, memoryLimit: Int) {
        // What comes from a pipe may be gathered.
        let gathered: UInt64? = archiveSize == nil ? nil : 0
        let plainSize = if case .memory(let memory) = destination { UInt64(memory.count) } else { gathered }
        return options.policy.decompressionLimits(
            wantedThreads: wantedThreads, blockSize: reader.header.blockSize,
            plainSize: plainSize, arrived: archiveSize ?? reader.offset)
    }

    private mutating func startPipeline() -> OrderedPipeline<BlockDecompression> {
        if let pipeline { return pipeline }
        let (threadCount, memoryLimit) = limits(wantedThreads: effectiveThreadCount(options.threadCount))
        let made = OrderedPipeline<BlockDecompression>(
            threadCount: threadCount,
            makeWorker: { [codec] in
                let decoder = BlockDecompressor(try codec?.makeDecompressor(), memoryLimit: memoryLimit)
                return { try $0.run(decoder) }
            })
        pipeline = made
        return made
    }

    /// Decompresses the archive, and calls `progress` after each block. May be called only once.
    mutating func run(progress: () throws -> Void = {}) throws {
        defer { pipeline?.stop() }
        while let job = try nextJob(progress) {
            // A block that is not full is the last one.
            if pipeline == nil, Int(job.block.header.plainSize) < reader.header.blockSize {
                // Counting the processors would take longer than decompressing a small block.
                try IdleBlockCoders.withDecompressor(
                    codec, blockSize: Int(job.block.header.plainSize), memoryLimit: limits(wantedThreads: 1).memoryLimit
                ) { try job.run($0) }
                try handOn(job, progress)
            } else {
                try startPipeline().submit(job) { try handOn($0, progress) }
            }
        }
        try pipeline?.drain { try handOn($0, progress) }
        try checkEnd()
    }

    /// Reads the next block; `nil` after the last one.
    private mutating func nextJob(_ progress: () throws -> Void) throws -> BlockDecompression? {
        do {
            guard let block = try reader.nextBlock() else { return nil }
            let memory = try memory(for: block)
            let job = freeJobs.popLast() ?? BlockDecompression(block)
            (job.block, job.destination) = (block, memory)
            job.stored = try reader.payload(of: block.header, into: job.storedBuffer)
            return job
        } catch {
            // An earlier block may have an error too, which must be reported instead.
            try pipeline?.drain { try handOn($0, progress) }
            throw error
        }
    }

    private func memory(for block: ContainerReader.Block) throws -> UnsafeMutableRawBufferPointer? {
        guard case .memory(let memory) = destination else { return nil }
        guard let start = Int(exactly: block.plainOffset), start <= memory.count,
            Int(block.header.plainSize) <= memory.count - start
        else {
            try checkWhatFollows(block)
            throw GraphContainerError(
                .malformed, "The blocks have more plain bytes than the archive announces.", byteOffset: block.offset)
        }
        let target = UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + Int(block.header.plainSize)])
        // If two threads touched the same large page of new memory at once, both would clear a page, one of them in
        // vain. So the pages are touched here. The block overwrites these bytes.
        if !target.isEmpty {
            target[0] = 0
            target[target.count - 1] = 0
        }
        return target
    }

    /// Reads the rest of the archive, whose end may come before that of the file: then the size was that of something else.
    private func checkWhatFollows(_ block: ContainerReader.Block) throws {
        let buffer = HeapBuffer()
        var next: ContainerReader.Block? = block
        while let block = next {
            _ = try reader.payload(of: block.header, into: buffer)
            next = try reader.nextBlock()
        }
    }

    private mutating func handOn(_ job: BlockDecompression, _ progress: () throws -> Void) throws {
        plainHash.update(job.plain)
        if case .pieces(let body) = destination {
            try body(job.plain, job.block.header.isRaw)
        }
        try progress()
        freeJobs.append(job)
    }

    private func checkEnd() throws(GraphContainerError) {
        guard let end = reader.end else { return }
        if case .memory(let memory) = destination, UInt64(memory.count) != end.plainSize {
            throw GraphContainerError(.malformed, "The archive has fewer plain bytes than it announces.")
        }
        try require(
            plainHash.digest() == end.plainHash, or: .damaged,
            "All blocks are sound, but together they are not what was written: some come from another archive.",
            at: reader.offset - UInt64(EndRecord.size) + 8)
    }
}
