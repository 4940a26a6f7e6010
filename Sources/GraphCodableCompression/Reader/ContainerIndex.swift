/// The beginning and the end of a compressed archive, for reading individual blocks.
///
/// It takes 8 bytes of memory for each block.
package struct ContainerIndex: Sendable {
    /// A closure that fills a buffer with the bytes at an offset of the file, and returns their number, less than
    /// requested only at the end.
    package typealias ReadAt = (UInt64, UnsafeMutableRawBufferPointer) throws -> Int

    package let header: FileHeader
    package let end: EndRecord
    package let metadata: [String: String]
    package let fileSize: UInt64
    /// The position of each block in the file.
    package let blockOffsets: [UInt64]

    /// Reads and checks the file header, END, META and INDEX, or the headers of all sections if there is no INDEX.
    ///
    /// - Throws: `GraphContainerError`; the errors of `readAt`.
    package init(fileSize: UInt64, options: GraphContainerReadingOptions, readAt: @escaping ReadAt) throws {
        self.fileSize = fileSize
        let file = RandomAccess(fileSize: fileSize, readAt: readAt)
        (header, end) = try Self.readEnds(file, options)
        metadata = try Self.readMetadata(file)
        blockOffsets =
            end.indexOffset == 0
            ? try Self.scan(file, blockCount: end.blockCount) : try Self.readIndex(file, end)
    }

    /// Returns the number of plain bytes of an archive. Reads only its header and END.
    ///
    /// - Throws: `GraphContainerError`; the errors of `readAt`.
    package static func plainSize(
        fileSize: UInt64, options: GraphContainerReadingOptions, readAt: @escaping ReadAt
    ) throws -> UInt64 {
        try readEnds(RandomAccess(fileSize: fileSize, readAt: readAt), options).end.plainSize
    }

    /// Returns the number of plain bytes of a block.
    package func plainSize(ofBlock number: Int) -> Int {
        let start = UInt64(number) * UInt64(header.blockSize)
        return Int(min(UInt64(header.blockSize), end.plainSize - start))
    }

    /// Reads and checks the header of a block.
    ///
    /// - Throws: `GraphContainerError`; the errors of `readAt`.
    package func block(_ number: Int, readAt: @escaping ReadAt) throws -> ContainerReader.Block {
        let file = RandomAccess(fileSize: fileSize, readAt: readAt)
        let offset = blockOffsets[number]
        let section = try file.sectionHeader(at: offset)
        try section.checkIsBlock(of: header, at: offset)
        guard section.type == SectionType.data, section.ordinal >= number else {
            throw GraphContainerError(
                .malformed, "The index does not point to block \(number).", byteOffset: offset)
        }
        guard Int(clamping: section.plainSize) == plainSize(ofBlock: number) else {
            throw GraphContainerError(
                .malformed,
                "Block \(number) has \(section.plainSize) plain bytes instead of \(plainSize(ofBlock: number)).",
                byteOffset: offset + 12)
        }
        return ContainerReader.Block(
            header: section, offset: offset, plainOffset: UInt64(number) * UInt64(header.blockSize))
    }

    /// Reads and verifies the stored payload of a block.
    ///
    /// - Throws: `GraphContainerError`; the errors of `readAt`.
    package func payload(of block: ContainerReader.Block, readAt: @escaping ReadAt) throws -> [UInt8] {
        let file = RandomAccess(fileSize: fileSize, readAt: readAt)
        let payload = try file.bytes(
            at: block.offset + UInt64(ContainerFormat.headerSize), count: UInt64(block.header.storedSize))
        try block.header.check(payloadHash: payload.withUnsafeBytes { XXH3.hash($0) }, at: block.offset)
        return payload
    }
}

extension ContainerIndex {
    // MARK: Reading the parts

