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
    /// The number of bytes handed on.
    private(set) var handedOn = 0
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
    mutating func handOn(_ chunk: UnsafeMutableRawPointer, count: Int) throws -> UnsafeMutableRawPointer {
        handedOn += count
        if let sink {
            try sink(UnsafeRawBufferPointer(start: chunk, count: count))
            return chunk
        }
        pieces.append(.owned(chunk, count: count))
        return takeChunk()
    }

    mutating func handOnBulk(
        _ bytes: UnsafeRawBufferPointer, owner: (((UnsafeRawBufferPointer) throws -> Void) throws -> Void)?
    ) throws {
        handedOn += bytes.count
        if let sink {
            try sink(bytes)
        } else if let owner {
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
    mutating func finish(_ chunk: UnsafeMutableRawPointer, count: Int) throws {
        handedOn += count
        let bytes = UnsafeRawBufferPointer(start: chunk, count: count)
        if let sink {
            try sink(bytes)
        } else {
            last = bytes
        }
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

    mutating func removeAll() {
        for case .owned(let start, _) in pieces {
            start.deallocate()
        }
        pieces.removeAll()
        last = nil
        handedOn = 0
        sink = nil
    }
}
