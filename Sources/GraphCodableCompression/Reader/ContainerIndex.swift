/// The beginning and the end of a compressed archive, for reading individual blocks.
///
/// It takes 8 bytes of memory for each block.
struct ContainerIndex: Sendable {
    let header: FileHeader
    let end: EndRecord
    let metadata: [String: String]
    let blockOffsets: [UInt64]
    /// The ordinal of the first block; `nil` if the ordinals of all sections were checked when the archive was opened.
    private let firstOrdinal: UInt32?

    /// Reads and checks the file header, END, META and INDEX. If there is no INDEX, or END's ordinal counts sections besides
    /// these and the blocks, it reads the headers of all sections.
    init(_ file: RandomAccess, options: GraphContainerReadingOptions) throws {
        let endOrdinal: UInt32
        (header, end, endOrdinal) = try Self.readEnds(file, options)
        let metadata = try Self.readMetadata(file, ContainerStructure(header))
        self.metadata = metadata?.names ?? [:]
        let ordinalOfBlocks: UInt32 = metadata == nil ? 0 : 1
        if end.indexOffset != 0, UInt64(endOrdinal) == UInt64(ordinalOfBlocks) + end.blockCount + 1 {
            firstOrdinal = ordinalOfBlocks
            blockOffsets = try Self.readIndex(file, end, ordinal: endOrdinal - 1)
            try require(
                blockOffsets[0] == metadata?.end ?? UInt64(ContainerFormat.headerSize), Self.gap, at: blockOffsets[0])
        } else {
            firstOrdinal = nil
            blockOffsets = try Self.scan(file, ContainerStructure(header), end)
        }
    }

    private static let gap = "The blocks do not follow one another."

    /// Returns the number of plain bytes of a block. Only the last block may have fewer than the block size.
    func plainSize(ofBlock number: Int) -> Int {
        let start = UInt64(number) * UInt64(header.blockSize)
        return Int(min(UInt64(header.blockSize), end.plainSize - start))
    }

    /// Reads and checks the header of a block.
    func block(_ number: Int, in file: RandomAccess) throws -> ContainerReader.Block {
        let offset = blockOffsets[number]
        let section = try file.sectionHeader(at: offset)
        try require(section.type == SectionType.data, "The index does not point to block \(number).", at: offset)
        if let firstOrdinal {
            // All blocks precede END, whose ordinal has 32 bits.
            try section.check(ordinal: firstOrdinal + UInt32(number), at: offset)
            let next = number + 1 < blockOffsets.count ? blockOffsets[number + 1] : end.indexOffset
            try require(section.end(from: offset) == next, Self.gap, at: offset)
        }
        try header.check(block: section, at: offset)
        try require(
            Int(clamping: section.plainSize) == plainSize(ofBlock: number),
            "Block \(number) has \(section.plainSize) plain bytes instead of \(plainSize(ofBlock: number)).",
            at: offset + 12)
        return ContainerReader.Block(
            header: section, offset: offset, plainOffset: UInt64(number) * UInt64(header.blockSize))
    }
}

extension ContainerIndex {
    // MARK: Reading the parts

    /// Reads and checks the file header and END.
    static func readEnds(
        _ file: RandomAccess, _ options: GraphContainerReadingOptions
    ) throws -> (header: FileHeader, end: EndRecord, endOrdinal: UInt32) {
        let prefix = try file.bytes(ContainerFormat.headerSize, at: 0)
        let header = try prefix.withUnsafeBytes { try FileHeader(parsing: $0) }
        guard file.size >= UInt64(ContainerFormat.minimumSize) else {
            throw GraphContainerError.truncated(at: file.size, "before its END section")
        }
        let (end, ordinal) = try readEnd(file)
        try check(end, header, fileSize: file.size, options: options)
        return (header, end, ordinal)
    }

