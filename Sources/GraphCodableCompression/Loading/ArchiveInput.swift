import GraphCodable

/// An archive that is read from its beginning to its end.
struct ArchiveInput {
    let kind: ArchiveKind
    let source: ByteSource
    /// The file; `nil` for memory.
    private let file: OpenFile?
    private let memory: UnsafeRawBufferPointer?
    /// The size of the archive in bytes; `nil` if it is unknown.
    let size: UInt64?

    /// Opens an archive and reads its signature.
    init(_ endpoint: GraphContainer.Endpoint, system: any SystemCalls = OperatingSystem()) throws {
        try self.init(try endpoint.open(system))
    }

    /// Reads the archive in a file: from the beginning, wherever its position is, unless it can only be read in order.
    init(_ file: OpenFile) throws {
        self.file = file
        memory = nil
        size = try file.knownSize()
        let isOrdered = size == nil
        var offset: UInt64 = 0
        source = ByteSource { target in
            let count = try isOrdered ? file.read(into: target) : file.read(at: offset, into: target)
            offset += UInt64(count)
            return count
        }
        kind = try Self.sniff(source, path: file.path)
    }

    /// Reads an archive of unknown size from a source that is at its beginning.
    init(_ source: ByteSource) throws {
        file = nil
        memory = nil
        size = nil
        self.source = source
        kind = try Self.sniff(source, path: nil)
    }

    /// Reads an archive in memory, which must remain valid while the input is in use.
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

    /// The attributes that a file created from this one inherits; `nil` unless this is a file.
    var attributes: FileAttributes? {
        get throws(GraphContainerError) { try file?.attributes }
    }

    /// The archive's bytes in any order; `nil` if it can only be read in order.
    var randomAccess: RandomAccess? {
        if let memory { return RandomAccess(memory) }
        guard let size, let file else { return nil }
        return RandomAccess(file, size: size)
    }

    /// Throws an error unless the archive is of a kind.
    func require(_ kind: ArchiveKind) throws(GraphContainerError) {
        try self.kind.require(kind, path)
    }

    /// Passes the archive's bytes to `body`, piece by piece.
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

    /// Reports the progress, and throws `CancellationError` if the task has been cancelled.
    func report(_ progress: GraphContainer.ProgressHandler?) throws {
        try GraphContainer.report(progress, source.offset, of: size)
    }
}

extension GraphContainer {
    /// Reports the progress, and throws `CancellationError` if the task has been cancelled.
    static func report(_ progress: ProgressHandler?, _ position: UInt64, of size: UInt64?) throws {
        if Task.isCancelled { throw CancellationError() }
        try progress?(Progress(completedByteCount: position, totalByteCount: size))
    }
}
