/// The bytes of a file that may be damaged, read in any order.
struct SalvageSource {
    let size: UInt64
    let path: String?
    /// The attributes that a file created from this one inherits; `nil` unless this is a file.
    let attributes: FileAttributes?
    private let readAt: ContainerIndex.ReadAt

    /// Opens a file. An input that cannot be read in any order, such as a pipe, is first read into memory.
    ///
    /// - Throws: `GraphContainerError` with the code `fileFailure` or `invalidArgument`, or `limitExceeded` for a pipe
    ///   with more bytes than a raw archive may have.
    init(_ endpoint: GraphContainer.Endpoint, options: GraphContainerReadingOptions) throws {
        let file = try endpoint.open()
        path = file.path
        attributes = try file.attributes
        let status = try file.status()
        // The position of a borrowed descriptor is unknown.
        if status.kind == .regular, file.path != nil {
            size = status.size
            readAt = { try file.read(at: $0, into: $1) }
            return
        }
        let buffer = HeapBuffer()
        try ByteSource { try file.read(into: $0) }.forEachPiece { piece in
            let size = UInt64(buffer.count) + UInt64(piece.count)
            try options.check(plainSize: size, storedSize: size, at: UInt64(buffer.count))
            try buffer.append(piece)
        }
        size = UInt64(buffer.count)
        readAt = Self.reader(of: buffer.bytes, owner: buffer)
    }

    /// Uses bytes in memory, which must remain valid while the source is in use.
    init(_ memory: UnsafeRawBufferPointer) {
        size = UInt64(memory.count)
        path = nil
        attributes = nil
        readAt = Self.reader(of: memory, owner: nil)
    }

    /// Uses a closure to read bytes.
    init(size: UInt64, readAt: @escaping ContainerIndex.ReadAt) {
        self.size = size
        path = nil
        attributes = nil
        self.readAt = readAt
    }

    private static func reader(of memory: UnsafeRawBufferPointer, owner: HeapBuffer?) -> ContainerIndex.ReadAt {
        { offset, target in
            let rest = memory.dropFirst(Int(clamping: offset)).prefix(target.count)
            withExtendedLifetime(owner) { target.copyBytes(from: rest) }
            return rest.count
        }
    }

    /// Reads bytes into a buffer: the requested number, or fewer at the end of the file.
    ///
    /// The caller must limit `count`, because that much memory is reserved.
    ///
    /// - Returns: Memory of the buffer, valid until the buffer is released or reused.
    func read(_ count: Int, at offset: UInt64, into buffer: HeapBuffer) throws -> UnsafeRawBufferPointer {
        guard offset < size else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let wanted = Int(min(UInt64(count), size - offset))
        buffer.use(try readAt(offset, try buffer.reserve(wanted)))
        return UnsafeRawBufferPointer(rebasing: buffer.bytes.prefix(wanted))
    }

    /// Returns the bytes at an offset: the requested number, or fewer at the end of the file.
    ///
    /// The caller must limit `count`, because that much memory is reserved.
    func bytes(_ count: Int, at offset: UInt64) throws -> [UInt8] {
        let size = offset < size ? Int(min(UInt64(count), size - offset)) : 0
        return try Array(unsafeUninitializedCapacity: size) { buffer, initializedCount in
            initializedCount = try readAt(
                offset, UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: size))
        }
    }

    /// Returns the hash of a part of the file; `nil` if the file ends within it.
    func hash(_ count: UInt64, at offset: UInt64, _ buffer: HeapBuffer) throws -> UInt64? {
        var hash = XXH3()
        var left = count
        while left > 0 {
            let piece = try read(Int(min(left, 1 << 18)), at: offset + (count - left), into: buffer)
            guard !piece.isEmpty else { return nil }
            hash.update(piece)
            left -= UInt64(piece.count)
        }
        return hash.digest()
    }
}
