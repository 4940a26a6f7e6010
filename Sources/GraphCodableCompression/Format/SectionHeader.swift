/// The 32 bytes before the payload of a section.
struct SectionHeader: Sendable, Equatable {
    var type: UInt8
    var flags: UInt8
    /// The number of sections before this one.
    var ordinal: UInt32
    /// The number of payload bytes in the file.
    var storedSize: UInt32
    /// The number of payload bytes after decompression.
    var plainSize: UInt32
    var payloadHash: UInt64

    var isRaw: Bool { flags & SectionFlags.raw != 0 }
    var isFiltered: Bool { flags & SectionFlags.filtered != 0 }
    var isAncillary: Bool { type & SectionType.ancillaryBit != 0 }
    func end(from offset: UInt64) -> UInt64 { offset + UInt64(ContainerFormat.headerSize) + UInt64(storedSize) }
    /// Whether this release does not know the type, and must not skip it.
    var isUnknownCritical: Bool { !isAncillary && type != SectionType.data && type != SectionType.end }

    func store(in target: UnsafeMutableRawBufferPointer) {
        target[0] = type
        target[1] = flags
        target.storeLittleEndian(UInt16(0), at: 2)
        target.storeLittleEndian(ordinal, at: 4)
        target.storeLittleEndian(storedSize, at: 8)
        target.storeLittleEndian(plainSize, at: 12)
        target.storeLittleEndian(payloadHash, at: 16)
        ContainerFormat.storeChecksum(in: target)
    }
}

extension SectionHeader {
    /// Creates the header of a section with this stored payload.
    init(type: UInt8, flags: UInt8, ordinal: UInt32, plainSize: Int, storing payload: UnsafeRawBufferPointer) {
        self.init(
            type: type, flags: flags, ordinal: ordinal, storedSize: UInt32(payload.count), plainSize: UInt32(plainSize),
            payloadHash: XXH3.hash(payload))
    }

    /// Parses a header, and checks all that does not depend on the file header and on other sections;
    /// ``ContainerStructure`` checks the rest.
    init(parsing bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(GraphContainerError) {
        try require(
            ContainerFormat.isIntact(bytes), or: .damaged,
            "A section header does not match its checksum. Fetch the file again or use a backup.", at: offset)
        try require(
            bytes.littleEndian(UInt16.self, at: 2) == 0, "Reserved bytes of a section header are not 0.", at: offset + 2
        )
        self.init(
            type: bytes[0],
            flags: bytes[1],
            ordinal: bytes.littleEndian(UInt32.self, at: 4),
            storedSize: bytes.littleEndian(UInt32.self, at: 8),
            plainSize: bytes.littleEndian(UInt32.self, at: 12),
            payloadHash: bytes.littleEndian(UInt64.self, at: 16))
        try require(
            flags & ~(SectionFlags.raw | SectionFlags.filtered) == 0, or: .unsupportedFeature,
            "A section has the flags \(hexadecimal(flags)), which this release does not know. "
                + "Use a newer release of GraphCodable.", at: offset + 1)
        try checkFields(at: offset)
    }

    /// Throws an error unless the flags and sizes are those that a section of this type can have in any archive.
    private func checkFields(at offset: UInt64) throws(GraphContainerError) {
        try require(
            !isFiltered || type == SectionType.data && !isRaw,
            "A section is marked as filtered, which only a compressed block can be.", at: offset + 1)
        try require(
            !isRaw || storedSize == plainSize,
            "A section is stored raw, but in \(storedSize) bytes instead of \(plainSize).", at: offset + 8)
        switch type {
        case SectionType.data:
            try require(
                isRaw || storedSize > 0 && storedSize < plainSize,
                "A block of \(plainSize) plain bytes cannot be stored in \(storedSize) bytes.", at: offset + 8)
        case SectionType.metadata:
            try checkIsRaw("The META section", at: offset)
            try require(
                storedSize <= ContainerFormat.maximumMetadataSize, or: .limitExceeded,
                "The META section has \(storedSize) bytes; the format allows 1 MiB.", at: offset + 8)
        case SectionType.index:
            try checkIsRaw("The INDEX section", at: offset)
        case SectionType.end:
            try checkIsRaw("The END section", at: offset)
            try require(
                storedSize == EndRecord.size, "The END section has \(storedSize) bytes instead of \(EndRecord.size).",
                at: offset + 8)
        default: break
        }
    }

    private func checkIsRaw(_ name: String, at offset: UInt64) throws(GraphContainerError) {
        try require(isRaw, "\(name) is compressed; it must be stored raw.", at: offset + 1)
    }

    /// Throws an error unless as many sections precede this one as must.
    func check(ordinal expected: UInt32, at offset: UInt64) throws(GraphContainerError) {
        try require(
            ordinal == expected,
            "Section \(ordinal) stands where section \(expected) belongs: sections were lost, repeated or "
                + "put in another order.", at: offset + 4)
    }

    func check(payloadHash actual: UInt64, at offset: UInt64) throws(GraphContainerError) {
        try require(
            actual == payloadHash, or: .damaged,
            "The contents of a section do not match their checksum. Fetch the file again or use a backup.",
            at: offset + UInt64(ContainerFormat.headerSize))
    }
}
