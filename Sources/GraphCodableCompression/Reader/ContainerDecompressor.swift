/// Decompresses an archive on several threads, in order, and verifies it to its end.
package struct ContainerDecompressor {
    /// Where the plain bytes go.
    package enum Destination {
        /// To memory of just the size of all of them.
        case memory(UnsafeMutableRawBufferPointer)
        /// To a closure, one block after another.
        case pieces((UnsafeRawBufferPointer) throws -> Void)
    }

    private let reader: ContainerReader
    private let codec: (any GraphBlockCodec)?
    private let threadCount: Int?
    /// Made for the first full block: an archive of one block needs no threads.
    private var pipeline: OrderedPipeline<DecompressionJob>?
    private var freeJobs: [DecompressionJob] = []
    private let plainHash = OrderedHash()

    /// Prepares for the codec that the reader's archive names.
    ///
    /// - Throws: `GraphContainerError`: `unsupportedCodec` or `invalidArgument`.
    package init(_ reader: ContainerReader, options: GraphContainerReadingOptions) throws {
        self.reader = reader
        codec = try CodecRegistry(options.codecs).codec(for: reader.header.codec)
        threadCount = options.threadCount
    }

    private mutating func startPipeline() -> OrderedPipeline<DecompressionJob> {
        if let pipeline { return pipeline }
        let made = OrderedPipeline<DecompressionJob>(
            threadCount: effectiveThreadCount(threadCount),
            inOrder: { [plainHash] job in
                // A job that failed has no plain bytes, and what comes after it does not count.
                if job.error == nil { plainHash.update(job.plain) }
            },
            makeWorker: { [codec] in Self.makeWorker(codec) })
        pipeline = made
        return made
    }

    /// Decompresses everything. Can be called once.
    ///
    /// - Parameters:
    ///   - destination: Where the plain bytes go.
    ///   - progress: Called after each block.
    /// - Throws: The first error in the order of the archive; what `destination` and `progress` throw.
    package mutating func run(to destination: Destination, progress: () throws -> Void = {}) throws {
        defer { pipeline?.stop() }
        while let job = try nextJob(destination, progress) {
            // A block that is not full is the last one.
            if pipeline == nil, Int(job.block.header.plainSize) < reader.header.blockSize {
                try decompressAlone(job, to: destination, progress)
                continue
            }
            let pipeline = startPipeline()
            pipeline.submit(job)
            while pipeline.inFlight >= pipeline.capacity {
                try handOnOldest(to: destination, progress)
            }
        }
        while try handOnOldest(to: destination, progress) {}
        try checkEnd(destination)
    }

    /// Reads the next block; `nil` after the last.
    private mutating func nextJob(
        _ destination: Destination, _ progress: () throws -> Void
    ) throws -> DecompressionJob? {
        do {
            guard let block = try reader.nextBlock() else { return nil }
            let job = freeJobs.popLast() ?? DecompressionJob(block)
            job.reuse(for: block, destination: try Self.place(of: block, in: destination))
            job.stored = try reader.payload(of: block.header, into: job.storedBuffer)
            return job
        } catch {
            // A block before the place of this error may be wrong too, and is the one to report.
            while try handOnOldest(to: destination, progress) {}
            throw error
        }
    }

    private static func makeWorker(_ codec: (any GraphBlockCodec)?) -> (DecompressionJob) -> Void {
        do {
            let decompressor = BlockDecoder(try codec?.makeDecompressor())
            return { $0.run(decompressor) }
        } catch {
            return { $0.fail(error) }
        }
    }

    private static func place(
        of block: ContainerReader.Block, in destination: Destination
    ) throws(GraphContainerError) -> UnsafeMutableRawBufferPointer? {
        guard case .memory(let memory) = destination else { return nil }
        guard let start = Int(exactly: block.plainOffset), start <= memory.count,
            Int(block.header.plainSize) <= memory.count - start
        else {
            throw GraphContainerError(
                .malformed, "The blocks have more plain bytes than the archive announces.", byteOffset: block.offset)
        }
        let place = UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + Int(block.header.plainSize)])
        // Two threads that reach the same large page of fresh memory at once would both clear one, and one in vain. So the
        // pages are brought here. The block will be written over these bytes.
        if !place.isEmpty {
            place[0] = 0
            place[place.count - 1] = 0
        }
        return place
    }

    /// Takes the oldest block as soon as it is done; false when there is none.
    @discardableResult
    private mutating func handOnOldest(to destination: Destination, _ progress: () throws -> Void) throws -> Bool {
        guard let job = pipeline?.takeOldest() else { return false }
        try handOn(job, to: destination, progress)
        freeJobs.append(job)
        return true
    }

    private func handOn(_ job: DecompressionJob, to destination: Destination, _ progress: () throws -> Void) throws {
        if let error = job.error { throw error }
        if case .pieces(let body) = destination {
            try body(job.plain)
        }
        try progress()
    }

    private func decompressAlone(
        _ job: DecompressionJob, to destination: Destination, _ progress: () throws -> Void
    ) throws {
        try IdleBlockCoders.withDecoder(codec, blockSize: Int(job.block.header.plainSize)) { job.run($0) }
        if job.error == nil { plainHash.update(job.plain) }
        try handOn(job, to: destination, progress)
    }

    private func checkEnd(_ destination: Destination) throws(GraphContainerError) {
        guard let end = reader.end else { return }
        if case .memory(let memory) = destination, UInt64(memory.count) != end.plainSize {
            throw GraphContainerError(.malformed, "The archive has fewer plain bytes than it announces.")
        }
        guard plainHash.digest() == end.plainHash else {
            throw GraphContainerError(
                .damaged,
                "All blocks are sound, but together they are not what was written: some come from another archive.",
                byteOffset: reader.offset - UInt64(EndRecord.size) + 8)
        }
    }
}
