/// The sections that were found in a damaged archive.
struct FoundSections {
    /// A block whose header is valid.
    struct Block {
        let header: SectionHeader
        let offset: UInt64
        /// The reason why the payload is lost; `nil` if it matches its checksum.
        var fault: GraphContainer.SalvageReport.Reason?
    }

    /// The maximum number of blocks, and of other sections.
    let maximumCount: UInt64
    /// The first 32 bytes of the file, or fewer if it is shorter.
    var firstBytes: [UInt8] = []
    var fileHeader: FileHeader?
    /// Whether there was a file header that contradicts the blocks.
    private(set) var hasForeignHeader = false
    /// The blocks by ordinal. If there are several, the first one with a valid payload is kept, or else the first one.
    private(set) var blocks: [UInt32: Block] = [:]
    /// The ordinals of sections other than blocks, INDEX and END.
    private(set) var otherOrdinals: Set<UInt32> = []
    private(set) var end: (record: EndRecord, ordinal: UInt32)?
    private(set) var index: (header: SectionHeader, offset: UInt64)?
    /// The numbers of the blocks by the offsets that they had when the archive was written; none if INDEX is damaged.
    private var numbersByOffset: [UInt64: Int64] = [:]
    /// The metadata, and their payload, which may have names that are equal as strings.
    private(set) var metadata: (names: [String: String], payload: [UInt8]) = ([:], [])
    /// Whether there is a section with metadata that are damaged.
    private(set) var hasDamagedMetadata = false
    /// Whether there is a section of an unknown type that a reader may not skip.
    private(set) var hasUnknownCritical = false
    /// The number of valid sections that are ignored: repeated ones, and those of other archives.
    var ignoredCount = 0

    init(maximumCount: UInt64) {
        self.maximumCount = maximumCount
    }

    var isEmpty: Bool { blocks.isEmpty && otherOrdinals.isEmpty && end == nil && index == nil }

    /// Ignores the file header, which belongs to another archive.
    mutating func rejectFileHeader() {
        fileHeader = nil
        hasForeignHeader = true
    }

    /// The ordinal of the section behind all blocks and others, if it is known.
    var ordinalAfterBlocks: UInt32? {
        if let end { return end.record.indexOffset == 0 ? end.ordinal : end.ordinal &- 1 }
        return index?.header.ordinal
    }

    var isIndexIntact: Bool { !numbersByOffset.isEmpty }

    /// Whether the file header, INDEX and END state different sizes.
    var contradictsItself: Bool {
        guard let end = end?.record else { return hasForeignHeader }
        return hasForeignHeader || fileHeader?.plainSize ?? end.plainSize != end.plainSize
            || index.map { UInt64($0.header.storedSize) / 8 } ?? end.blockCount != end.blockCount
    }

    /// Returns the number of a block that INDEX lists at its offset.
    func numberInIndex(of block: Block) -> Int64? {
        // Where bytes were added or removed, another block may be there.
        if let index, let end, index.offset != end.record.indexOffset { return nil }
        return numbersByOffset[block.offset]
    }

    mutating func add(
        _ header: SectionHeader, at offset: UInt64, fault: GraphContainer.SalvageReport.Reason?
    ) throws(GraphContainerError) {
        switch header.type {
        case SectionType.data:
            let known = blocks[header.ordinal]
            if let known, known.fault == nil || fault != nil {
                ignoredCount += 1
                return
            }
            blocks[header.ordinal] = Block(header: header, offset: offset, fault: fault)
        case SectionType.index:
            if numbersByOffset.isEmpty, index == nil || fault == nil {
                index = (header, offset)
            } else {
                ignoredCount += 1
            }
        case SectionType.end: break
        default:
            otherOrdinals.insert(header.ordinal)
            if header.isUnknownCritical { hasUnknownCritical = true }
            if header.type == SectionType.metadata, fault != nil { hasDamagedMetadata = true }
        }
        try require(
            UInt64(blocks.count) <= maximumCount && UInt64(otherOrdinals.count) <= maximumCount, or: .limitExceeded,
            "The file has more blocks than an archive of the allowed size can have. Raise "
                + "GraphDecodingPolicy.maximumPlainByteCount if you trust it.", at: offset)
    }

    /// Reads the payload of END, INDEX or META, which is valid.
    mutating func readContents(
        _ header: SectionHeader, at offset: UInt64, in file: RandomAccess, _ buffer: HeapBuffer
    ) throws {
        let isRead = [SectionType.end, SectionType.index, SectionType.metadata].contains(header.type)
        guard isRead, UInt64(header.storedSize) / 8 <= maximumCount else { return }
        let payload = try file.read(Int(header.storedSize), at: offset, into: buffer)
        guard payload.count == Int(clamping: header.storedSize) else { return }
        switch header.type {
        case SectionType.end where end == nil:
            end = (EndRecord(parsing: payload), header.ordinal)
        case SectionType.index:
            guard numbersByOffset.isEmpty else { return }
            for (number, place) in stride(from: 0, through: payload.count - 8, by: 8).enumerated() {
                numbersByOffset[payload.littleEndian(UInt64.self, at: place)] = Int64(number)
            }
        case SectionType.metadata where metadata.payload.isEmpty:
            guard let names = try? Metadata.decode(payload, at: offset) else { return hasDamagedMetadata = true }
            metadata = (names, Array(payload))
        default: ignoredCount += 1
        }
    }
}
