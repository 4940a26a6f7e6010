/// The beginning and the end of a compressed archive, for reading individual blocks.
///
/// It takes 8 bytes of memory for each block.
struct ContainerIndex: Sendable {
    let header: FileHeader
    let end: EndRecord
    let metadata: [String: String]
    /// The position of each block in the file.
    let blockOffsets: [UInt64]

    /// Reads and checks the file header, END, META and INDEX, or the headers of all sections if there is no INDEX.
    ///
    /// - Throws: `GraphContainerError`; the errors of the file.
    init(_ file: RandomAccess, options: GraphContainerReadingOptions) throws {
        (header, end) = try Self.readEnds(file, options)
        metadata = try Self.readMetadata(file, ContainerStructure(header))
        blockOffsets =
            end.indexOffset == 0
            ? try Self.scan(file, ContainerStructure(header), end) : try Self.readIndex(file, end)
    }

    /// Returns the number of plain bytes of an archive. Reads only its header and END.
    ///
    /// - Throws: `GraphContainerError`; the errors of the file.
    static func plainSize(of file: RandomAccess, options: GraphContainerReadingOptions) throws -> UInt64 {
        try readEnds(file, options).end.plainSize
    }

    /// Returns the number of plain bytes of a block.
    func plainSize(ofBlock number: Int) -> Int {
        let start = UInt64(number) * UInt64(header.blockSize)
        return Int(min(UInt64(header.blockSize), end.plainSize - start))
    }

    /// Reads and checks the header of a block.
    ///
    /// - Throws: `GraphContainerError`; the errors of the file.
    func block(_ number: Int, in file: RandomAccess) throws -> ContainerReader.Block {
        let offset = blockOffsets[number]
        let section = try file.sectionHeader(at: offset)
        guard section.type == SectionType.data, section.ordinal >= number else {
            throw GraphContainerError(
                .malformed, "The index does not point to block \(number).", byteOffset: offset)
        }
        try header.check(block: section, at: offset)
        guard Int(clamping: section.plainSize) == plainSize(ofBlock: number) else {
            throw GraphContainerError(
                .malformed,
                "Block \(number) has \(section.plainSize) plain bytes instead of \(plainSize(ofBlock: number)).",
                byteOffset: offset + 12)
        }
        return ContainerReader.Block(
            header: section, offset: offset, plainOffset: UInt64(number) * UInt64(header.blockSize))
    }
}

extension ContainerIndex {
    // MARK: Reading the parts

    private static func readEnds(
        _ file: RandomAccess, _ options: GraphContainerReadingOptions
    ) throws -> (header: FileHeader, end: EndRecord) {
        let prefix = try file.bytes(ContainerFormat.headerSize, at: 0)
        let header = try prefix.withUnsafeBytes { try FileHeader(parsing: $0) }
        guard file.size >= UInt64(ContainerFormat.minimumSize) else {
            throw GraphContainerError.truncated(at: file.size, "before its END section")
        }
        let end = try readEnd(file)
        try check(end, header, fileSize: file.size, options: options)
        return (header, end)
    }

    private static func readEnd(_ file: RandomAccess) throws -> EndRecord {
        let offset = file.size - UInt64(ContainerFormat.endSize)
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
            throw GraphContainerError.truncated(at: file.size, "before its END section")
        }
        return try file.payload(of: section, at: offset).withUnsafeBytes { EndRecord(parsing: $0) }
    }

    private static func check(
        _ end: EndRecord, _ header: FileHeader, fileSize: UInt64, options: GraphContainerReadingOptions
    ) throws(GraphContainerError) {
        let endOffset = fileSize - UInt64(EndRecord.size)
        if let announced = header.plainSize, announced != end.plainSize {
            throw GraphContainerError(
                .malformed, "The file header announces \(announced) plain bytes, the END section \(end.plainSize).",
                byteOffset: endOffset)
        }
        let blockSize = UInt64(header.blockSize)
        let expected = end.plainSize / blockSize + (end.plainSize % blockSize == 0 ? 0 : 1)
        // Each block takes its header and at least one byte, so this also limits the memory for their offsets.
        let possible = (fileSize - UInt64(ContainerFormat.minimumSize)) / UInt64(ContainerFormat.headerSize + 1)
        guard end.blockCount == expected, expected <= possible else {
            throw GraphContainerError(
                .malformed,
                "The END section counts \(end.blockCount) blocks for \(end.plainSize) plain bytes, in a file of "
                    + "\(fileSize) bytes.", byteOffset: endOffset + 24)
        }
        try options.check(plainSize: end.plainSize, storedSize: fileSize, at: endOffset)
    }

    private static func readMetadata(
        _ file: RandomAccess, _ beginning: ContainerStructure
    ) throws -> [String: String] {
        let offset = UInt64(ContainerFormat.headerSize)
        let section = try file.sectionHeader(at: offset)
        guard section.type == SectionType.metadata else { return [:] }
        var structure = beginning
        try structure.add(section, at: offset)
        let payload = try file.payload(of: section, at: offset)
        return try payload.withUnsafeBytes { try Metadata.decode($0, at: offset + UInt64(ContainerFormat.headerSize)) }
    }

    private static func readIndex(_ file: RandomAccess, _ end: EndRecord) throws -> [UInt64] {
        let headerSize = UInt64(ContainerFormat.headerSize)
        let endOffset = file.size - UInt64(ContainerFormat.endSize)
        // The block count was checked against the file's size, so this cannot overflow.
        let size = end.blockCount * 8
        guard end.blockCount > 0, endOffset >= headerSize * 2 + size, end.indexOffset == endOffset - headerSize - size
        else {
            throw GraphContainerError(
                .malformed, "The END section says that the index is at \(end.indexOffset), where it cannot be.",
                byteOffset: file.size - 16)
        }
        let section = try file.sectionHeader(at: end.indexOffset)
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
    private static func scan(
        _ file: RandomAccess, _ beginning: ContainerStructure, _ end: EndRecord
    ) throws -> [UInt64] {
        let headerSize = UInt64(ContainerFormat.headerSize)
        let endOffset = file.size - UInt64(ContainerFormat.endSize)
        var structure = beginning
        var offsets: [UInt64] = []
        var offset = headerSize
        while true {
            let section = try file.sectionHeader(at: offset)
            try structure.add(section, at: offset)
            guard section.type != SectionType.end else { break }
            if section.type == SectionType.data { offsets.append(offset) }
            offset += headerSize + UInt64(section.storedSize)
        }
        guard offset == endOffset else {
            throw GraphContainerError(
                .malformed, "The sections do not lead to the END section.", byteOffset: endOffset)
        }
        try structure.check(end, at: endOffset + headerSize)
        return offsets
    }
}
