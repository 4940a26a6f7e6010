/// The 32 bytes before the payload of a section.
package struct SectionHeader: Sendable, Equatable {
    package var type: UInt8
    package var flags: UInt8
    /// The number of sections before this one.
    package var ordinal: UInt32
    /// The number of payload bytes in the file.
    package var storedSize: UInt32
    /// The number of payload bytes after decompression.
    package var plainSize: UInt32
    /// The hash of the stored payload.
    package var payloadHash: UInt64

    package init(
        type: UInt8, flags: UInt8, ordinal: UInt32, storedSize: UInt32, plainSize: UInt32, payloadHash: UInt64
    ) {
        self.type = type
        self.flags = flags
        self.ordinal = ordinal
        self.storedSize = storedSize
        self.plainSize = plainSize
        self.payloadHash = payloadHash
    }

    package var isRaw: Bool { flags & SectionFlags.raw != 0 }
    /// Whether the payload is the filtered form of a block.
    package var isFiltered: Bool { flags & SectionFlags.filtered != 0 }
    package var isAncillary: Bool { type & SectionType.ancillaryBit != 0 }

    /// Stores the header in the first 32 bytes of `target`.
    package func store(in target: UnsafeMutableRawBufferPointer) {
        target[0] = type
        target[1] = flags
        target.storeLittleEndian(UInt16(0), at: 2)
        target.storeLittleEndian(ordinal, at: 4)
        target.storeLittleEndian(storedSize, at: 8)
        target.storeLittleEndian(plainSize, at: 12)
        target.storeLittleEndian(payloadHash, at: 16)
        let checked = UnsafeRawBufferPointer(rebasing: target[..<ContainerFormat.checkedHeaderSize])
        target.storeLittleEndian(XXH3.hash(checked), at: 24)
    }
}

extension SectionHeader {
    /// Parses a header and verifies its checksum and reserved bytes. The valid values of other fields depend on the
    /// context.
    ///
    /// - Parameters:
    ///   - bytes: The 32 bytes of the header.
    ///   - offset: The position of the header in the file.
    /// - Throws: `GraphContainerError` with the code `damaged`, `unsupportedFeature` or `malformed`.
    package init(parsing bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(GraphContainerError) {
        let checked = UnsafeRawBufferPointer(rebasing: bytes[..<ContainerFormat.checkedHeaderSize])
        guard XXH3.hash(checked) == bytes.littleEndian(UInt64.self, at: 24) else {
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
        guard hasPossibleFlags else {
            throw GraphContainerError(
                .malformed, "A section is marked as filtered, which only a compressed block can be.",
                byteOffset: offset + 1)
        }
        guard !isRaw || storedSize == plainSize else {
            throw GraphContainerError(
                .malformed, "A section is stored raw, but in \(storedSize) bytes instead of \(plainSize).",
                byteOffset: offset + 8)
        }
    }

    /// Whether the flags are valid for the type.
    package var hasPossibleFlags: Bool {
        !isFiltered || type == SectionType.data && !isRaw
    }

    /// Throws an error unless the section is stored uncompressed, as all sections except DATA must be.
    package func checkIsRaw(_ name: String, at offset: UInt64) throws(GraphContainerError) {
        guard isRaw else {
            throw GraphContainerError(
                .malformed, "\(name) is compressed; it must be stored raw.", byteOffset: offset + 1)
        }
    }
}
