/// Reads the structure of a compressed archive in one pass, and checks every rule for it.
///
/// The caller receives the DATA sections one by one and decompresses them. The reader verifies and skips other
/// sections. It uses a constant amount of memory.
package final class ContainerReader {
    /// A DATA section. The caller must read its payload next, with ``payload(of:into:)``.
    package struct Block {
        package let header: SectionHeader
        /// The position of the section in the file.
        package let offset: UInt64
        /// The position of its first byte in the plain bytes.
        package let plainOffset: UInt64
    }

    package let header: FileHeader
    /// The names and values of the META section, known when the first block is returned.
    package private(set) var metadata: [String: String] = [:]
    /// The END record, after everything has been read.
    package private(set) var end: EndRecord?
    /// The number of blocks so far.
    package private(set) var blockCount: UInt64 = 0
    /// The number of plain bytes in the blocks so far.
    package private(set) var plainSize: UInt64 = 0
    /// The position of the INDEX section; 0 if there is none.
    package private(set) var indexOffset: UInt64 = 0

    private let source: ByteSource
    private let options: GraphContainerReadingOptions
    private var nextOrdinal: UInt32 = 0
    private var hasShortBlock = false
    /// The expected hash of the INDEX payload, used instead of the list of offsets, which would take memory.
    private var expectedIndex = XXH3()

    /// Reads the file header.
    ///
    /// - Throws: `GraphContainerError`; the errors of the source.
    package init(_ source: ByteSource, options: GraphContainerReadingOptions) throws {
        self.source = source
        self.options = options
        let buffer = HeapBuffer()
        header = try FileHeader(parsing: try source.read(ContainerFormat.headerSize, into: buffer))
        if let plainSize = header.plainSize, plainSize > options.policy.maximumPlainByteCount {
            try options.check(plainSize: plainSize, storedSize: .max, at: 16)
        }
    }

    /// The number of bytes read so far.
    package var offset: UInt64 { source.offset }

    /// Returns the next DATA section; `nil` after END, when the archive is complete and nothing follows.
    ///
    /// - Throws: `GraphContainerError`; the errors of the source.
    package func nextBlock() throws -> Block? {
        while end == nil {
            let offset = source.offset
            let section = try readHeader()
            switch section.type {
            case SectionType.data:
                return try checkBlock(section, at: offset)
            case SectionType.end:
                try readEnd(section, at: offset)
            case SectionType.metadata:
                try readMetadata(section, at: offset)
            case SectionType.index:
                try readIndex(section, at: offset)
            case _ where section.isAncillary:
                try skip(section, at: offset)
            default:
                throw GraphContainerError.unknownSection(section, at: offset)
            }
        }
        return nil
    }

    /// Returns the stored payload of the last section. Its checksum has not been verified yet.
    ///
    /// - Parameter buffer: Receives the payload unless the source is in memory.
    /// - Throws: `GraphContainerError.truncated`; the errors of the source.
    package func payload(of section: SectionHeader, into buffer: HeapBuffer) throws -> UnsafeRawBufferPointer {
        // Callers have limited the stored size to a block, an index entry or 1 MiB.
        let payload = try source.read(Int(section.storedSize), into: buffer)
        guard payload.count == Int(section.storedSize) else {
            throw GraphContainerError.truncated(at: source.offset, "inside a section")
        }
        return payload
    }
}

extension ContainerReader {
    // MARK: Checks of each section

    private func readHeader() throws -> SectionHeader {
        let offset = source.offset
        let section = try withUnsafeTemporaryAllocation(byteCount: ContainerFormat.headerSize, alignment: 8) {
            let got = try source.read(into: $0)
            guard got == ContainerFormat.headerSize else {
                throw GraphContainerError.truncated(
                    at: source.offset, got == 0 ? "before its END section" : "inside a section header")
            }
            return try SectionHeader(parsing: UnsafeRawBufferPointer($0), at: offset)
        }
        guard section.ordinal == nextOrdinal else {
            throw GraphContainerError.wrongOrdinal(section, expected: nextOrdinal, at: offset)
        }
        guard indexOffset == 0 || section.type == SectionType.end else {
            throw GraphContainerError(
                .malformed, "The INDEX section is not followed by the END section.", byteOffset: offset)
        }
        // Only END can have the highest ordinal, so no further one is needed.
        nextOrdinal &+= 1
        return section
    }

    private func checkBlock(_ section: SectionHeader, at offset: UInt64) throws -> Block {
        try section.checkIsBlock(of: header, at: offset)
        guard !hasShortBlock else {
            throw GraphContainerError(
                .malformed, "A block that is not full is followed by another.", byteOffset: offset)
        }
        hasShortBlock = Int(clamping: section.plainSize) < header.blockSize
        let block = Block(header: section, offset: offset, plainOffset: plainSize)
        blockCount += 1
        plainSize += UInt64(section.plainSize)
        if let announced = header.plainSize, plainSize > announced {
            throw sizeMismatch(announced, at: offset)
        }
        try options.check(
            plainSize: plainSize, storedSize: source.offset + UInt64(section.storedSize), at: offset)
        withUnsafeBytes(of: offset.littleEndian) { expectedIndex.update($0) }
        return block
    }

