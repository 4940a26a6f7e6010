import GraphCodable

/// An archive that is read from its beginning to its end.
struct ArchiveInput {
    let kind: ArchiveKind
    let source: ByteSource
    /// The archive's bytes in any order; `nil` if it can only be read in order.
    let randomAccess: RandomAccess?
    private let file: OpenFile?

    /// A closure that is called from time to time while a pipe has no bytes, with the number of those that have come. If it
    /// throws an error, reading ends.
    typealias Wait = (_ byteCount: UInt64) throws -> Void

    /// Reads for an operation with such a progress.
    init(_ endpoint: GraphContainer.Endpoint, _ progress: GraphContainer.ProgressHandler?) throws {
        try self.init(try endpoint.open()) { try GraphContainer.report(progress, $0, of: nil) }
    }

    /// Reads the archive in a file: from the beginning, wherever its position is, unless it can only be read in order.
    init(_ file: OpenFile, waits: @escaping Wait = { _ in try Task.checkCancellation() }) throws {
        guard let size = try file.knownSize() else {
            try self.init(ByteSource(file, waits: waits), nil, file)
            return
        }
        var offset: UInt64 = 0
        let source = ByteSource { target in
            let count = try file.read(at: offset, into: target)
            offset += UInt64(count)
            return count
        }
        try self.init(source, RandomAccess(file, size: size), file)
    }

    /// Reads an archive from a source that is at its beginning.
    init(_ source: ByteSource, _ randomAccess: RandomAccess? = nil, _ file: OpenFile? = nil) throws {
        self.source = source
        self.randomAccess = randomAccess
        self.file = file
        kind = try addingPathToErrors(file?.path) {
            try source.peek(ContainerFormat.signature.count).withUnsafeBytes { try ArchiveKind(prefix: $0) }
        }
    }

    /// The number of bytes; `nil` if it is unknown.
    var size: UInt64? { randomAccess?.size }

    var path: String? { file?.path }

    /// The attributes that a file created from this one inherits; `nil` unless this is a file.
    var attributes: FileAttributes? {
        get throws(GraphContainerError) { try file?.attributes }
    }

    func forEachPiece(
        _ progress: GraphContainer.ProgressHandler?, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try addingPathToErrors(path) {
            try source.forEachPiece {
                try body($0)
                try report(progress)
            }
        }
    }

    func report(_ progress: GraphContainer.ProgressHandler?) throws {
        try GraphContainer.report(progress, source.offset, of: size)
    }
}

extension GraphContainer {
    static func report(_ progress: ProgressHandler?, _ position: UInt64, of size: UInt64?) throws {
        if Task.isCancelled { throw CancellationError() }
        try progress?(Progress(completedByteCount: position, totalByteCount: size))
    }
}
