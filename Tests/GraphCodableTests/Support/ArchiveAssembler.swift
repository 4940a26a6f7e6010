import GraphCodable

/// Puts raw archives together from parts, sound or not: every part can be replaced by other bytes, and nothing is checked.
///
/// It follows `Docs/format-graph.md` and shares no code with the package.
struct ArchiveAssembler {
    /// One entry of the record table with its record; the id is the one that it would be when it is `nil`.
    struct Record {
        var id: UInt64? = nil
        var bytes: Bytes
    }

    var header: Bytes = Array("\u{89}GRAPH\r\n".unicodeScalars.map { UInt8($0.value) }) + [1]
    var records: [Record] = []
    var idCount: UInt64?
    var keys: [Bytes] = []
    var types: [Bytes] = []
    var shapes: [Bytes] = []
    var counts: Bytes?
    /// Replaces the record table.
    var table: Bytes?
    /// Replaces the directory.
    var directory: Bytes?

    init(_ records: Bytes..., keys: [String] = [], types: [Bytes] = [], shapes: [Bytes] = []) {
        self.records = records.map { Record(bytes: $0) }
        self.keys = keys.map { Array($0.utf8) }
        self.types = types
        self.shapes = shapes
    }

    var bytes: Bytes {
        var archive = header
        for record in records {
            archive += record.bytes
        }
        let tables = [table ?? recordTable, directory ?? wholeDirectory]
        archive += tables.flatMap { $0 }
        archive += tables.flatMap { Self.varint(UInt64($0.count)).reversed() }
        return archive + header.prefix(3).reversed()
    }

    private var recordTable: Bytes {
        var entries: Bytes = []
        var highest: UInt64 = 0
        var expected: UInt64 = 0
        for record in records {
            let id = record.id ?? expected
            entries += Self.varint(UInt64(record.bytes.count) * 2 + (id == expected ? 0 : 1))
            entries += id == expected ? [] : Self.varint(id)
            highest = max(highest, id)
            expected = id &+ 1
        }
        return Self.varint(UInt64(records.count)) + Self.varint(idCount ?? highest &+ 1) + entries
    }

    private var wholeDirectory: Bytes {
        Self.varint(UInt64(keys.count)) + keys.flatMap { Self.varint(UInt64($0.count)) + $0 }
            + Self.varint(UInt64(types.count)) + types.flatMap { $0 } + Self.varint(UInt64(shapes.count))
            + shapes.flatMap { $0 }
            + (counts ?? Bytes(repeating: 0, count: types.count))
    }

    // MARK: Parts

    static func varint(_ value: UInt64) -> Bytes {
        var rest = value
        var bytes: Bytes = []
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }

    static func fixed<Number: FixedWidthInteger>(_ value: Number) -> Bytes {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    /// A type of the directory. A class when it has a name.
    static func type(_ readableName: String, name: String? = nil, flags: UInt8? = nil, version: UInt64 = 0) -> Bytes {
        let flags = flags ?? (name == nil ? 0 : 3) | (version == 0 ? 0 : 8)
        return [flags] + string(readableName) + (flags & 2 != 0 ? string(name ?? "") : [])
            + (flags & 8 != 0 ? varint(version) : [])
    }

    /// A class of this program.
    static func type(_ type: AnyClass) -> Bytes {
        Self.type(_typeName(type, qualified: true), name: _mangledTypeName(type) ?? "?")
    }

    /// A type of the directory that is no class.
    static func valueType(_ type: Any.Type) -> Bytes { Self.type(_typeName(type, qualified: true)) }

    static func shape(of type: UInt64, _ keys: UInt64...) -> Bytes { shape(of: type, keys: keys) }

    /// A shape that names its type and its keys, whether or not they are the next ones.
    static func shape(of type: UInt64, keys: [UInt64]) -> Bytes {
        varint(UInt64(keys.count) << 2 | 3) + varint(type) + keys.flatMap { varint($0) }
    }

    /// A string of the directory.
    static func string(_ text: String) -> Bytes { varint(UInt64(text.utf8.count)) + text.utf8 }

    // MARK: Values

    static let null: Bytes = [0xC0]

    static func integer<Number: FixedWidthInteger>(_ value: Number) -> Bytes {
        if let inline = UInt8(exactly: value), inline < 64 { return [inline] }
        if let value = Int8(exactly: value) { return [0xC3] + fixed(value) }
        if let value = Int16(exactly: value) { return [0xC4] + fixed(value) }
        if let value = Int32(exactly: value) { return [0xC5] + fixed(value) }
        if let value = Int64(exactly: value) { return [0xC6] + fixed(value) }
        if let value = UInt64(exactly: value) { return [0xC7] + fixed(value) }
        if let value = Int128(exactly: value) { return [0xC8] + fixed(value) }
        return [0xC9] + fixed(UInt128(truncatingIfNeeded: value))
    }

    static func double(_ value: Double) -> Bytes { [0xCC] + fixed(value.bitPattern) }

    static func text(_ value: String) -> Bytes { [0xCD] + string(value) }

    static func reference(_ id: UInt32) -> Bytes { [0xE0] + fixed(id) }

    static func conditional(_ id: UInt64) -> Bytes { [0xE1] + varint(id) }

    static func composite(_ shape: UInt64, _ slots: Bytes...) -> Bytes { [0xE2] + varint(shape) + slots.flatMap { $0 } }

    static func open(_ shape: UInt64, _ parts: Bytes...) -> Bytes {
        [0xE3] + varint(shape) + parts.flatMap { $0 } + [0xE5]
    }

    static func item(_ key: UInt64, _ value: Bytes) -> Bytes { [0xE4] + varint(key) + value }

    static func sequence(_ elements: [Bytes]) -> Bytes {
        [0xCE] + varint(UInt64(elements.count)) + elements.flatMap { $0 }
    }

    static func map(_ pairs: [(Bytes, Bytes)]) -> Bytes {
        [0xCF] + varint(UInt64(pairs.count)) + pairs.flatMap { $0 + $1 }
    }

    static func packed(_ kind: UInt8, count: UInt64, _ elements: Bytes) -> Bytes {
        [0xD0 + kind] + varint(count) + elements
    }

    static func typed(_ type: UInt64, _ value: Bytes) -> Bytes { [0xE8] + varint(type) + value }

    static func binary(_ bytes: Bytes) -> Bytes { [0xE7] + varint(UInt64(bytes.count)) + bytes }
}

/// The code of the error that decoding an archive throws; `nil` when it throws none, or not one of the package's.
func decodingError<Root: GDecodable>(
    _ type: Root.Type, _ archive: Bytes, policy: GraphDecodingPolicy = GraphDecodingPolicy()
) -> GraphCodableError.Code? {
    do {
        _ = try GraphDecoder(policy: policy).decode(type, from: archive)
        return nil
    } catch {
        return (error as? GraphCodableError)?.code
    }
}

/// The code of the error that decoding an archive by the strict policy throws.
///
/// That policy allows the type that is asked for, and those that it is made of.
func strictDecodingError<Root: GDecodable>(_ type: Root.Type, _ archive: ArchiveAssembler) -> GraphCodableError.Code? {
    decodingError(type, archive.bytes, policy: .strict)
}
