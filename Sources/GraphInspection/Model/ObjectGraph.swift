import GraphCodable

/// The objects of an archive and the references between them, without the Swift types that made them.
///
/// Objects are known by their numbers, which `graphz dump` shows, too. Number 0 is the archive's root value; when that is an
/// object, ``root`` is the object's own number.
///
/// ```swift
/// let graph = try ObjectGraph(GraphArchive(bytes))
/// for id in graph.objects where graph.typeName(of: id) == "Team" {
///     print(graph.title(of: id), graph.references(from: id).count)
/// }
/// ```
///
/// A graph takes about 16 bytes of memory for each object and for each reference, besides the archive.
public struct ObjectGraph: Sendable {
    /// The archive that the graph was read from.
    public let archive: GraphArchive
    /// The records of the archive.
    let records: ArchiveRecords
    /// The type of each object's composite; `noType` for others, such as strings with an identity.
    let types: [Int32]
    /// The numbers of the objects that each object refers to, by the order of their places in its record.
    let targets: ReferenceLists
    /// For each reference of ``targets``, whether it is conditional.
    let isConditional: [Bool]
    /// For each reference of ``targets``, the key of the object's field that it stands in; 0 for none.
    let fieldKeys: [UInt32]
    /// For each reference of ``targets``, the object that it stands in.
    let sources: [UInt32]
    /// For each object, the references to it, as positions in ``sources``.
    let referrers: ReferenceLists
    /// The number of the root object; 0 when the root is a value that is no object, such as an array.
    public let root: UInt32

    /// What stands for a type in ``types`` where there is none.
    static let noType: Int32 = -1

    /// Reads the records of an archive.
    ///
    /// - Parameter archive: The archive.
    /// - Throws: `GraphCodableError` with the code `malformed` or `depthExceeded`, and the offset of what is wrong, when a
    ///   record breaks the rules of the format. Not all rules are checked; `GraphArchive.verify()` does that.
    /// - Complexity: O(*n*) for *n* bytes of the archive.
    public init(_ archive: GraphArchive) throws(GraphCodableError) {
        self.archive = archive
        let records = archive.records
        self.records = records
        let count = records.idCount
        var types = Array(repeating: Self.noType, count: count)
        var targets = ReferenceLists()
        var isConditional: [Bool] = []
        var fieldKeys: [UInt32] = []
        var sources: [UInt32] = []
        var values: [ArchivedValue] = []
        var root: UInt32 = 0
        for id in 0..<count {
            try records.readValues(of: id, into: &values)
            if let first = values.first {
                if first.kind == .composite {
                    types[id] = Int32(truncatingIfNeeded: first.number)
                } else if id == 0, first.kind == .reference {
                    root = UInt32(truncatingIfNeeded: first.number)
                }
            }
            var fieldEnd = 0
            var field: UInt32 = 0
            for (index, value) in values.enumerated() {
                if index > 0, index >= fieldEnd {
                    field = value.key
                    fieldEnd = value.next
                }
                guard value.isReference, records.byteRange(of: value.number) != nil else { continue }
                targets.append(UInt32(truncatingIfNeeded: value.number))
                isConditional.append(value.kind == .conditionalReference)
                fieldKeys.append(field)
                sources.append(UInt32(truncatingIfNeeded: id))
            }
            targets.endList()
        }
        self.types = types
        self.isConditional = isConditional
        self.fieldKeys = fieldKeys
        self.sources = sources
        self.root = root
        referrers = ReferenceLists(positionsOf: targets.elements, count: count)
        self.targets = targets
    }

    /// One more than the highest number of an object.
    var idCount: Int { types.count }

    /// The number of references, conditional ones included; those to objects that are not in the archive do not count.
    public var referenceCount: Int { sources.count }

    /// Whether there is an object with this number.
    ///
    /// - Complexity: O(1).
    public func contains(_ id: UInt32) -> Bool {
        records.byteRange(of: Int(id)) != nil
    }

    /// The numbers of the objects in the archive, in ascending order; the root value is among them when it is no object.
    ///
    /// - Complexity: O(*n*) for *n* objects.
    public var objects: [UInt32] {
        let first: UInt32 = root == 0 ? 0 : 1
        return (first..<max(first, UInt32(idCount))).filter { records.byteRange(of: Int($0)) != nil }
    }

    /// The size of an object's record, in bytes, without what it refers to; 0 when there is no such object.
    ///
    /// - Complexity: O(1).
    public func byteCount(of id: UInt32) -> Int {
        records.byteRange(of: Int(id))?.count ?? 0
    }

    /// The values of an object's record; none when it has none.
    func values(of id: UInt32) -> [ArchivedValue] {
        var values: [ArchivedValue] = []
        // All records were read when the graph was made.
        try? records.readValues(of: Int(id), into: &values)
        return values
    }

    /// The name of a key, printable; empty for 0.
    func keyName(_ key: UInt32) -> String {
        key == 0 ? "" : EscapedText.escaped(archive.summary.keys[Int(key) - 1])
    }
}
