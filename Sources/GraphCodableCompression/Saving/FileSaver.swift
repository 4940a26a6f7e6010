import GraphCodable

/// Saves archives in a file, with the options for saving.
package struct FileSaver: Sendable {
    var path: SystemPath
    let mustBeNew: Bool
    /// The number of previous versions to keep.
    var backupCount: Int
    private let codec: GraphCodec
    private let options: GraphContainerWritingOptions
    /// The limits of the file's readers.
    let policy: GraphDecodingPolicy
    private let system: any SystemCalls

    init(
        _ location: some GraphFileLocation, backupCount: Int, codec: GraphCodec, options: GraphContainerWritingOptions,
        policy: GraphDecodingPolicy
    ) throws(GraphContainerError) {
        let endpoint = try location.endpoint()
        let path = try endpoint.path()
        try require(
            backupCount >= 0 && backupCount <= 1_000, or: .invalidArgument,
            "\(backupCount) backups cannot be kept. Use 0 to 1,000.", path: path.description)
        self.init(
            path: path, mustBeNew: endpoint.mustBeNew, backupCount: backupCount, codec: codec,
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

    /// What the file holds; `nil` if it cannot be examined, or is a pipe or a device.
    var currentVersion: GraphFileVersion? {
        guard let entry = (try? FolderEntry.resolve(path, system)) ?? nil else { return nil }
        return try? GraphFileVersion.current(at: entry)
    }

    /// What happens when the new file is on the disk, before it replaces the old one.
    struct Checks {
        /// Receives the progress, and ends the work if it has been cancelled; `nil` if nothing ends it.
        var work: BackgroundWork?
        /// Whether to compare the archive with what the new file holds. Devices and pipes cannot be read back.
        var readsBack = false
        /// The version that may be replaced; `nil` for any.
        var expected: GraphFileVersion?
        /// Receives the version of the new file as soon as that has replaced the old one, even if an error follows.
        var didPublish: ((GraphFileVersion) -> Void)?

        /// A synchronous save goes on in a cancelled task: it may be what saves the task's last state.
        func checkCancellation() throws { try work?.check() }
    }

    /// Saves a raw archive in memory.
    func save(
        _ archive: UnsafeRawBufferPointer, cost: ArchiveCost = ArchiveCost(), _ checks: Checks = Checks()
    ) throws {
        try RawArchiveCheck.requireRaw(archive)
        checks.work?.begin(byteCount: UInt64(archive.count))
        try replace(checks, with: archive, cost: cost) { writer in
            guard let cost = cost.known else { return try writer.appendWhole(archive) }
            try writer.append(archive, cost: cost)
        }
    }

    /// Replaces the file with an archive of the bytes that `body` passes to the writer. Reading them back requires these bytes
    /// in memory.
    func replace(
        _ checks: Checks = Checks(), with archive: UnsafeRawBufferPointer? = nil, cost: ArchiveCost = ArchiveCost(),
        _ body: (ContainerWriter) throws -> Void
    ) throws {
        var replacing = AtomicFileWriter.Options(backupCount: backupCount, mustBeNew: mustBeNew)
        replacing.expected = checks.expected
        replacing.waits = checks.checkCancellation
        var version: GraphFileVersion?
        replacing.willPublish = { file in
            try checks.checkCancellation()
            if checks.readsBack, let archive { try compare(archive, with: file, checks) }
            if checks.didPublish != nil { version = try GraphFileVersion(of: file) }
        }
        replacing.didPublish = { if let version { checks.didPublish?(version) } }
        try AtomicFileWriter.replace(path, replacing, system: system) { write in
            let writer = try ContainerWriter(
                codec: codec, options: options, policy: policy, destination: .pieces(write))
            writer.didWriteBlock = checks.work?.advance
            try body(writer)
            try cost.check(try writer.finish())
        }
    }

    /// Throws an error unless a new file holds an archive.
    private func compare(_ archive: UnsafeRawBufferPointer, with file: OpenFile, _ checks: Checks) throws {
        var reading = GraphContainerReadingOptions(policy: policy, threadCount: options.threadCount)
        if codec.isCustom, let implementation = codec.implementation { reading.codecs = [implementation] }
        do {
            let plain = try LoadedArchive(try ArchiveInput(file), options: reading, didRead: checks.checkCancellation)
            guard withExtendedLifetime(plain, { plain.bytes.elementsEqual(archive) }) else { throw differs(nil) }
        } catch let error as GraphContainerError where error.code.isDamage {
            throw differs(error)
        }
    }

    private func differs(_ cause: (any Error)?) -> GraphContainerError {
        GraphContainerError(
            .verificationFailed, "The new file does not hold what was written, so it did not replace the old one.",
            path: path.description, underlyingError: cause)
    }
}
