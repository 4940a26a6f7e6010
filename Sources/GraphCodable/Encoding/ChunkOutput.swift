/// Where the finished chunks of an archive go: into memory, or to a sink as they come.
struct ChunkOutput: ~Copyable {
    private enum Piece {
        /// A chunk or copy of our own.
        case owned(UnsafeMutableRawPointer, count: Int)
        /// Memory of the graph's, given again when it is needed.
        case borrowed(((UnsafeRawBufferPointer) throws -> Void) throws -> Void, count: Int)
    }

    /// What gets the bytes as they come, if anything does.
    var sink: ((UnsafeRawBufferPointer) throws -> Void)?
    /// The number of bytes that have left the writer.
    var handedOn = 0
    private var pieces: [Piece] = []
    private var last: UnsafeRawBufferPointer?

    deinit {
        for case .owned(let start, _) in pieces {
            start.deallocate()
        }
    }

    /// A new chunk: room for ``WriterState/chunkSize`` bytes, and behind them for a short value (`slack`), for headers
    /// that grow when composites end one after another (`slack`) and when they are all opened (`slack`).
    func takeChunk() -> UnsafeMutableRawPointer {
        .allocate(byteCount: WriterState.chunkSize + 3 * WriterState.slack, alignment: 16)
    }

    /// Takes a full chunk over.
    ///
    /// - Returns: The chunk to go on with.
    mutating func keep(_ chunk: UnsafeMutableRawPointer, count: Int) -> UnsafeMutableRawPointer {
        handedOn += count
        pieces.append(.owned(chunk, count: count))
        return takeChunk()
    }

    mutating func keepBulk(
        _ bytes: UnsafeRawBufferPointer, owner: (((UnsafeRawBufferPointer) throws -> Void) throws -> Void)?
    ) {
        handedOn += bytes.count
        if let owner {
            pieces.append(.borrowed(owner, count: bytes.count))
        } else {
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
            copy.copyMemory(from: bytes)
            if let start = copy.baseAddress {
                pieces.append(.owned(start, count: bytes.count))
            }
        }
    }

    /// Takes the last chunk, which stays the writer's.
    mutating func finish(_ bytes: UnsafeRawBufferPointer) {
        handedOn += bytes.count
        last = bytes
    }

    /// The bytes of a finished archive in memory that is no longer than a chunk.
    var onlyPiece: UnsafeRawBufferPointer? { pieces.isEmpty ? last : nil }

    /// Gives all bytes of a finished archive in memory, in order.
    func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        for piece in pieces {
            switch piece {
            case .owned(let start, let count):
                try body(UnsafeRawBufferPointer(start: start, count: count))
            case .borrowed(let owner, _):
                try withoutActuallyEscaping(body) { body in
                    try owner { try body($0) }
                }
            }
        }
        if let last {
            try body(last)
        }
    }

    /// Forgets the archive. A session gets here however its encoding ended.
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
        for case .owned(let start, _) in pieces {
            start.deallocate()
        }
        pieces.removeAll()
    }
}
