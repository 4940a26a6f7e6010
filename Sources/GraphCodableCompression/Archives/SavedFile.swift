import GraphCodable

/// A file to save an archive in, with the options for saving.
package struct SavedFile: Sendable {
    let path: SystemPath
    /// The number of previous versions to keep.
    var backupCount: Int
    let codec: GraphCodec
    let options: GraphContainerWritingOptions
    /// The limits of the file's readers.
    let policy: GraphDecodingPolicy
    let system: any SystemCalls

    package init(
        path: SystemPath, backupCount: Int = 0, codec: GraphCodec, options: GraphContainerWritingOptions,
        policy: GraphDecodingPolicy = GraphDecodingPolicy(), system: any SystemCalls = OperatingSystem()
    ) {
        self.path = path
        self.backupCount = backupCount
        self.codec = codec
        self.options = options
        self.policy = policy
        self.system = system
    }

    /// Saves a raw archive in memory.
    ///
    /// - Parameters:
    ///   - archive: The raw archive.
    ///   - cost: The cost of decoding it, as far as it is known.
    ///   - work: Receives the progress, and ends the work if it has been cancelled.
    /// - Throws: `GraphContainerError` with the code `fileFailure`, `limitExceeded` or `truncated`, `invalidArgument`
    ///   if the archive is compressed already, or those of ``ArchiveKind/init(prefix:)``; `CancellationError`; the
    ///   errors of the codec.
    func save(_ archive: UnsafeRawBufferPointer, cost: Int = 0, work: BackgroundWork? = nil) throws {
        try RawArchiveCheck.requireRaw(archive)
        work?.begin(byteCount: UInt64(archive.count))
        try replace(work: work) {
            try $0.append(archive)
            return cost
        }
    }

    /// Replaces the file with an archive whose payload `body` passes to the writer.
    ///
    /// - Parameter body: A closure that returns the cost of decoding the payload.
    func replace(work: BackgroundWork? = nil, _ body: (ContainerWriter) throws -> Int) throws {
        guard backupCount >= 0, backupCount <= 1_000 else {
            throw GraphContainerError(
                .invalidArgument, "\(backupCount) backups cannot be kept. Use 0 to 1,000.", path: path.description)
        }
        var replacing = DurableFile.Options(backupCount: backupCount)
        if let work {
            replacing.willPublish = work.check
        }
        try DurableFile.replace(path, replacing, system: system) { write in
            let writer = try ContainerWriter(codec: codec, options: options, policy: policy, output: write)
            writer.didWriteBlock = work?.advance
            writer.decodingCost = try body(writer)
            try writer.finish()
        }
    }
}
