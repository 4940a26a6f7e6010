/// The rules for the sections of an archive: every reader passes their headers to this type, in their order.
struct ContainerStructure {
    let header: FileHeader
    private(set) var blockCount: UInt64 = 0
    private(set) var plainSize: UInt64 = 0
    /// The position of the INDEX section; 0 if there is none.
    private(set) var indexOffset: UInt64 = 0
    private var nextOrdinal: UInt32 = 0
    private var hasShortBlock = false

    init(_ header: FileHeader) {
        self.header = header
    }

    /// Adds the section that follows those so far.
    mutating func add(_ section: SectionHeader, at offset: UInt64) throws(GraphContainerError) {
        try section.check(ordinal: nextOrdinal, at: offset)
        try require(
            indexOffset == 0 || section.type == SectionType.end,
            "The INDEX section is not followed by the END section.", at: offset)
        // Only END can have the highest ordinal, so no further one is needed.
        nextOrdinal &+= 1
        switch section.type {
        case SectionType.data: try addBlock(section, at: offset)
        case SectionType.metadata:
            try require(section.ordinal == 0, "A META section is not the first section.", at: offset)
        case SectionType.index:
            try require(
                blockCount > 0 && UInt64(section.storedSize) == blockCount * 8,
                "The INDEX section has \(section.storedSize) bytes for \(blockCount) blocks.", at: offset + 8)
            indexOffset = offset
        case _ where section.isUnknownCritical:
            throw section.unknown(at: offset)
        default: break
        }
    }

    private mutating func addBlock(_ section: SectionHeader, at offset: UInt64) throws(GraphContainerError) {
        try header.check(block: section, at: offset)
        try require(!hasShortBlock, "A block that is not full is followed by another.", at: offset)
        hasShortBlock = Int(clamping: section.plainSize) < header.blockSize
        blockCount += 1
        plainSize += UInt64(section.plainSize)
        if let announced = header.plainSize, plainSize > announced {
            throw sizeMismatch(announced, at: offset)
        }
    }

    /// Checks the contents of END, which are at `offset`, when all sections have been added.
    func check(_ end: EndRecord, at offset: UInt64) throws(GraphContainerError) {
        guard end.plainSize == plainSize else {
            throw sizeMismatch(end.plainSize, at: offset)
        }
        if let announced = header.plainSize, announced != plainSize {
            throw sizeMismatch(announced, at: 16)
        }
        try require(
            end.indexOffset == indexOffset,
            "The END section says that the index is at \(end.indexOffset); it is at \(indexOffset).", at: offset + 16)
        try require(
            end.blockCount == blockCount, "The END section counts \(end.blockCount) blocks; there are \(blockCount).",
            at: offset + 24)
    }

    private func sizeMismatch(_ announced: UInt64, at offset: UInt64) -> GraphContainerError {
        GraphContainerError(
            .malformed, "The archive announces \(announced) plain bytes; its blocks have \(plainSize) up to here.",
            byteOffset: offset)
    }
}

extension SectionHeader {
    /// Returns the error for a section of an unknown type that a reader must not skip.
    func unknown(at offset: UInt64) -> GraphContainerError {
        GraphContainerError(
            .unsupportedFeature,
            "The archive has a section of type \(hexadecimal(type)), which this release does not know and may not skip. Use "
                + "a newer release of GraphCodable.", byteOffset: offset)
    }
}

extension FileHeader {
    /// Throws an error unless a DATA section can be in this archive.
    func check(block section: SectionHeader, at offset: UInt64) throws(GraphContainerError) {
        try require(
            (1...blockSize).contains(Int(clamping: section.plainSize)),
            "A block has \(section.plainSize) plain bytes; the block size is \(blockSize).", at: offset + 12)
        try require(
            !section.isFiltered || filter != 0, "A block is filtered, but the archive has no filter.", at: offset + 1)
        try require(section.isRaw || codec != 0, "A block is compressed, but the archive has no codec.", at: offset + 1)
    }
}
