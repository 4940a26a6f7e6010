/// The constants of the raw archive format, as `Docs/format-graph.md` defines them.
@usableFromInline
enum ArchiveFormat {
    /// The first eight bytes of every raw archive, as a little-endian number: `89 47 52 41 50 48 0D 0A`.
    static var signature: UInt64 { 0x0A0D_4850_4152_4789 }
    /// The first eight bytes of a compressed archive, which another library reads: `89 47 52 5A 0D 0A 1A 0A`.
    static var compressedSignature: UInt64 { 0x0A1A_0A0D_5A52_4789 }
    /// The last three bytes of every raw archive, as a little-endian number: the first three of the
    /// signature, backwards.
    static var endMark: UInt32 { 0x89_47_52 }
    /// The version that this package writes, and the only one that it can read.
    static var version: UInt8 { 1 }
    static var headerSize: Int { 9 }
    /// The header of every archive of this version.
    static var header: [UInt8] { withUnsafeBytes(of: signature.littleEndian, Array.init) + [version] }
    static var endMarkSize: Int { 3 }
    /// The minimum size of a trailer: the end mark, and two sizes of one byte before it.
    static var minimumTrailerSize: Int { endMarkSize + 2 }
    /// The maximum size of a trailer: the end mark, and two sizes of ten bytes before it.
    static var maximumTrailerSize: Int { endMarkSize + 20 }
    /// The minimum number of bytes after the records of a valid archive: record table, directory and trailer.
    static var minimumTailSize: Int { 3 + 3 + minimumTrailerSize }
    /// IDs have 32 bits. The highest value is reserved.
    static var maximumIDCount: Int { Int(clamping: UInt32.max - 1) }
    /// The maximum nesting depth of values inside one record, for writers and readers alike.
    static var defaultMaximumDepth: Int { 512 }
    /// The nesting depth that fits into any stack.
    static var shallowDepth: Int { 16 }
}
