import GraphCodable

/// Loads the payload of an archive into memory.
struct PlainBytes {
    private let input: ArchiveInput
    private let options: GraphContainerReadingOptions
    private let work: BackgroundWork?

    /// - Parameter work: Receives the number of bytes read, and ends the work if it has been cancelled.
    init(_ input: ArchiveInput, options: GraphContainerReadingOptions, work: BackgroundWork? = nil) {
        self.input = input
        self.options = options
        self.work = work
        if let size = input.size {
            work?.begin(byteCount: size)
        }
    }

    /// Reads, verifies and decompresses the archive.
    ///
    /// - Throws: `GraphContainerError`; the errors of the codec.
    func load() throws -> HeapBuffer {
        try namingErrors(input.path) {
            switch input.kind {
            case .raw: try loadRaw()
            case .compressed: try loadCompressed()
            }
        }
    }

    /// Returns the terms for decoding what was loaded.
    ///
    /// - Parameter report: Called while decoding with the number of bytes of records decoded so far.
    func terms(for plain: HeapBuffer, report: ((Int) throws -> Void)? = nil) -> DecodingTerms {
        DecodingTerms(
            arrivedByteCount: Int(clamping: input.source.offset), spentCost: input.kind == .raw ? 0 : plain.count,
            report: report)
    }

    private func loadRaw() throws -> HeapBuffer {
        let result = HeapBuffer()
        if let size = input.size {
            try options.check(plainSize: size, storedSize: size, at: 0)
            try result.reserve(Int(size))
        }
        try input.source.forEachPiece { piece in
            let size = UInt64(result.count) + UInt64(piece.count)
            try options.check(plainSize: size, storedSize: size, at: input.source.offset)
            try result.append(piece)
            try work?.advance(to: input.source.offset)
        }
        return result
    }

    private func loadCompressed() throws -> HeapBuffer {
        let result = HeapBuffer()
        if let file = input.randomAccess {
            let plainSize: UInt64
            do {
                plainSize = try ContainerIndex.plainSize(of: file, options: options)
            } catch let error as GraphContainerError where error.code != .limitExceeded {
                // Reading from the beginning reports the first error in the file, which is more useful.
                try decompress(to: .pieces { _ in })
                throw error
            }
            try options.policy.checkMemory(ofPlainBytes: plainSize, arrived: file.size)
            guard let count = Int(exactly: plainSize) else {
                throw GraphContainerError(.limitExceeded, "There is no memory for \(plainSize) bytes.")
            }
            try decompress(to: .memory(try result.reserve(count)))
            result.use(count)
        } else {
            try decompress(
                to: .pieces { piece in
                    try options.policy.checkMemory(
                        ofPlainBytes: UInt64(result.count) + UInt64(piece.count), arrived: input.source.offset)
                    try result.append(piece)
                })
        }
        return result
    }

    private func decompress(to destination: ContainerDecompressor.Destination) throws {
        let reader = try ContainerReader(input.source, options: options)
        var decompressor = try ContainerDecompressor(reader, options: options, archiveSize: input.size)
        try decompressor.run(to: destination) { try work?.advance(to: input.source.offset) }
    }
}
