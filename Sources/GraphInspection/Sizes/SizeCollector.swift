import GraphCodable
import GraphCodableCompression

/// Adds up the sizes of an archive's values by type and field, in memory that does not depend on the number of values.
struct SizeCollector {
    /// The sizes of all values of a kind: the objects of a type, its values in others, or a field of one of these.
    private struct Total {
        var count = 0
        var byteCount = 0
        var compressed = 0.0
    }

    private struct Field {
        let key: UInt32
        let owner: Int
        var total = Total()
    }

    /// A value that has begun and may contain others.
    private struct Container {
        let start: Int
        /// The bytes in the compressed archive of all before it.
        let sum: Double
        /// Its total, or `nil` if it only counts as part of a field.
        let total: Int?
        /// Its field in the composite around it, if there is one.
        let field: Int?
        /// The total whose fields are the values inside, if it is a composite.
        let owner: Int?
    }

    private let labels: ArchiveLabels
    private let typeCount: Int
    private var shares: CompressedOffsets?
    /// The totals of objects by type, then of nested values by type, then of objects that are not composites by kind.
    private var totals: [Total]
    /// The fields of all totals.
    private var fields: [Field] = []
    /// The positions of the fields in the list, by their owners and keys.
    private var positions: [UInt64: Int] = [:]
    private var open: [Container] = []
    private(set) var largestValues: TopList<(object: UInt32, value: ArchivedValue)>
    /// The number of references to each object, including conditional ones.
    private(set) var referenceCounts: [UInt32]

    /// - Throws: The errors of the records, and of the blocks.
    init(_ labels: ArchiveLabels, shares: CompressedOffsets?, limit: Int) throws {
        self.labels = labels
        self.shares = shares
        referenceCounts = Array(repeating: 0, count: labels.records.idCount)
        typeCount = labels.archive.summary.types.count
        totals = Array(repeating: Total(), count: 2 * typeCount + Self.kinds.count)
        largestValues = TopList(limit: limit)
        try labels.records.readPieces { id, values in
            for value in values { try add(value, of: id) }
        }
    }

    private static let kinds: [ArchivedValue.Kind] = [
        .nil, .boolean, .number, .string, .binary, .packed, .reference, .conditionalReference, .sequence, .map, .some,
        .typed,
    ]

    private mutating func add(_ value: ArchivedValue, of id: Int) throws {
        let sum = try shares?.byteCount(before: value.start) ?? 0
        if value.kind == .end {
            guard let container = open.popLast() else { return }
            add(value.start - container.start, sum - container.sum, to: container.total, container.field)
            return
        }
        let field = field(of: value)
        if value.isContainer {
            let composite = value.kind == .composite ? (open.isEmpty ? 0 : typeCount) + value.number : nil
            open.append(
                Container(
                    start: value.start, sum: sum, total: composite ?? (open.isEmpty ? total(of: value.kind) : nil),
                    field: field, owner: composite))
            return
        }
        let end = try shares?.byteCount(before: value.end) ?? 0
        add(value.byteCount, end - sum, to: open.isEmpty ? total(of: value.kind) : nil, field)
        switch value.kind {
        case .reference, .conditionalReference:
            if labels.records.byteRange(of: value.number) != nil { referenceCounts[value.number] &+= 1 }
        case .string, .binary, .packed:
            largestValues.add((UInt32(clamping: id), value), size: value.byteCount)
        default: break
        }
    }

    private mutating func add(_ byteCount: Int, _ compressed: Double, to total: Int?, _ field: Int?) {
        func add(to total: inout Total) {
            total.count += 1
            total.byteCount += byteCount
            total.compressed += compressed
        }
        if let total { add(to: &totals[total]) }
        if let field { add(to: &fields[field].total) }
    }

    private func total(of kind: ArchivedValue.Kind) -> Int? {
        Self.kinds.firstIndex(of: kind).map { 2 * typeCount + $0 }
    }

    /// Returns the field of the next value, if it is in a composite.
    private mutating func field(of value: ArchivedValue) -> Int? {
        guard let owner = open.last?.owner else { return nil }
        let name = UInt64(owner) << 32 | UInt64(value.key)
        let field = positions[name, default: fields.count]
        if field == fields.count {
            fields.append(Field(key: value.key, owner: owner))
            positions[name] = field
        }
        return field
    }

    // MARK: Results

    /// The sizes of the objects by type, in descending order.
    var objectSizes: [TypeSize] {
        let others = Self.kinds.compactMap { kind in
            total(of: kind).flatMap { size(name: ArchiveLabels.kindName(kind), isClass: false, $0, []) }
        }
        return Self.sorted(sizes(from: 0) + others)
    }

    /// The sizes of nested values by type, in descending order.
    var innerSizes: [TypeSize] { Self.sorted(sizes(from: typeCount)) }

    private func sizes(from first: Int) -> [TypeSize] {
        let fields = Dictionary(grouping: fields, by: \.owner)
        return labels.archive.summary.types.enumerated().compactMap { number, type in
            size(
                name: EscapedText.printable(type.name), isClass: type.isClass, first + number,
                fields[first + number] ?? [])
        }
    }

    /// Returns the size of a total; `nil` if it counts nothing.
    private func size(name: String, isClass: Bool, _ number: Int, _ fields: [Field]) -> TypeSize? {
        let total = totals[number]
        guard total.count > 0 else { return nil }
        let sizes = fields.map { field in
            FieldSize(
                key: field.key == 0 ? nil : labels.keyName(field.key), count: field.total.count,
                byteCount: field.total.byteCount, compressedByteCount: shares.map { _ in field.total.compressed })
        }
        return TypeSize(
            name: name, isClass: isClass, count: total.count, byteCount: total.byteCount,
            compressedByteCount: shares.map { _ in total.compressed },
            fields: sizes.sorted { ($1.byteCount, $0.key ?? "") < ($0.byteCount, $1.key ?? "") })
    }

    private static func sorted(_ sizes: [TypeSize]) -> [TypeSize] {
        sizes.sorted { ($1.byteCount, $0.name) < ($0.byteCount, $1.name) }
    }
}
