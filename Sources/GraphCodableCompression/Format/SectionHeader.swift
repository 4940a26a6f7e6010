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
    /// The hash of the stored payload.
    var payloadHash: UInt64

    var isRaw: Bool { flags & SectionFlags.raw != 0 }
    /// Whether the payload is the filtered form of a block.
    var isFiltered: Bool { flags & SectionFlags.filtered != 0 }
    var isAncillary: Bool { type & SectionType.ancillaryBit != 0 }
    /// Returns the offset behind the payload.
    func end(from offset: UInt64) -> UInt64 { offset + UInt64(ContainerFormat.headerSize) + UInt64(storedSize) }
    /// Whether a reader that does not know the type must refuse the archive, and this one does not.
    var isUnknownCritical: Bool { !isAncillary && type != SectionType.data && type != SectionType.end }

    /// Stores the header in the first 32 bytes of `target`.
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
    ///
    /// - Parameters:
    ///   - bytes: The 32 bytes of the header.
    ///   - offset: The position of the header in the file.
    /// - Throws: `GraphContainerError` with the code `damaged`, `unsupportedFeature`, `malformed` or `limitExceeded`.
    init(parsing bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(GraphContainerError) {
        guard ContainerFormat.isIntact(bytes) else {
            throw GraphContainerError(
                .damaged, "A section header does not match its checksum. Fetch the file again or use a backup.",
                byteOffset: offset)
        }
        guard bytes.littleEndian(UInt16.self, at: 2) == 0 else {
            throw GraphContainerError(
                .malformed, "Reserved bytes of a section header are not 0.", byteOffset: offset + 2)
        }
        self.init(
            type: bytes[0],
            flags: bytes[1],
            ordinal: bytes.littleEndian(UInt32.self, at: 4),
            storedSize: bytes.littleEndian(UInt32.self, at: 8),
            plainSize: bytes.littleEndian(UInt32.self, at: 12),
            payloadHash: bytes.littleEndian(UInt64.self, at: 16))
        guard flags & ~(SectionFlags.raw | SectionFlags.filtered) == 0 else {
            throw GraphContainerError(
                .unsupportedFeature,
                "A section has the flags \(hexadecimal(flags)), which this release does not know. "
                    + "Use a newer release of GraphCodable.", byteOffset: offset + 1)
        }
        try checkFields(at: offset)
    }

    /// Throws an error unless the flags and sizes are those that a section of this type can have in any archive.
    private func checkFields(at offset: UInt64) throws(GraphContainerError) {
        guard !isFiltered || type == SectionType.data && !isRaw else {
            throw GraphContainerError(
                .malformed, "A section is marked as filtered, which only a compressed block can be.",
                byteOffset: offset + 1)
        }
        guard !isRaw || storedSize == plainSize else {
            throw GraphContainerError(
                .malformed, "A section is stored raw, but in \(storedSize) bytes instead of \(plainSize).",
                byteOffset: offset + 8)
        }
        switch type {
        case SectionType.data:
            guard isRaw || storedSize > 0 && storedSize < plainSize else {
                throw GraphContainerError(
                    .malformed, "A block of \(plainSize) plain bytes cannot be stored in \(storedSize) bytes.",
                    byteOffset: offset + 8)
            }
        case SectionType.metadata:
            try checkIsRaw("The META section", at: offset)
            guard storedSize <= ContainerFormat.maximumMetadataSize else {
                throw GraphContainerError(
                    .limitExceeded, "The META section has \(storedSize) bytes; the format allows 1 MiB.",
                    byteOffset: offset + 8)
            }
        case SectionType.index:
            try checkIsRaw("The INDEX section", at: offset)
        case SectionType.end:
            try checkIsRaw("The END section", at: offset)
            guard storedSize == EndRecord.size else {
                throw GraphContainerError(
                    .malformed, "The END section has \(storedSize) bytes instead of \(EndRecord.size).",
                    byteOffset: offset + 8)
            }
        default: break
        }
    }

    private func checkIsRaw(_ name: String, at offset: UInt64) throws(GraphContainerError) {
        guard isRaw else {
            throw GraphContainerError(
                .malformed, "\(name) is compressed; it must be stored raw.", byteOffset: offset + 1)
        }
    }

    /// Throws an error unless as many sections precede this one as must.
    func check(ordinal expected: UInt32, at offset: UInt64) throws(GraphContainerError) {
        guard ordinal == expected else {
            throw GraphContainerError(
                .malformed,
                "Section \(ordinal) stands where section \(expected) belongs: sections were lost, repeated or "
                    + "put in another order.", byteOffset: offset + 4)
        }
    }

    /// Throws an error unless the payload matches its hash.
    func check(payloadHash actual: UInt64, at offset: UInt64) throws(GraphContainerError) {
        guard actual == payloadHash else {
            throw GraphContainerError(
                .damaged,
                "The contents of a section do not match their checksum. Fetch the file again or use a backup.",
                byteOffset: offset + UInt64(ContainerFormat.headerSize))
        }
    }
}
