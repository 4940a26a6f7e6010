/// Reads archives of one small block in memory, without the overhead for large ones.
///
/// It accepts only archives that ``ContainerReader`` accepts, and reports no errors. The general reader handles all
/// other archives, and reports what is wrong with them.
struct SmallArchiveReader {
    private let archive: UnsafeRawBufferPointer
    private let header: FileHeader
    /// `nil` for an uncompressed archive.
    private let codec: (any GraphBlockCodec)?
    private let section: SectionHeader
    private let end: EndRecord

    /// - Returns: `nil` unless the archive has one block and is valid as far as this can be checked without
    ///   decompressing it.
    init?(_ archive: UnsafeRawBufferPointer, options: GraphContainerReadingOptions) {
        let headerSize = ContainerFormat.headerSize
        let dataOffset = 2 * headerSize
        let endOffset = archive.count - ContainerFormat.endSize
        guard endOffset > dataOffset, endOffset - dataOffset <= IdleBlockCoders.largestBlock, options.codecs.isEmpty
        else {
            return nil
        }
        do {
            header = try FileHeader(parsing: UnsafeRawBufferPointer(rebasing: archive[..<headerSize]))
            section = try SectionHeader(
                parsing: UnsafeRawBufferPointer(rebasing: archive[headerSize..<dataOffset]), at: UInt64(headerSize))
            let last = try SectionHeader(
                parsing: UnsafeRawBufferPointer(rebasing: archive[endOffset..<endOffset + headerSize]),
                at: UInt64(endOffset))
            let payload = UnsafeRawBufferPointer(rebasing: archive[(endOffset + headerSize)...])
            guard section.type == SectionType.data, last.type == SectionType.end,
                XXH3.hash(payload) == last.payloadHash
            else { return nil }
            end = EndRecord(parsing: payload)
            var structure = ContainerStructure(header)
            try structure.add(section, at: UInt64(headerSize))
            try structure.add(last, at: UInt64(endOffset))
            try structure.check(end, at: UInt64(endOffset + headerSize))
        } catch {
            return nil
        }
        self.archive = archive
        codec = CodecRegistry.builtIn.first { [id = header.codec] in $0.id == id }
        let plainSize = UInt64(section.plainSize)
        guard codec != nil || header.codec == 0, Int(section.storedSize) == endOffset - dataOffset,
            section.plainSize <= IdleBlockCoders.largestBlock,
            plainSize <= options.policy.maximumPlainByteCount,
            options.policy.allowsExpansion(to: plainSize, from: UInt64(archive.count)),
            XXH3.hash(stored) == section.payloadHash
        else { return nil }
    }

    private var stored: UnsafeRawBufferPointer {
        let start = 2 * ContainerFormat.headerSize
        return UnsafeRawBufferPointer(rebasing: archive[start..<start + Int(section.storedSize)])
    }

    /// Passes the payload to a closure; returns `nil` without calling it if the block is invalid.
    func withPlainBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result? {
        if section.isRaw {
            return XXH3.hash(stored) == end.plainHash ? try body(stored) : nil
        }
        return try IdleBlockCoders.withDecoder(codec, blockSize: Int(section.plainSize)) { decoder in
            guard let room = try? decoder.plain.reserve(Int(section.plainSize)),
                (try? decoder.decode(stored, isFiltered: section.isFiltered, into: room)) == room.count,
                XXH3.hash(UnsafeRawBufferPointer(room)) == end.plainHash
            else { return nil }
            return try body(UnsafeRawBufferPointer(room))
        }
    }
}
