import GraphCodable

/// The objects of an archive and the references between them, independent of the Swift types that encoded them.
///
/// Objects are identified by their numbers, which `graphz dump` also shows. Number 0 is the archive's root value. If
/// that is an object, ``root`` is the object's own number.
///
/// ```swift
/// let graph = try ObjectGraph(GraphArchive(bytes))
/// for id in graph.objects where graph.typeName(of: id) == "Team" {
///     print(graph.title(of: id), graph.references(from: id).count)
/// }
/// ```
///
/// A graph takes about 16 bytes of memory for each object and each reference, in addition to the archive.
public struct ObjectGraph: Sendable {
    /// The archive of the graph.
    public var archive: GraphArchive { labels.archive }
    var records: ArchiveRecords { labels.records }
    let labels: ArchiveLabels
    /// The type of each object; `noType` for objects that are not composites, such as strings with an identity.
    private(set) var types: [Int32]
    /// The numbers of the objects to which each object refers, in the order of its record.
    private(set) var targets: ReferenceLists
    /// For each reference in ``targets``, whether it is conditional.
    private(set) var isConditional: [Bool] = []
    /// For each reference in ``targets``, the key of the field that contains it; 0 for none.
    private(set) var fieldKeys: [UInt32] = []
    /// For each reference in ``targets``, the object that contains it.
    private(set) var sources: [UInt32] = []
    /// For each object, the references to it, as positions in ``sources``.
    private(set) var referrers = ReferenceLists(capacity: 0)
    /// The number of the root object; 0 if the root is not an object but another value, such as an array.
    public private(set) var root: UInt32 = 0

    /// The entry in ``types`` for an object without a type.
    static let noType: Int32 = -1

    /// Creates a graph from the records of an archive.
    ///
    /// - Parameter archive: The archive.
    /// - Throws: `GraphCodableError` with the code `malformed` or `depthExceeded`, and the byte offset, if a record
    ///   violates the rules of the format; `limitExceeded` for more than `UInt32.max` references. Not all rules are checked;
    ///   use `GraphArchive.verify()` for that.
    /// - Complexity: O(*n*) for *n* bytes of the archive.
    public init(_ archive: GraphArchive) throws(GraphCodableError) {
        labels = ArchiveLabels(archive)
        targets = ReferenceLists(capacity: labels.records.idCount)
        types = Array(repeating: Self.noType, count: labels.records.idCount)
        try readReferences()
        referrers = ReferenceLists(positionsOf: targets.elements, count: types.count)
    }

    /// Reads the types of the objects and the references between them, in memory that does not depend on the number of values.
    private mutating func readReferences() throws(GraphCodableError) {
        // The object whose values are being added, and how many of them contain the next one.
        var (object, depth) = (0, 0)
        // The key of the field that contains the next value.
        var field: UInt32 = 0
        do {
            try records.readPieces(isInNumericalOrder: true) { id, values in
                if id != object {
                    targets.endLists(upTo: id)
                    (object, depth, field) = (id, 0, 0)
                }
                for value in values { add(value, of: object, &depth, &field) }
                try GraphCodableError.require(
                    UInt32(exactly: targets.elements.count) != nil, or: .limitExceeded,
                    "The archive has more than \(UInt32.max) references between objects.")
            }
        } catch {
            // `add` throws none, so it is one of a record.
            throw error as? GraphCodableError ?? GraphCodableError(.malformed, "\(error)")
        }
        targets.endLists(upTo: records.idCount)
    }

    private mutating func add(_ value: ArchivedValue, of object: Int, _ depth: inout Int, _ field: inout UInt32) {
        guard value.kind != .end else {
            depth -= 1
            return
        }
        if depth == 0 {
            if value.kind == .composite {
                types[object] = Int32(truncatingIfNeeded: value.number)
            } else if object == 0, value.kind == .reference {
                root = UInt32(truncatingIfNeeded: value.number)
            }
        } else if depth == 1 {
            field = value.key
        }
        if value.isContainer { depth += 1 }
        guard value.isReference, records.byteRange(of: value.number) != nil else { return }
        targets.elements.append(UInt32(truncatingIfNeeded: value.number))
        isConditional.append(value.kind == .conditionalReference)
        fieldKeys.append(field)
        sources.append(UInt32(truncatingIfNeeded: object))
    }

    /// One more than the highest object number.
    var idCount: Int { types.count }

    /// The number of references to objects in the archive, including conditional ones.
    public var referenceCount: Int { sources.count }

    /// Returns a Boolean value that indicates whether an object with this number exists.
    ///
    /// - Parameter id: The object's number, or 0 for the root.
    /// - Returns: `true` if the object exists.
    /// - Complexity: O(1).
    public func contains(_ id: UInt32) -> Bool {
        records.byteRange(of: Int(id)) != nil
    }

    /// The numbers of the objects in the archive, in ascending order. They include 0 if the root value is not an
    /// object.
    ///
    /// - Complexity: O(*n*) for *n* objects.
    public var objects: [UInt32] {
        let first: UInt32 = root == 0 ? 0 : 1
        return (first..<max(first, UInt32(idCount))).filter { records.byteRange(of: Int($0)) != nil }
    }

    /// Returns the size of an object's record in bytes, without the objects that it refers to.
    ///
    /// - Parameter id: The object's number.
    /// - Returns: The size; 0 if there is no such object.
    /// - Complexity: O(1).
    public func byteCount(of id: UInt32) -> Int {
        records.byteRange(of: Int(id))?.count ?? 0
    }
}
