/// The destination of an archive's finished chunks: memory, or a sink that receives each chunk as it is finished.
struct ChunkOutput: ~Copyable {
    private enum Piece {
        /// A chunk or copy that this output owns.
        case owned(UnsafeMutableRawPointer, count: Int, isChunk: Bool)
        /// Memory that the graph owns, accessed again when it is needed.
        case borrowed(((UnsafeRawBufferPointer) throws -> Void) throws -> Void)
    }

    /// Receives bytes as they are finished, and the cost of decoding everything so far.
    typealias Sink = (_ bytes: UnsafeRawBufferPointer, _ cost: Int) throws -> Void

    var sink: Sink?
    /// The number of bytes that have left the writer.
    var handedOn = 0
    private var pieces: [Piece] = []
    private var last: UnsafeRawBufferPointer?
    /// Chunks of the last archive for the next one.
    private var spare: [UnsafeMutableRawPointer] = []
    /// The number of chunks to keep, which suffices for an archive of 1 MiB.
    private static var maximumSpareCount: Int { 16 }

    deinit {
        for case .owned(let start, _, _) in pieces {
            start.deallocate()
        }
        for chunk in spare {
            chunk.deallocate()
        }
    }

    /// Returns a new chunk. It has room for `size` bytes, and three times `slack` bytes after them. The first are for a short
    /// value, and the others for headers that grow: when composites end one after another, and when all become open.
    static func makeChunk(size: Int = WriterState.chunkSize) -> UnsafeMutableRawPointer {
        .allocate(byteCount: size + 3 * WriterState.slack, alignment: 16)
    }

    /// Takes over a full chunk.
    ///
    /// - Returns: The chunk to continue with.
    mutating func append(_ chunk: UnsafeMutableRawPointer, count: Int) -> UnsafeMutableRawPointer {
        handedOn += count
        pieces.append(.owned(chunk, count: count, isChunk: true))
        return spare.popLast() ?? Self.makeChunk()
    }

    mutating func keepBulk(
        _ bytes: UnsafeRawBufferPointer, owner: (((UnsafeRawBufferPointer) throws -> Void) throws -> Void)?
    ) {
        handedOn += bytes.count
        if let owner {
            pieces.append(.borrowed(owner))
        } else {
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
            copy.copyMemory(from: bytes)
            if let start = copy.baseAddress {
                pieces.append(.owned(start, count: bytes.count, isChunk: false))
            }
        }
    }

    /// Records the last chunk, which the writer continues to own.
    mutating func finish(_ bytes: UnsafeRawBufferPointer) {
        handedOn += bytes.count
        last = bytes
    }

    /// The bytes of a finished archive in memory that fits into one chunk.
    var onlyPiece: UnsafeRawBufferPointer? { pieces.isEmpty ? last : nil }

    /// Passes all bytes of a finished archive in memory to a closure, in order.
    func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        for piece in pieces {
            switch piece {
            case .owned(let start, let count, _):
                try body(UnsafeRawBufferPointer(start: start, count: count))
            case .borrowed(let owner):
                try withoutActuallyEscaping(body) { body in
                    try owner { try body($0) }
                }
            }
        }
        if let last {
            try body(last)
        }
    }

    /// Removes the archive. This is called for each session, however its encoding ended.
    @inline(__always)
    mutating func removeAll() {
        if !pieces.isEmpty {
            removePieces()
        }
        last = nil
        handedOn = 0
        sink = nil
    }

    @inline(never)
    private mutating func removePieces() {
        for case .owned(let start, _, let isChunk) in pieces {
            if isChunk, spare.count < Self.maximumSpareCount {
                spare.append(start)
            } else {
                start.deallocate()
            }
        }
        pieces.removeAll()
    }

    /// Releases the chunks that are kept.
    mutating func shrink() {
        for chunk in spare {
            chunk.deallocate()
        }
        spare = []
    }
}
