import GraphCodable

/// The raw archive that an archive holds, in memory. The file that it comes from need not be open any more.
///
/// Invariant of `@unchecked Sendable`: nothing changes the buffer after `init`.
struct LoadedArchive: @unchecked Sendable {
    let kind: ArchiveKind
    private let buffer: HeapBuffer
    private let path: String?
    /// The number of bytes that were read.
    private let arrivedByteCount: UInt64

    /// Reads, verifies and decompresses an archive, and calls `didRead` after each piece.
    init(
        _ input: ArchiveInput, options: GraphContainerReadingOptions, didRead: () throws -> Void = {}
    ) throws {
        kind = input.kind
        path = input.path
        buffer = try addingPathToErrors(input.path) {
            switch input.kind {
            case .raw: try Self.loadRaw(input, options, didRead)
            case .compressed: try Self.loadCompressed(input, options, didRead)
            }
        }
        arrivedByteCount = input.source.offset
    }

    /// The raw archive, valid as long as this exists.
    var bytes: UnsafeRawBufferPointer { buffer.bytes }

    /// Calls a closure with the raw archive, and names the file in its errors.
    func use<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        try withExtendedLifetime(self) { try addingPathToErrors(path) { try body(bytes) } }
    }

    /// Returns the context for decoding the archive.
    func context(report: ((Double) throws -> Void)?) -> DecodingContext {
        DecodingContext(
            arrivedByteCount: Int(clamping: arrivedByteCount), spentCost: kind == .raw ? 0 : buffer.count,
            report: report)
    }
}

extension LoadedArchive {
    // MARK: Reading

    private static func loadRaw(
        _ input: ArchiveInput, _ options: GraphContainerReadingOptions, _ didRead: () throws -> Void
    ) throws -> HeapBuffer {
        let result = HeapBuffer()
        if let size = input.size {
            try options.check(plainSize: size, storedSize: size, at: 0)
            try result.reserve(Int(size))
        }
        try input.source.forEachPiece { piece in
            let size = UInt64(result.count) + UInt64(piece.count)
            try options.check(plainSize: size, storedSize: size, at: input.source.offset)
            try result.append(piece)
            try didRead()
        }
        return result
    }

    private static func loadCompressed(
        _ input: ArchiveInput, _ options: GraphContainerReadingOptions, _ didRead: () throws -> Void
    ) throws -> HeapBuffer {
        let result = HeapBuffer()
        func decompress(to destination: ContainerDecompressor.Destination) throws {
            let reader = try ContainerReader(input.source, options: options)
            var decompressor = try ContainerDecompressor(
                reader, to: destination, options: options, archiveSize: input.size)
            try decompressor.run(progress: didRead)
        }
        guard let file = input.randomAccess else {
            try decompress(
                to: .pieces { piece, _ in
                    try options.policy.checkMemory(
                        ofPlainBytes: UInt64(result.count) + UInt64(piece.count), arrived: input.source.offset)
                    try result.append(piece)
                })
            return result
        }
        let plainSize: UInt64
        do {
            plainSize = try ContainerIndex.readEnds(file, options).end.plainSize
        } catch let error as GraphContainerError where error.code != .limitExceeded {
            // Reading from the beginning reports the first error in the file, which is more useful.
            try decompress(to: .pieces { _, _ in })
            throw error
        }
        try options.policy.checkMemory(ofPlainBytes: plainSize, arrived: file.size)
        // What the policy allows, an `Int` can count.
        let count = Int(clamping: plainSize)
        try decompress(to: .memory(try result.reserve(count)))
        result.use(count)
        return result
    }
}
