/// The bytes of a file of known size, read in any order.
struct RandomAccess {
    /// A closure that fills a buffer with the bytes at an offset, and returns their number: fewer than requested only at the
    /// end.
    typealias ReadAt = (UInt64, UnsafeMutableRawBufferPointer) throws -> Int

    let size: UInt64
    private let readAt: ReadAt

    init(size: UInt64, readAt: @escaping ReadAt) {
        self.size = size
        self.readAt = readAt
    }

    /// Uses bytes in memory, which must remain valid while this is in use.
    ///
    /// - Parameter owner: Keeps the memory valid; `nil` if the caller does.
    init(_ memory: UnsafeRawBufferPointer, owner: HeapBuffer? = nil) {
        self.init(size: UInt64(memory.count)) { offset, target in
            let start = min(Int(clamping: offset), memory.count)
            let end = start + min(target.count, memory.count - start)
            withExtendedLifetime(owner) {
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[start..<end]))
            }
            return end - start
        }
    }

    init(_ file: OpenFile, size: UInt64) {
        self.init(size: size) { try file.read(at: $0, into: $1) }
    }

    /// Reads bytes into a buffer: the requested number, or fewer at the end of the file.
    ///
    /// The caller must limit `count`, because that much memory is reserved.
    func read(_ count: Int, at offset: UInt64, into buffer: HeapBuffer) throws -> UnsafeRawBufferPointer {
        let wanted = present(count, at: offset)
        guard wanted > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        buffer.use(try readAt(offset, try buffer.reserve(wanted)))
        return UnsafeRawBufferPointer(rebasing: buffer.bytes.prefix(wanted))
    }

    /// Returns the bytes that ``read(_:at:into:)`` reads.
    func bytes(_ count: Int, at offset: UInt64) throws -> [UInt8] {
        let size = present(count, at: offset)
        return try Array(unsafeUninitializedCapacity: size) { buffer, initializedCount in
            initializedCount = try readAt(
                offset, UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: size))
        }
    }

    private func present(_ count: Int, at offset: UInt64) -> Int {
        offset < size ? Int(min(UInt64(count), size - offset)) : 0
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

extension RandomAccess {
    // MARK: Parts of archives

    func sectionHeader(at offset: UInt64) throws -> SectionHeader {
        try all(UInt64(ContainerFormat.headerSize), at: offset).withUnsafeBytes {
            try SectionHeader(parsing: $0, at: offset)
        }
    }

    func payload(of section: SectionHeader, at offset: UInt64) throws -> [UInt8] {
        let payload = try all(UInt64(section.storedSize), at: offset + UInt64(ContainerFormat.headerSize))
        try section.check(payloadHash: payload.withUnsafeBytes { XXH3.hash($0) }, at: offset)
        return payload
    }

    /// - Throws: `GraphContainerError.truncated`, before memory is reserved if the file had fewer bytes when it was opened.
    private func all(_ count: UInt64, at offset: UInt64) throws -> [UInt8] {
        guard offset <= size, count <= size - offset else {
            throw GraphContainerError.truncated(at: size, "inside a section")
        }
        let bytes = try bytes(Int(count), at: offset)
        guard bytes.count == count else {
            throw GraphContainerError.truncated(at: offset + UInt64(bytes.count), "earlier than when it was opened")
        }
        return bytes
    }
}
