@testable import GraphCodable

/// Makes archives by hand, sound or not.
struct ArchiveBuilder {
    struct Record {
        var bytes: [UInt8]
        /// The id; one more than that of the record before when it is `nil`.
        var id: UInt64?
    }

    struct ArchivedType {
        var flags: UInt8
        var name: String
        var archiveName: String?
        var version: UInt64 = 0
    }

    var records: [Record]
    var idCount: UInt64?
    var keys: [String] = []
    var types: [ArchivedType] = []
    var shapes: [(type: UInt64, keys: [UInt64])] = []
    /// The counts of the first types; 0 for the others.
    var counts: [UInt64] = []

    init(_ records: [UInt8]...) {
        self.records = records.map { Record(bytes: $0) }
    }

    static func varint(_ value: UInt64) -> [UInt8] {
        var rest = value
        var bytes: [UInt8] = []
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    static func fixed(_ value: UInt64) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian, Array.init)
    }

    static func string(_ text: String) -> [UInt8] {
        varint(UInt64(text.utf8.count)) + Array(text.utf8)
    }

    var bytes: [UInt8] {
        var archive = Self.fixed(ArchiveFormat.signature) + [1]
        archive += records.flatMap(\.bytes)
        let table = archive.count
        archive += Self.varint(UInt64(records.count)) + Self.varint(idCount ?? UInt64(records.count))
        for record in records {
            archive += Self.varint(UInt64(record.bytes.count) * 2 + (record.id == nil ? 0 : 1))
            archive += record.id.map(Self.varint) ?? []
        }
        let directory = archive.count
        archive += Self.varint(UInt64(keys.count)) + keys.flatMap(Self.string)
        archive += Self.varint(UInt64(types.count))
        for type in types {
            archive += [type.flags | (type.version == 0 ? 0 : 8)] + Self.string(type.name)
            archive += (type.archiveName.map(Self.string) ?? []) + (type.version == 0 ? [] : Self.varint(type.version))
        }
        archive += Self.varint(UInt64(shapes.count))
        for shape in shapes {
            archive += Self.varint(UInt64(shape.keys.count) << 2 | 3) + Self.varint(shape.type)
            archive += shape.keys.flatMap(Self.varint)
        }
        archive += types.indices.flatMap { Self.varint($0 < counts.count ? counts[$0] : 0) }
        for size in [directory - table, archive.count - directory] {
            archive += Self.varint(UInt64(size)).reversed()
        }
        return archive + Self.fixed(UInt64(ArchiveFormat.endMark)).prefix(3)
    }
}
