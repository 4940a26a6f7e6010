@testable import GraphCodableCompression

/// Takes an archive apart, so that a test can change any field and put it together again with valid checksums.
struct Forgery {
    struct Section {
        var header: SectionHeader
        var payload: [UInt8]
        /// Bytes of the header to set after all others, before its checksum is made.
        var patches: [Int: UInt8] = [:]
    }

    /// The first 24 bytes; the checksum is made when the archive is.
    var header: [UInt8]
    var sections: [Section] = []

    init(_ archive: [UInt8]) throws {
        header = Array(archive[..<24])
        var offset = 32
        while offset < archive.count {
            let section = try archive[offset..<offset + 32].withUnsafeBytes {
                try SectionHeader(parsing: $0, at: UInt64(offset))
            }
            let end = offset + 32 + Int(section.storedSize)
            sections.append(Section(header: section, payload: Array(archive[offset + 32..<end])))
            offset = end
        }
    }

    /// The archive with checksums that match what it says.
    var bytes: [UInt8] {
        var result = header + Self.hash(header)
        for section in sections {
            var fields = [UInt8](repeating: 0, count: 32)
            fields.withUnsafeMutableBytes { section.header.store(in: $0) }
            for (offset, byte) in section.patches {
                fields[offset] = byte
            }
            fields.replaceSubrange(24..., with: Self.hash(Array(fields[..<24])))
            result += fields + section.payload
        }
        return result
    }

    /// Numbers the sections, makes their payload hashes, and lets INDEX and END say what is there.
    mutating func renumber(plain: [UInt8]? = nil) {
        var offsets: [UInt64] = []
        var offset: UInt64 = 32
        var indexOffset: UInt64 = 0
        for place in sections.indices {
            sections[place].header.ordinal = UInt32(place)
            switch sections[place].header.type {
            case SectionType.data:
                offsets.append(offset)
            case SectionType.index:
                indexOffset = offset
                setPayload(place, offsets.flatMap(Self.bytes))
            case SectionType.end:
                sections[place].payload.replaceSubrange(
                    16..<32, with: Self.bytes(indexOffset) + Self.bytes(UInt64(offsets.count)))
                if let plain {
                    sections[place].payload.replaceSubrange(
                        0..<16, with: Self.bytes(UInt64(plain.count)) + Self.hash(plain))
                }
            default:
                break
            }
            sections[place].header.payloadHash = Self.number(Self.hash(sections[place].payload))
            offset += 32 + UInt64(sections[place].payload.count)
        }
    }

    mutating func setPayload(_ place: Int, _ payload: [UInt8]) {
        sections[place].payload = payload
        sections[place].header.storedSize = UInt32(payload.count)
        if sections[place].header.isRaw {
            sections[place].header.plainSize = UInt32(payload.count)
        }
        sections[place].header.payloadHash = Self.number(Self.hash(payload))
    }

    /// A section that is stored raw.
    static func section(type: UInt8, _ payload: [UInt8]) -> Section {
        Section(
            header: SectionHeader(
                type: type, flags: SectionFlags.raw, ordinal: 0, storedSize: UInt32(payload.count),
                plainSize: UInt32(payload.count), payloadHash: number(hash(payload))),
            payload: payload)
    }

    static func bytes(_ value: UInt64) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    static func hash(_ bytes: [UInt8]) -> [UInt8] {
        self.bytes(bytes.withUnsafeBytes { XXH3.hash($0) })
    }

    private static func number(_ bytes: [UInt8]) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
