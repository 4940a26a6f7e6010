/// The sections that were found in a damaged archive.
struct FoundSections {
    /// A block whose header is sound.
    struct Block {
        let header: SectionHeader
        /// Where its header begins in the file.
        let offset: UInt64
        /// Why its payload is not there; `nil` when it matches its checksum.
        var fault: GraphContainer.SalvageReport.Reason?
    }

    /// The most blocks that an archive within the policy's limits can have.
    let maximumCount: UInt64
    /// The first 33 bytes of the file, or what there is of them: the last is the type of the first section.
    var firstBytes: [UInt8] = []
    var fileHeader: FileHeader?
    /// Where the archive begins in the file.
    var base: UInt64 = 0
    /// By ordinal: the first with a sound payload or, without one, the first.
    private(set) var blocks: [UInt32: Block] = [:]
    /// The ordinals of sections that are neither blocks nor INDEX nor END.
    private(set) var otherOrdinals: Set<UInt32> = []
    private(set) var end: (record: EndRecord, ordinal: UInt32)?
    private(set) var index: (offsets: [UInt64], ordinal: UInt32)?
    private(set) var metadata: [String: String] = [:]
    /// The number of sound sections that are of no use: repeated ones, and those of other archives.
    var ignoredCount = 0
    /// The number of sections whose damaged header could be restored.
    private(set) var repairedCount = 0

    /// - Parameter maximumCount: The number of blocks of the largest archive that is allowed.
    init(maximumCount: UInt64) {
        // An archive of one block, META, and what a damaged one may repeat.
        self.maximumCount = maximumCount.addingReportingOverflow(1_024).partialValue
    }

    var isEmpty: Bool { blocks.isEmpty && otherOrdinals.isEmpty && end == nil && index == nil }

    /// Takes a section.
    ///
    /// - Throws: `GraphContainerError.limitExceeded`.
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
        case SectionType.end, SectionType.index:
            break
        default:
            otherOrdinals.insert(header.ordinal)
        }
        guard UInt64(blocks.count) <= maximumCount, UInt64(otherOrdinals.count) <= maximumCount else {
            throw GraphContainerError(
                .limitExceeded,
                "The file has more blocks than an archive of the allowed size can have. Raise "
                    + "GraphDecodingPolicy.maximumPlainByteCount if you trust it.", byteOffset: offset)
        }
    }

    /// Takes a section whose header was restored.
    mutating func addRepaired(_ header: SectionHeader, at offset: UInt64) throws(GraphContainerError) {
        try add(header, at: offset, fault: nil)
        repairedCount += 1
    }

    /// Takes the payload of a section that is no block; it matches its checksum.
    mutating func readContents(_ header: SectionHeader, _ payload: UnsafeRawBufferPointer, at offset: UInt64) {
        guard payload.count == Int(clamping: header.storedSize) else { return }
        switch header.type {
        case SectionType.end where end == nil:
            end = (EndRecord(parsing: payload), header.ordinal)
        case SectionType.index where index == nil:
            let offsets = stride(from: 0, to: payload.count / 8 * 8, by: 8).map {
                payload.littleEndian(UInt64.self, at: $0)
            }
            index = (offsets, header.ordinal)
        case SectionType.metadata where metadata.isEmpty:
            metadata = (try? Metadata.decode(payload, at: offset)) ?? [:]
        case SectionType.end, SectionType.index, SectionType.metadata:
            ignoredCount += 1
        default:
            break
        }
    }
}
