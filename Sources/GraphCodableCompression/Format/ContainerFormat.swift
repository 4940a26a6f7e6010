/// The constants of the compressed archive format, as `Docs/format-graphz.md` defines them.
package enum ContainerFormat {
    /// The first eight bytes of every compressed archive.
    package static let signature: [UInt8] = [0x89, 0x47, 0x52, 0x5A, 0x0D, 0x0A, 0x1A, 0x0A]
    /// The first eight bytes of every raw archive, the payload of a compressed one.
    package static let rawSignature: [UInt8] = [0x89, 0x47, 0x52, 0x41, 0x50, 0x48, 0x0D, 0x0A]
    /// The last eight bytes of every raw archive.
    package static let rawEndMark = Array(rawSignature.reversed())
    /// The version that this package writes, and the only one that it knows.
    package static let version: UInt8 = 1
    /// The size of the file header and of every section header.
    package static let headerSize = 32
    /// The part of a header that its checksum covers.
    package static let checkedHeaderSize = 24
    /// The size of the END section, header included.
    package static let endSize = 64
    /// The smallest archive: a file header and END.
    package static let minimumSize = headerSize + endSize
    package static let blockSizeLog2Range = 16...24
    /// The plain size in a file header whose writer did not know it.
    package static let unknownSize = UInt64.max
    /// The largest payload of a META section. Metadata are for people; more than this is a mistake or an attack.
    package static let maximumMetadataSize = 1 << 20
    /// Ordinals have 32 bits; META, INDEX and END need three of them.
    package static let maximumBlockCount = UInt64(UInt32.max) - 3
    /// The bytes before the compressed form of a filtered block: its size.
    package static let filteredPrefixSize = 4
    /// The first codec id that programs may use for codecs of their own.
    package static let firstPrivateCodec: UInt8 = 128
}

/// The type byte of a section.
package enum SectionType {
    package static let data: UInt8 = 0x01
    package static let end: UInt8 = 0x02
    package static let metadata: UInt8 = 0x80
    package static let index: UInt8 = 0x81
    /// Set in types that a reader may skip when it does not know them.
    package static let ancillaryBit: UInt8 = 0x80
}

/// The bits of a section's flags.
package enum SectionFlags {
    /// The payload is stored as it is, not compressed.
    package static let raw: UInt8 = 0x01
    /// The payload is the filtered form of a block, compressed.
    package static let filtered: UInt8 = 0x02
}
