import GraphCodable

/// A file to save an archive in, with the options for saving.
package struct SavedFile: Sendable {
    var path: SystemPath
    /// Whether an existing file is an error.
    private let mustBeNew: Bool
    /// The number of previous versions to keep.
    var backupCount: Int
    private let codec: GraphCodec
    private let options: GraphContainerWritingOptions
    /// The limits of the file's readers.
    let policy: GraphDecodingPolicy
    private let system: any SystemCalls

    /// - Throws: `GraphContainerError.invalidArgument` if the location is not a path.
    init(
        _ location: some GraphFileLocation, backupCount: Int, codec: GraphCodec, options: GraphContainerWritingOptions,
        policy: GraphDecodingPolicy
    ) throws(GraphContainerError) {
        let endpoint = try location.endpoint()
        self.init(
            path: try endpoint.path(), mustBeNew: endpoint.mustBeNew, backupCount: backupCount, codec: codec,
            options: options, policy: policy)
    }

    package init(
        path: SystemPath, mustBeNew: Bool = false, backupCount: Int = 0, codec: GraphCodec,
        options: GraphContainerWritingOptions, policy: GraphDecodingPolicy = GraphDecodingPolicy(),
        system: any SystemCalls = OperatingSystem()
    ) {
        self.path = path
        self.mustBeNew = mustBeNew
        self.backupCount = backupCount
        self.codec = codec
        self.options = options
        self.policy = policy
        self.system = system
    }

    /// What happens when the new file is on the disk, before it replaces the old one.
    struct Checks {
        /// Receives the progress, and ends the work if it has been cancelled.
        var work: BackgroundWork?
        /// Receives the raw archive as the new file holds it.
        var readBack: ((UnsafeRawBufferPointer) throws -> Void)?
        /// The version that may be replaced; `nil` for any.
        var expected: GraphFileVersion?
        /// Receives the version of the new file.
        var willPublish: ((GraphFileVersion) -> Void)?
    }

    /// Saves a raw archive in memory.
    ///
    /// - Parameters:
    ///   - archive: The raw archive.
    ///   - cost: The cost of decoding it, as far as it is known.
    ///   - checks: What happens before the new file replaces the old one.
    /// - Throws: `GraphContainerError` with the code `fileFailure`, `fileChanged`, `limitExceeded` or `truncated`,
    ///   `invalidArgument` if the archive is compressed already, or those of ``ArchiveKind/init(prefix:)``;
    ///   `CancellationError`; the errors of the codec and of the checks.
    func save(_ archive: UnsafeRawBufferPointer, cost: Int = 0, _ checks: Checks = Checks()) throws {
        try RawArchiveCheck.requireRaw(archive)
        checks.work?.begin(byteCount: UInt64(archive.count))
        try replace(checks) {
            try $0.append(archive)
            return cost
        }
    }

    /// Replaces the file with an archive whose payload `body` passes to the writer.
    ///
    /// - Parameters:
    ///   - checks: What happens before the new file replaces the old one.
    ///   - body: A closure that returns the cost of decoding the payload.
    func replace(_ checks: Checks = Checks(), _ body: (ContainerWriter) throws -> Int) throws {
        guard backupCount >= 0, backupCount <= 1_000 else {
            throw GraphContainerError(
                .invalidArgument, "\(backupCount) backups cannot be kept. Use 0 to 1,000.", path: path.description)
        }
        var replacing = AtomicFileWriter.Options(backupCount: backupCount, mustBeNew: mustBeNew)
        replacing.expected = checks.expected
        replacing.willPublish = { try run(checks, on: $0) }
        try AtomicFileWriter.replace(path, replacing, system: system) { write in
            let writer = try ContainerWriter(
                codec: codec, options: options, policy: policy, destination: .pieces(write))
            writer.didWriteBlock = checks.work?.advance
            writer.decodingCost = try body(writer)
            try writer.finish()
        }
    }

    private func run(_ checks: Checks, on file: OpenFile) throws {
        try checks.work?.check()
        if let readBack = checks.readBack {
            let plain = try loadAgain(file)
            try withExtendedLifetime(plain) { try readBack(plain.bytes) }
        }
        if let willPublish = checks.willPublish {
            willPublish(try GraphFileVersion(of: file))
        }
    }

    private func loadAgain(_ file: OpenFile) throws -> LoadedArchive {
        var reading = GraphContainerReadingOptions(policy: policy, threadCount: options.threadCount)
        if codec.isCustom, let implementation = codec.implementation { reading.codecs = [implementation] }
        do {
            return try LoadedArchive(try ArchiveInput(readingAgain: file), options: reading)
        } catch let error as GraphContainerError {
            throw GraphContainerError.unverified(path.description, error)
        }
    }
}
