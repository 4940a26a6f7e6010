/// Reads the structure of a compressed archive in one pass, and checks every rule.
///
/// The caller receives the DATA sections one by one and decompresses them. The reader verifies and skips other
/// sections. It uses a constant amount of memory.
final class ContainerReader {
    /// A DATA section. The caller must read its payload next, with ``payload(of:into:)``.
    struct Block {
        let header: SectionHeader
        let offset: UInt64
        /// The position of its first byte in the plain bytes.
        let plainOffset: UInt64
    }

    /// The payload of the META section, known when the first block is returned. Two of its names may be equal as strings.
    private(set) var metadata: [UInt8] = []
    /// The END record, after everything has been read.
    private(set) var end: EndRecord?
    var header: FileHeader { structure.header }
    var blockCount: UInt64 { structure.blockCount }
    var plainSize: UInt64 { structure.plainSize }

    private let source: ByteSource
    private let options: GraphContainerReadingOptions
    private var structure: ContainerStructure
    /// Memory for what is not returned. It belongs to the reader, so that it outlives pointers into it.
    private let buffer = HeapBuffer()
    /// The expected hash of the INDEX payload, used instead of the list of offsets, which would take memory.
    private var expectedIndex = XXH3()

    init(_ source: ByteSource, options: GraphContainerReadingOptions) throws {
        self.source = source
        self.options = options
        let header = try FileHeader(parsing: try source.read(ContainerFormat.headerSize, into: buffer))
        structure = ContainerStructure(header)
        if let plainSize = header.plainSize {
            try options.check(plainSize: plainSize, storedSize: .max, at: 16)
        }
    }

    var offset: UInt64 { source.offset }

    /// Returns the next DATA section; `nil` after END, when the archive is complete and nothing follows.
    func nextBlock() throws -> Block? {
        while end == nil {
            let offset = source.offset
            let section = try readHeader()
            let plainOffset = plainSize
            try structure.add(section, at: offset)
            switch section.type {
            case SectionType.data:
                try options.check(
                    plainSize: plainSize, storedSize: source.offset + UInt64(section.storedSize), at: offset)
                withUnsafeBytes(of: offset.littleEndian) { expectedIndex.update($0) }
                return Block(header: section, offset: offset, plainOffset: plainOffset)
            case SectionType.end: try readEnd(section, at: offset)
            case SectionType.metadata:
                let payload = try contents(of: section, at: offset)
                _ = try Metadata.decode(payload, at: offset + UInt64(ContainerFormat.headerSize))
                metadata = Array(payload)
            case SectionType.index: try readIndex(section, at: offset)
            default: try skip(section, at: offset)
            }
        }
        return nil
    }

    /// Returns the stored payload of the last section, in `buffer` unless the source is in memory. Its checksum has not been
    /// verified yet.
    func payload(of section: SectionHeader, into buffer: HeapBuffer) throws -> UnsafeRawBufferPointer {
        // `SectionHeader` has checked the stored size: of DATA to a block, of META to 1 MiB, of END to its record.
        let payload = try source.read(Int(section.storedSize), into: buffer)
        guard payload.count == Int(section.storedSize) else {
            throw GraphContainerError.truncated(at: source.offset, "inside a section")
        }
        return payload
    }
}

extension ContainerReader {
    // MARK: Reading each section

    private func readHeader() throws -> SectionHeader {
        let offset = source.offset
        return try withUnsafeTemporaryAllocation(byteCount: ContainerFormat.headerSize, alignment: 8) {
            let got = try source.read(into: $0)
            guard got == ContainerFormat.headerSize else {
                throw GraphContainerError.truncated(
                    at: source.offset, got == 0 ? "before its END section" : "inside a section header")
            }
            return try SectionHeader(parsing: UnsafeRawBufferPointer($0), at: offset)
        }
    }

    private func contents(of section: SectionHeader, at offset: UInt64) throws -> UnsafeRawBufferPointer {
        let payload = try payload(of: section, into: buffer)
        try section.check(payloadHash: XXH3.hash(payload), at: offset)
        return payload
    }

    private func readIndex(_ section: SectionHeader, at offset: UInt64) throws {
        try skip(section, at: offset)
        try require(
            section.payloadHash == expectedIndex.digest(), "The INDEX section does not list the offsets of the blocks.",
            at: offset + UInt64(ContainerFormat.headerSize))
    }

    private func readEnd(_ section: SectionHeader, at offset: UInt64) throws {
        let end = EndRecord(parsing: try contents(of: section, at: offset))
        try structure.check(end, at: offset + UInt64(ContainerFormat.headerSize))
        try require(
            source.peek(1).isEmpty, or: .trailingBytes,
            "Something follows the end of the archive. Cut it off if the archive is to be kept.", at: source.offset)
        self.end = end
    }

    /// Verifies a payload of any size in pieces.
    private func skip(_ section: SectionHeader, at offset: UInt64) throws {
        var hash = XXH3()
        var left = UInt64(section.storedSize)
        while left > 0 {
            let piece = try source.read(Int(min(left, 1 << 16)), into: buffer)
            guard !piece.isEmpty else {
                throw GraphContainerError.truncated(at: source.offset, "inside a section")
            }
            hash.update(piece)
            left -= UInt64(piece.count)
        }
        try section.check(payloadHash: hash.digest(), at: offset)
    }
}
