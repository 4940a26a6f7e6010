/// An archive that is read from its beginning to its end.
struct ArchiveInput {
    let kind: ArchiveKind
    let source: ByteSource
    /// The file; `nil` for memory.
    private let file: OpenFile?
    private let memory: UnsafeRawBufferPointer?
    /// The number of bytes of the archive; `nil` when it is not known.
    let size: UInt64?

    /// Opens an archive and looks at its signature.
    init(_ endpoint: GraphContainer.Endpoint, system: any SystemCalls = OperatingSystem()) throws {
        let file = try endpoint.open(system)
        self.file = file
        memory = nil
        let status = try file.status()
        // The position of a borrowed descriptor is not known, so neither is what is left of the file.
        size = status.kind == .regular && file.path != nil ? status.size : nil
        source = ByteSource { try file.read(into: $0) }
        kind = try Self.sniff(source, path: file.path)
    }

    /// An archive in memory, which must stay there as long as this is used.
    init(_ memory: UnsafeRawBufferPointer) throws {
        file = nil
        self.memory = memory
        size = UInt64(memory.count)
        source = ByteSource(memory)
        kind = try Self.sniff(source, path: nil)
    }

    private static func sniff(_ source: ByteSource, path: String?) throws -> ArchiveKind {
        try namingErrors(path) {
            try source.peek(ContainerFormat.signature.count).withUnsafeBytes { try ArchiveKind(prefix: $0) }
        }
    }

    var path: String? { file?.path }

    /// What a file that is made from this one takes over; `nil` unless this is a file.
    var attributes: FileAttributes? {
        get throws(GraphContainerError) { try file?.attributes }
    }

    /// Reads at an offset; `nil` when the archive can only be read in order.
    var readAt: ContainerIndex.ReadAt? {
        if let memory {
            return { offset, target in
                let rest = memory.dropFirst(Int(clamping: offset)).prefix(target.count)
                target.copyBytes(from: rest)
                return rest.count
            }
        }
        guard size != nil, let file else { return nil }
        return { try file.read(at: $0, into: $1) }
    }

    /// Throws unless the archive is of `kind`.
    func require(_ kind: ArchiveKind, _ advice: String) throws(GraphContainerError) {
        guard self.kind == kind else {
            throw GraphContainerError(.invalidArgument, advice, byteOffset: 0, path: path)
        }
    }

    /// Gives the archive's own bytes, piece by piece.
    func forEachPiece(
        _ progress: GraphContainer.ProgressHandler?, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try namingErrors(path) {
            try source.forEachPiece {
                try body($0)
                try report(progress)
            }
        }
    }

    /// Tells `progress` how far the reading has come, and ends the work when its task is cancelled.
    func report(_ progress: GraphContainer.ProgressHandler?) throws {
        if Task.isCancelled { throw CancellationError() }
        try progress?(GraphContainer.Progress(completedByteCount: source.offset, totalByteCount: size))
    }
}

/// Lets the errors of this library that `body` throws name a path.
func namingErrors<Result>(_ path: String?, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as GraphContainerError {
        throw error.naming(path)
    }
}
