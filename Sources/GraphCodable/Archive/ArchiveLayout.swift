/// The positions of the parts of a raw archive, which are checked before any part is read.
struct ArchiveLayout {
    /// The offsets of the parts, in bytes.
    let records: Range<Int>
    let recordTable: Range<Int>
    let directory: Range<Int>

    /// Reads the header and the trailer of an archive in memory.
    ///
    /// - Throws: `notAnArchive`, `unsupportedVersion`, `unsupportedFeature`, `truncated` or `malformed`.
    @inline(__always)
    init(_ archive: UnsafeRawBufferPointer) throws(GraphCodableError) {
        let trailerSize = min(archive.count, ArchiveFormat.trailerSize)
        try self.init(
            byteCount: archive.count,
            header: UnsafeRawBufferPointer(
                start: archive.baseAddress, count: min(archive.count, ArchiveFormat.headerSize)),
            trailer: UnsafeRawBufferPointer(
                start: archive.baseAddress.map { $0 + (archive.count - trailerSize) }, count: trailerSize))
    }

    /// Reads a header and a trailer.
    ///
    /// - Parameters:
    ///   - byteCount: The size of the archive in bytes.
    ///   - header: The first bytes of the archive: the whole header, unless the archive is shorter.
    ///   - trailer: The last bytes of the archive: the whole trailer, unless the archive is shorter.
    /// - Throws: `notAnArchive`, `unsupportedVersion`, `unsupportedFeature`, `truncated` or `malformed`.
    @inline(__always)
    init(
        byteCount: Int, header: UnsafeRawBufferPointer, trailer: UnsafeRawBufferPointer
    ) throws(GraphCodableError) {
        if !Self.isUsual(header) {
            try Self.checkHeader(header)
        }
        guard byteCount >= ArchiveFormat.headerSize + ArchiveFormat.trailerSize,
            trailer.count == ArchiveFormat.trailerSize,
            trailer.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
                == UInt64(littleEndian: ArchiveFormat.endMark)
        else {
            throw GraphCodableError(
                .truncated, "The archive has no end mark: its end is missing, or bytes follow it.",
                byteOffset: byteCount)
        }
        let end = byteCount - ArchiveFormat.trailerSize
        let tableOffset = UInt64(littleEndian: trailer.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
        let directoryOffset = UInt64(littleEndian: trailer.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        guard let table = Int(exactly: tableOffset), let directory = Int(exactly: directoryOffset),
            ArchiveFormat.headerSize <= table, table <= directory, directory <= end
        else {
            throw GraphCodableError(
                .malformed, "The offsets in the trailer lie outside of the archive. The archive is damaged.",
                byteOffset: end)
        }
        records = ArchiveFormat.headerSize..<table
        recordTable = table..<directory
        self.directory = directory..<end
    }

    /// Returns whether a header needs no closer check.
    @inline(__always)
    private static func isUsual(_ header: UnsafeRawBufferPointer) -> Bool {
        guard header.count >= ArchiveFormat.headerSize, let start = header.baseAddress else { return false }
        // The byte after the version can have any value.
        let version = UInt32(littleEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) & 0xFFFF_00FF
        return start.loadUnaligned(as: UInt64.self) == UInt64(littleEndian: ArchiveFormat.signature)
            && version == UInt32(ArchiveFormat.version)
    }

    private static func notRaw(_ signature: UInt64) -> GraphCodableError {
        let isCompressed = signature == UInt64(littleEndian: ArchiveFormat.compressedSignature)
        return GraphCodableError(
            .notAnArchive,
            isCompressed
                ? """
                The bytes are a compressed archive. Import GraphCodableCompression, and decode them with \
                decode(_:fromArchive:), or load a file with load(_:from:).
                """
                : "The bytes do not begin with the signature of a raw archive.", byteOffset: 0)
    }

    @inline(never)
    private static func checkHeader(_ archive: UnsafeRawBufferPointer) throws(GraphCodableError) {
        guard archive.count >= 8 else {
            let signature = withUnsafeBytes(of: UInt64(littleEndian: ArchiveFormat.signature)) { Array($0) }
            let isBeginning = signature.starts(with: archive)
            throw GraphCodableError(
                isBeginning ? .truncated : .notAnArchive,
                isBeginning ? "The archive ends within its signature." : "The bytes are not a raw archive.",
                byteOffset: archive.count)
        }
        guard
            archive.loadUnaligned(fromByteOffset: 0, as: UInt64.self) == UInt64(littleEndian: ArchiveFormat.signature)
        else {
            throw notRaw(archive.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
        }
        guard archive.count >= ArchiveFormat.headerSize else {
            throw GraphCodableError(.truncated, "The archive ends within its header.", byteOffset: archive.count)
        }
        guard archive[8] == ArchiveFormat.version else {
            throw GraphCodableError(
                .unsupportedVersion,
                """
                The archive has format version \(archive[8]); this release reads version \(ArchiveFormat.version). Update the package.
                """,
                byteOffset: 8)
        }
        guard archive[10] == 0 else {
            throw GraphCodableError(
                .unsupportedFeature,
                "The archive uses features that this release does not know (flags \(archive[10])). Update the package.",
                byteOffset: 10)
        }
        guard archive[11] == 0 else {
            throw GraphCodableError(.malformed, "The reserved byte of the header is not zero.", byteOffset: 11)
        }
    }
}
