/// The constants of the compressed format, which `Docs/format-graphz.md` specifies.
enum ContainerFormat {
    /// The first eight bytes of every compressed archive.
    static let signature: [UInt8] = [0x89, 0x47, 0x52, 0x5A, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The first eight bytes of every raw archive, which a compressed one holds.
    static let rawSignature: [UInt8] = [0x89, 0x47, 0x52, 0x41, 0x50, 0x48, 0x0D, 0x0A]
    /// The last three bytes of every raw archive.
    static let rawEndMark = Array(rawSignature.prefix(3).reversed())
    /// The version that this release writes, and the only one that it supports.
    static let version: UInt8 = 1
    /// The size of the file header and of every section header.
    static let headerSize = 32
    /// The size of the part of a header that its checksum covers.
    static let checkedHeaderSize = 24
    /// The size of the END section, including its header.
    static let endSize = 64
    /// The size of the smallest archive: a file header and END.
    static let minimumSize = headerSize + endSize
    static let blockSizeLog2Range = 16...24
    /// What a file header has as its plain size if the writer didn't know it.
    static let unknownSize = UInt64.max
    /// The maximum payload of a META section. Metadata is for people, so anything larger is a mistake or an attack.
    static let maximumMetadataSize = 1 << 20
    /// The maximum number of blocks. Ordinals have 32 bits, and META, INDEX and END need three of them.
    static let maximumBlockCount = UInt64(UInt32.max) - 3
    /// The number of bytes before the compressed form of a filtered block, which contain its size.
    static let filteredPrefixSize = 4
    /// The first codec id that programs may use for their own codecs.
    static let firstPrivateCodec: UInt8 = 128

    /// Returns whether the header of the file or of a section, of 32 bytes, matches its checksum.
    static func isIntact(_ header: UnsafeRawBufferPointer) -> Bool {
        XXH3.hash(UnsafeRawBufferPointer(rebasing: header[..<checkedHeaderSize]))
            == header.littleEndian(UInt64.self, at: checkedHeaderSize)
    }

    /// Stores the checksum of a header after its fields.
    static func storeChecksum(in header: UnsafeMutableRawBufferPointer) {
        let checked = UnsafeRawBufferPointer(rebasing: header[..<checkedHeaderSize])
        header.storeLittleEndian(XXH3.hash(checked), at: checkedHeaderSize)
    }
}

/// The bytes that distinguish the sections of a compressed archive.
enum SectionType {
    static let data: UInt8 = 0x01
    static let end: UInt8 = 0x02
    static let metadata: UInt8 = 0x80
    static let index: UInt8 = 0x81
    /// Set in types that a reader may skip if it doesn't know them.
    static let ancillaryBit: UInt8 = 0x80
}

/// The flags of a section.
enum SectionFlags {
    /// The payload is stored uncompressed.
    static let raw: UInt8 = 0x01
    /// The payload is the compressed form of a filtered block.
    static let filtered: UInt8 = 0x02
}