    private static func readEnd(_ file: RandomAccess) throws -> (EndRecord, ordinal: UInt32) {
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
        let end = try file.payload(of: section, at: offset).withUnsafeBytes { EndRecord(parsing: $0) }
        return (end, section.ordinal)
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
        try require(
            end.blockCount == expected && expected <= possible,
            "The END section counts \(end.blockCount) blocks for \(end.plainSize) plain bytes, in a file of "
                + "\(fileSize) bytes.", at: endOffset + 24)
        try options.check(plainSize: end.plainSize, storedSize: fileSize, at: endOffset)
    }

    /// Returns the names and values of META, and where it ends; `nil` if there is none.
    private static func readMetadata(
        _ file: RandomAccess, _ beginning: ContainerStructure
    ) throws -> (names: [String: String], end: UInt64)? {
        let offset = UInt64(ContainerFormat.headerSize)
        let section = try file.sectionHeader(at: offset)
        guard section.type == SectionType.metadata else { return nil }
        var structure = beginning
        try structure.add(section, at: offset)
        let payload = try file.payload(of: section, at: offset)
        let names = try payload.withUnsafeBytes {
            try Metadata.decode($0, at: offset + UInt64(ContainerFormat.headerSize))
        }
        return (names, section.end(from: offset))
    }

    private static func readIndex(_ file: RandomAccess, _ end: EndRecord, ordinal: UInt32) throws -> [UInt64] {
        let headerSize = UInt64(ContainerFormat.headerSize)
        let endOffset = file.size - UInt64(ContainerFormat.endSize)
        // The block count was checked against the file's size, so this cannot overflow.
        let size = end.blockCount * 8
        try require(
            end.blockCount > 0 && endOffset >= headerSize * 2 + size
                && end.indexOffset == endOffset - headerSize - size,
            "The END section says that the index is at \(end.indexOffset), where it cannot be.", at: file.size - 16)
        let section = try file.sectionHeader(at: end.indexOffset)
        try require(
            section.type == SectionType.index && UInt64(section.storedSize) == size,
            "The END section says that the index is at \(end.indexOffset), but it is not there.", at: end.indexOffset)
        try section.check(ordinal: ordinal, at: end.indexOffset)
        let payload = try file.payload(of: section, at: end.indexOffset)
        return try payload.withUnsafeBytes { bytes in
            var offsets: [UInt64] = []
            offsets.reserveCapacity(bytes.count / 8)
            var lowest = headerSize
            for position in stride(from: 0, to: bytes.count, by: 8) {
                let offset = bytes.littleEndian(UInt64.self, at: position)
                try require(
                    offset >= lowest && offset < end.indexOffset && end.indexOffset - offset > headerSize,
                    "The index says that a block is at \(offset), where it cannot be.",
                    at: end.indexOffset + headerSize + UInt64(position))
                offsets.append(offset)
                lowest = offset + headerSize + 1
            }
            return offsets
        }
    }

    /// Finds the blocks by following the headers of all sections. INDEX, if there is one, must list them.
    private static func scan(
        _ file: RandomAccess, _ beginning: ContainerStructure, _ end: EndRecord
    ) throws -> [UInt64] {
        let headerSize = UInt64(ContainerFormat.headerSize)
        let endOffset = file.size - UInt64(ContainerFormat.endSize)
        var structure = beginning
        var offsets: [UInt64] = []
        var offset = headerSize
        var section: SectionHeader
        repeat {
            section = try file.sectionHeader(at: offset)
            try structure.add(section, at: offset)
            if section.type == SectionType.data { offsets.append(offset) }
            offset = section.end(from: offset)
        } while section.type != SectionType.end
        try require(offset == file.size, "The sections do not lead to the END section.", at: endOffset)
        try structure.check(end, at: endOffset + headerSize)
        try require(
            end.indexOffset == 0 || readIndex(file, end, ordinal: section.ordinal &- 1) == offsets,
            "The INDEX section does not list the offsets of the blocks.", at: end.indexOffset + headerSize)
        return offsets
    }
}