    private static func readEnds(
        _ file: RandomAccess, _ options: GraphContainerReadingOptions
    ) throws -> (header: FileHeader, end: EndRecord) {
        let prefix = try file.bytes(at: 0, count: min(UInt64(ContainerFormat.headerSize), file.fileSize))
        let header = try prefix.withUnsafeBytes { try FileHeader(parsing: $0) }
        guard file.fileSize >= UInt64(ContainerFormat.minimumSize) else {
            throw GraphContainerError.truncated(at: file.fileSize, "before its END section")
        }
        let end = try readEnd(file)
        try check(end, header, fileSize: file.fileSize, options: options)
        return (header, end)
    }

    private static func readEnd(_ file: RandomAccess) throws -> EndRecord {
        let offset = file.fileSize - UInt64(ContainerFormat.endSize)
        let section: SectionHeader
        do {
            section = try file.sectionHeader(at: offset)
        } catch let error as GraphContainerError where error.code == .damaged {
            throw GraphContainerError(
                .truncated,
                "The file does not end with an END section. It is incomplete, damaged there, or something follows it: "
                    + "fetch it again or use a backup.", byteOffset: offset)
        }
        guard section.type == SectionType.end else {
            throw GraphContainerError.truncated(at: file.fileSize, "before its END section")
        }
        try section.checkIsEnd(at: offset)
        let payload = try file.payload(of: section, at: offset)
        return payload.withUnsafeBytes { EndRecord(parsing: $0) }
    }

    private static func check(
        _ end: EndRecord, _ header: FileHeader, fileSize: UInt64, options: GraphContainerReadingOptions
    ) throws(GraphContainerError) {
        let place = fileSize - UInt64(EndRecord.size)
        if let announced = header.plainSize, announced != end.plainSize {
            throw GraphContainerError(
                .malformed, "The file header announces \(announced) plain bytes, the END section \(end.plainSize).",
                byteOffset: place)
        }
        let blockSize = UInt64(header.blockSize)
        let expected = end.plainSize / blockSize + (end.plainSize % blockSize == 0 ? 0 : 1)
        // Each block takes its header and at least one byte, so this also limits the memory for their offsets.
        let possible = (fileSize - UInt64(ContainerFormat.minimumSize)) / UInt64(ContainerFormat.headerSize + 1)
        guard end.blockCount == expected, expected <= possible else {
            throw GraphContainerError(
                .malformed,
                "The END section counts \(end.blockCount) blocks for \(end.plainSize) plain bytes, in a file of "
                    + "\(fileSize) bytes.", byteOffset: place + 24)
        }
        try options.check(plainSize: end.plainSize, storedSize: fileSize, at: place)
    }

    private static func readMetadata(_ file: RandomAccess) throws -> [String: String] {
        let offset = UInt64(ContainerFormat.headerSize)
        let section = try file.sectionHeader(at: offset)
        guard section.type == SectionType.metadata else { return [:] }
        try section.checkIsRaw("The META section", at: offset)
        guard section.ordinal == 0, section.storedSize <= ContainerFormat.maximumMetadataSize else {
            throw GraphContainerError(
                .malformed, "The META section is not the first one, or larger than 1 MiB.", byteOffset: offset)
        }
        let payload = try file.payload(of: section, at: offset)
        return try payload.withUnsafeBytes { try Metadata.decode($0, at: offset + UInt64(ContainerFormat.headerSize)) }
    }

