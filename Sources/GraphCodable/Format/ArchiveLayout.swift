/// The positions of the parts of a raw archive, which are checked before any part is read.
struct ArchiveLayout {
    /// The offsets of the parts, in bytes.
    let records: Range<Int>
    let recordTable: Range<Int>
    let directory: Range<Int>
    /// The size of the archive.
    let byteCount: Int

    @inline(__always)
    init(_ archive: UnsafeRawBufferPointer) throws(GraphCodableError) {
        let trailerSize = min(archive.count, ArchiveFormat.maximumTrailerSize)
        try self.init(
            byteCount: archive.count,
            header: UnsafeRawBufferPointer(
                start: archive.baseAddress, count: min(archive.count, ArchiveFormat.headerSize)),
            trailer: UnsafeRawBufferPointer(
                start: archive.baseAddress.map { $0 + (archive.count - trailerSize) }, count: trailerSize))
    }

    /// Reads the first bytes of an archive, as many as the header has, and the last ones, as many as the longest trailer
    /// has.
    ///
    /// - Throws: `notAnArchive`, `unsupportedVersion`, `unsupportedFeature`, `truncated` or `malformed`.
    @inline(__always)
    init(byteCount: Int, header: UnsafeRawBufferPointer, trailer: UnsafeRawBufferPointer) throws(GraphCodableError) {
        guard Self.isValid(header) else { throw Self.problem(with: header) }
        // The smallest archive with header and trailer has more than eight bytes.
        guard byteCount >= ArchiveFormat.headerSize + ArchiveFormat.minimumTrailerSize, trailer.count >= 8 else {
            throw Self.truncated(byteCount)
        }
        let last = UInt64(littleEndian: trailer.loadUnaligned(fromByteOffset: trailer.count - 8, as: UInt64.self))
        guard last >> 40 == UInt64(ArchiveFormat.endMark) else {
            throw Self.truncated(byteCount)
        }
        let sizes: Sizes
        if let small = Sizes(last) {
            sizes = small
        } else {
            sizes = try Sizes(trailer, byteCount: byteCount)
        }
        let end = byteCount - sizes.trailer
        let room = end - ArchiveFormat.headerSize
        guard room >= 0, sizes.directory <= UInt64(room), sizes.recordTable <= UInt64(room) - sizes.directory else {
            throw Sizes.malformed(byteCount)
        }
        let directory = end - Int(sizes.directory)
        let table = directory - Int(sizes.recordTable)
        self.byteCount = byteCount
        records = ArchiveFormat.headerSize..<table
        recordTable = table..<directory
        self.directory = directory..<end
    }

    /// The numbers of a trailer.
    private struct Sizes {
        let recordTable: UInt64
        let directory: UInt64
        /// The size of the trailer itself.
        let trailer: Int

        /// Reads the numbers from the last eight bytes of a small archive: one byte for the record table, one or two for the
        /// directory. If they are larger, or not in their shortest form, the result is `nil`.
        @inline(__always)
        init?(_ last: UInt64) {
            let (first, second) = (last >> 32 & 0xFF, last >> 24 & 0xFF)
            if first < 0x80 {
                (recordTable, directory) = (second, first)
                trailer = ArchiveFormat.minimumTrailerSize
            } else {
                guard second &- 1 < 0x7F else { return nil }
                (recordTable, directory) = (last >> 16 & 0xFF, first & 0x7F | second << 7)
                trailer = ArchiveFormat.minimumTrailerSize + 1
            }
            guard recordTable < 0x80 else { return nil }
        }

        /// Reads numbers of any size, from the end mark towards the start.
        @inline(never)
        init(_ bytes: UnsafeRawBufferPointer, byteCount: Int) throws(GraphCodableError) {
            var left = bytes.dropLast(ArchiveFormat.endMarkSize)
            func number() throws(GraphCodableError) -> UInt64 {
                let number = try Varint.read { () throws(GraphCodableError) in
                    guard let byte = left.popLast() else { throw Self.malformed(byteCount) }
                    return byte
                }
                guard case .success(let size) = number else { throw Self.malformed(byteCount) }
                return size
            }
            directory = try number()
            recordTable = try number()
            trailer = bytes.count - left.count
        }

        @inline(never)
        static func malformed(_ byteCount: Int) -> GraphCodableError {
            GraphCodableError(
                .malformed, "The sizes in the trailer do not fit into the archive. The archive is damaged.",
                byteOffset: byteCount - ArchiveFormat.endMarkSize)
        }
    }

    @inline(never)
    private static func truncated(_ byteCount: Int) -> GraphCodableError {
        GraphCodableError(
            .truncated,
            "The archive does not end with its end mark: its end is missing, or bytes follow it. Fetch it again or use a backup.",
            byteOffset: byteCount)
    }

    @inline(__always)
    private static func isValid(_ header: UnsafeRawBufferPointer) -> Bool {
        guard header.count >= ArchiveFormat.headerSize, let start = header.baseAddress else { return false }
        return start.loadUnaligned(as: UInt64.self) == UInt64(littleEndian: ArchiveFormat.signature)
            && start.load(fromByteOffset: 8, as: UInt8.self) == ArchiveFormat.version
    }

    /// Returns the error for a header that is not valid.
    @inline(never)
    private static func problem(with header: UnsafeRawBufferPointer) -> GraphCodableError {
        guard header.count >= 8 else {
            let signature = withUnsafeBytes(of: UInt64(littleEndian: ArchiveFormat.signature)) { Array($0) }
            let isBeginning = signature.starts(with: header)
            return GraphCodableError(
                isBeginning ? .truncated : .notAnArchive,
                isBeginning ? "The archive ends within its signature." : "The bytes are not a raw archive.",
                byteOffset: isBeginning ? header.count : 0)
        }
        let signature = header.loadUnaligned(as: UInt64.self)
        guard signature != UInt64(littleEndian: ArchiveFormat.compressedSignature) else {
            return GraphCodableError(
                .notAnArchive,
                """
                The bytes are a compressed archive. Import GraphCodableCompression, and decode them with \
                decode(_:fromArchive:), or load a file with load(_:from:).
                """,
                byteOffset: 0)
        }
        guard signature == UInt64(littleEndian: ArchiveFormat.signature) else {
            return GraphCodableError(
                .notAnArchive, "The bytes do not begin with the signature of a raw archive.", byteOffset: 0)
        }
        guard header.count >= ArchiveFormat.headerSize else {
            return GraphCodableError(.truncated, "The archive ends within its header.", byteOffset: header.count)
        }
        return GraphCodableError(
            header[8] == 0 ? .malformed : .unsupportedVersion,
            """
            The archive has format version \(header[8]); this release reads version \(ArchiveFormat.version). \
            \(header[8] == 0 ? "No release writes this version." : "Update the package.")
            """,
            byteOffset: 8)
    }
}