    private func readMetadata(_ section: SectionHeader, at offset: UInt64) throws {
        guard section.ordinal == 0 else {
            throw GraphContainerError(
                .malformed, "A META section is not the first section.", byteOffset: offset)
        }
        try section.checkIsRaw("The META section", at: offset)
        guard section.storedSize <= ContainerFormat.maximumMetadataSize else {
            throw GraphContainerError(
                .limitExceeded, "The META section has \(section.storedSize) bytes; the format allows 1 MiB.",
                byteOffset: offset + 8)
        }
        let buffer = HeapBuffer()
        let payload = try payload(of: section, into: buffer)
        try section.check(payloadHash: XXH3.hash(payload), at: offset)
        metadata = try Metadata.decode(payload, at: offset + UInt64(ContainerFormat.headerSize))
    }

    private func readIndex(_ section: SectionHeader, at offset: UInt64) throws {
        try section.checkIsRaw("The INDEX section", at: offset)
        guard blockCount > 0, UInt64(section.storedSize) == blockCount * 8 else {
            throw GraphContainerError(
                .malformed, "The INDEX section has \(section.storedSize) bytes for \(blockCount) blocks.",
                byteOffset: offset + 8)
        }
        try skip(section, at: offset)
        guard section.payloadHash == expectedIndex.digest() else {
            throw GraphContainerError(
                .malformed, "The INDEX section does not list the offsets of the blocks.",
                byteOffset: offset + UInt64(ContainerFormat.headerSize))
        }
        indexOffset = offset
    }

    private func readEnd(_ section: SectionHeader, at offset: UInt64) throws {
        try section.checkIsEnd(at: offset)
        let buffer = HeapBuffer()
        let payload = try payload(of: section, into: buffer)
        try section.check(payloadHash: XXH3.hash(payload), at: offset)
        let end = EndRecord(parsing: payload)
        let place = offset + UInt64(ContainerFormat.headerSize)
        guard end.plainSize == plainSize else {
            throw sizeMismatch(end.plainSize, at: place)
        }
        if let announced = header.plainSize, announced != plainSize {
            throw sizeMismatch(announced, at: 16)
        }
        guard end.indexOffset == indexOffset else {
            throw GraphContainerError(
                .malformed, "The END section says that the index is at \(end.indexOffset); it is at \(indexOffset).",
                byteOffset: place + 16)
        }
        guard end.blockCount == blockCount else {
            throw GraphContainerError(
                .malformed, "The END section counts \(end.blockCount) blocks; there are \(blockCount).",
                byteOffset: place + 24)
        }
        guard try source.peek(1).isEmpty else {
            throw GraphContainerError(
                .trailingBytes, "Something follows the end of the archive. Cut it off if the archive is to be kept.",
                byteOffset: source.offset)
        }
        self.end = end
    }

    private func sizeMismatch(_ announced: UInt64, at offset: UInt64) -> GraphContainerError {
        GraphContainerError(
            .malformed, "The archive announces \(announced) plain bytes; its blocks have \(plainSize) up to here.",
            byteOffset: offset)
    }

    /// Verifies a payload of any size in pieces.
    private func skip(_ section: SectionHeader, at offset: UInt64) throws {
        let buffer = HeapBuffer()
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

extension SectionHeader {
    /// Throws an error unless the payload matches its hash.
    func check(payloadHash actual: UInt64, at offset: UInt64) throws(GraphContainerError) {
        guard actual == payloadHash else {
            throw GraphContainerError(
                .damaged,
                "The contents of a section do not match their checksum. Fetch the file again or use a backup.",
                byteOffset: offset + UInt64(ContainerFormat.headerSize))
        }
    }

    /// Checks a DATA section, independent of other sections.
    func checkIsBlock(of header: FileHeader, at offset: UInt64) throws(GraphContainerError) {
        guard (1...header.blockSize).contains(Int(clamping: plainSize)) else {
            throw GraphContainerError(
                .malformed, "A block has \(plainSize) plain bytes; the block size is \(header.blockSize).",
                byteOffset: offset + 12)
        }
        guard isRaw || (1..<plainSize).contains(storedSize) else {
            throw GraphContainerError(
                .malformed, "A block of \(plainSize) plain bytes cannot be stored in \(storedSize) bytes.",
                byteOffset: offset + 8)
        }
        guard !isFiltered || header.filter != 0 else {
            throw GraphContainerError(
                .malformed, "A block is filtered, but the archive has no filter.", byteOffset: offset + 1)
        }
        guard isRaw || header.codec != 0 else {
            throw GraphContainerError(
                .malformed, "A block is compressed, but the archive has no codec.", byteOffset: offset + 1)
        }
    }

    /// Checks the header of an END section, independent of other sections.
    func checkIsEnd(at offset: UInt64) throws(GraphContainerError) {
        try checkIsRaw("The END section", at: offset)
        guard storedSize == EndRecord.size else {
            throw GraphContainerError(
                .malformed, "The END section has \(storedSize) bytes instead of \(EndRecord.size).",
                byteOffset: offset + 8)
        }
    }
}

extension GraphContainerError {
    static func unknownSection(_ section: SectionHeader, at offset: UInt64) -> GraphContainerError {
        GraphContainerError(
            .unsupportedFeature,
            "The archive has a section of type \(hexadecimal(section.type)), which this release does not know and may not "
                + "skip. Use a newer release of GraphCodable.", byteOffset: offset)
    }

    static func wrongOrdinal(
        _ section: SectionHeader, expected: UInt32, at offset: UInt64
    ) -> GraphContainerError {
        GraphContainerError(
            .malformed,
            "Section \(section.ordinal) stands where section \(expected) belongs: sections were lost, repeated or put in "
                + "another order.", byteOffset: offset + 4)
    }
}