    private static func readIndex(_ file: RandomAccess, _ end: EndRecord) throws -> [UInt64] {
        let headerSize = UInt64(ContainerFormat.headerSize)
        let endOffset = file.fileSize - UInt64(ContainerFormat.endSize)
        // The block count was checked against the file's size, so this cannot overflow.
        let size = end.blockCount * 8
        guard end.blockCount > 0, endOffset >= headerSize * 2 + size, end.indexOffset == endOffset - headerSize - size
        else {
            throw GraphContainerError(
                .malformed, "The END section says that the index is at \(end.indexOffset), where it cannot be.",
                byteOffset: file.fileSize - 16)
        }
        let section = try file.sectionHeader(at: end.indexOffset)
        try section.checkIsRaw("The INDEX section", at: end.indexOffset)
        guard section.type == SectionType.index, UInt64(section.storedSize) == size else {
            throw GraphContainerError(
                .malformed, "The END section says that the index is at \(end.indexOffset), but it is not there.",
                byteOffset: end.indexOffset)
        }
        let payload = try file.payload(of: section, at: end.indexOffset)
        return try payload.withUnsafeBytes { bytes in
            var offsets: [UInt64] = []
            offsets.reserveCapacity(bytes.count / 8)
            var lowest = headerSize
            for position in stride(from: 0, to: bytes.count, by: 8) {
                let offset = bytes.littleEndian(UInt64.self, at: position)
                guard offset >= lowest, offset < end.indexOffset, end.indexOffset - offset > headerSize else {
                    throw GraphContainerError(
                        .malformed, "The index says that a block is at \(offset), where it cannot be.",
                        byteOffset: end.indexOffset + headerSize + UInt64(position))
                }
                offsets.append(offset)
                lowest = offset + headerSize + 1
            }
            return offsets
        }
    }

    /// Finds the blocks of an archive without an index by following the headers.
    private static func scan(_ file: RandomAccess, blockCount: UInt64) throws -> [UInt64] {
        let endOffset = file.fileSize - UInt64(ContainerFormat.endSize)
        var offsets: [UInt64] = []
        var offset = UInt64(ContainerFormat.headerSize)
        var ordinal: UInt32 = 0
        while offset < endOffset {
            let section = try file.sectionHeader(at: offset)
            switch section.type {
            case SectionType.data:
                offsets.append(offset)
            case SectionType.metadata where ordinal == 0:
                break
            case SectionType.metadata, SectionType.index, SectionType.end:
                throw GraphContainerError(
                    .malformed, "A section of type \(hexadecimal(section.type)) is not allowed there.",
                    byteOffset: offset)
            case _ where section.isAncillary:
                break
            default:
                throw GraphContainerError.unknownSection(section, at: offset)
            }
            guard section.ordinal == ordinal else {
                throw GraphContainerError.wrongOrdinal(section, expected: ordinal, at: offset)
            }
            ordinal += 1
            offset += UInt64(ContainerFormat.headerSize) + UInt64(section.storedSize)
        }
        guard offset == endOffset, UInt64(offsets.count) == blockCount else {
            throw GraphContainerError(
                .malformed, "The sections do not lead to the END section, or are not as many as it says.",
                byteOffset: endOffset)
        }
        return offsets
    }
}

/// Reads parts of a file of known size.
private struct RandomAccess {
    let fileSize: UInt64
    let readAt: ContainerIndex.ReadAt

    /// - Throws: `GraphContainerError.truncated`, before memory is reserved, if the file doesn't have that many bytes.
    func bytes(at offset: UInt64, count: UInt64) throws -> [UInt8] {
        guard offset <= fileSize, count <= fileSize - offset else {
            throw GraphContainerError.truncated(at: fileSize, "inside a section")
        }
        let size = Int(count)
        let got: [UInt8] = try Array(unsafeUninitializedCapacity: size) { buffer, initializedCount in
            initializedCount = try readAt(
                offset, UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: size))
        }
        guard got.count == size else {
            throw GraphContainerError.truncated(at: offset + UInt64(got.count), "earlier than when it was opened")
        }
        return got
    }

    func sectionHeader(at offset: UInt64) throws -> SectionHeader {
        let bytes = try bytes(at: offset, count: UInt64(ContainerFormat.headerSize))
        return try bytes.withUnsafeBytes { try SectionHeader(parsing: $0, at: offset) }
    }

    func payload(of section: SectionHeader, at offset: UInt64) throws -> [UInt8] {
        let payload = try bytes(
            at: offset + UInt64(ContainerFormat.headerSize), count: UInt64(section.storedSize))
        try section.check(payloadHash: payload.withUnsafeBytes { XXH3.hash($0) }, at: offset)
        return payload
    }
}
