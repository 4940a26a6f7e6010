import GraphCodable

/// Adds up the sizes of an archive's values by type and field.
struct SizeCollector {
    private struct Field {
        let key: UInt32
        var count = 0
        var byteCount = 0
        var compressed = 0.0
    }

    private struct TypeTotal {
        var count = 0
        var byteCount = 0
        var compressed = 0.0
        var fields: [Field] = []
        var positions: [UInt32: Int] = [:]

        /// Returns the position of a field. If values are encoded in the usual order, it follows the previous one.
        mutating func position(of key: UInt32, after previous: Int) -> Int {
            let expected = previous + 1
            if expected < fields.count, fields[expected].key == key { return expected }
            if let known = positions[key] { return known }
            positions[key] = fields.count
            fields.append(Field(key: key))
            return fields.count - 1
        }
    }

    private let archive: ArchiveText
    private let shares: ArchiveShares?
    /// The totals of objects by type, then of nested values by type.
    private var objects: [TypeTotal]
    private var inner: [TypeTotal]
    private var others: [ArchivedValue.Kind: TypeTotal] = [:]
    private(set) var largestValues: TopList<(object: UInt32, start: Int)>
    /// The number of references to each object, including conditional ones.
    private(set) var referenceCounts: [UInt32]

    init(_ archive: ArchiveText, shares: ArchiveShares?, limit: Int) {
        self.archive = archive
        referenceCounts = Array(repeating: 0, count: archive.records.idCount)
        self.shares = shares
        let typeCount = archive.archive.summary.types.count
        objects = Array(repeating: TypeTotal(), count: typeCount)
        inner = objects
        largestValues = TopList(limit: limit)
    }

    /// - Throws: The errors of the records, and of the blocks.
    mutating func run() throws {
        var values: [ArchivedValue] = []
        let (records, shares) = (archive.records, shares)
        for id in 0..<records.idCount {
            try records.readValues(of: id, into: &values)
            guard let first = values.first else { continue }
            if first.kind != .composite {
                Self.add(first, shares, to: &others[first.kind, default: TypeTotal()])
            }
            for (position, value) in values.enumerated() {
                switch value.kind {
                case .composite where position == 0: Self.add(position, values, shares, to: &objects[value.number])
                case .composite: Self.add(position, values, shares, to: &inner[value.number])
                case .reference, .conditionalReference:
                    if records.byteRange(of: value.number) != nil { referenceCounts[value.number] &+= 1 }
                case .string, .binary, .packed:
                    if value.byteCount > largestValues.threshold {
                        largestValues.add((UInt32(clamping: id), value.start), size: value.byteCount)
                    }
                default: break
                }
            }
        }
        try shares?.finish()
    }

    // These methods are static because a method of the collector would copy the total, which is part of it, on each
    // call.

    private static func add(_ value: ArchivedValue, _ shares: ArchiveShares?, to total: inout TypeTotal) {
        total.count += 1
        total.byteCount += value.byteCount
        if let shares {
            total.compressed += shares.byteCount(from: value.start, to: value.end)
        }
    }

    private static func add(
        _ position: Int, _ values: [ArchivedValue], _ shares: ArchiveShares?, to total: inout TypeTotal
    ) {
        add(values[position], shares, to: &total)
        var next = position + 1
        var field = -1
        while next < values[position].next {
            let value = values[next]
            field = total.position(of: value.key, after: field)
            total.fields[field].count += 1
            total.fields[field].byteCount += value.byteCount
            if let shares {
                total.fields[field].compressed += shares.byteCount(from: value.start, to: value.end)
            }
            next = value.next
        }
    }

    // MARK: Results

    /// The sizes of the objects by type, in descending order.
    var objectSizes: [TypeSize] {
        let rest = others.map { kind, total in
            size(name: ArchiveText.kindName(kind), isClass: false, total)
        }
        return Self.sorted(sizes(objects) + rest)
    }

    /// The sizes of nested values by type, in descending order.
    var innerSizes: [TypeSize] { Self.sorted(sizes(inner)) }

    private func sizes(_ totals: [TypeTotal]) -> [TypeSize] {
        zip(archive.archive.summary.types, totals).compactMap { type, total in
            total.count == 0 ? nil : size(name: EscapedText.printable(type.name), isClass: type.isClass, total)
        }
    }

    private func size(name: String, isClass: Bool, _ total: TypeTotal) -> TypeSize {
        let fields = total.fields.map { field in
            FieldSize(
                key: field.key == 0 ? nil : archive.keyName(field.key), count: field.count, byteCount: field.byteCount,
                compressedByteCount: shares.map { _ in field.compressed })
        }
        return TypeSize(
            name: name, isClass: isClass, count: total.count, byteCount: total.byteCount,
            compressedByteCount: shares.map { _ in total.compressed },
            fields: fields.sorted { ($1.byteCount, $0.key ?? "") < ($0.byteCount, $1.key ?? "") })
    }

    private static func sorted(_ sizes: [TypeSize]) -> [TypeSize] {
        sizes.sorted { ($1.byteCount, $0.name) < ($0.byteCount, $1.name) }
    }
}
