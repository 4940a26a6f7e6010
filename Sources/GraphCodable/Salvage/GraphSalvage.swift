/// The recoverable contents of a damaged raw archive.
///
/// A salvage finds the objects whose records are intact, and writes a valid archive of them. It lists the others by
/// number and, if known, by type. Like ``GraphArchive``, it decodes no value and looks up no type.
///
/// The record table, the directory and the trailer, at the end of an archive, must be intact: they state where each
/// object is and what its values are.
///
/// ```swift
/// let salvage = try GraphSalvage(plain, lostRanges: [65_536..<131_072])
/// for object in salvage.lostObjects {
///     print(object.id, object.typeName ?? "of an unknown type")
/// }
/// let (archive, _) = try salvage.archive(lostReferences: .removed)
/// let document = try GraphDecoder().decode(Document.self, from: archive)
/// ```
public struct GraphSalvage: Sendable {
    /// An object that cannot be recovered.
    public struct LostObject: Sendable, Hashable {
        /// The object's number, by which references identify it.
        public let id: UInt32
        /// The qualified name of its type. It is `nil` if the name is lost, too, or if the object has none, such as a
        /// string with an identity.
        public let typeName: String?
        /// The position of its record in the raw archive, in bytes.
        public let byteRange: Range<Int>
    }

    /// A type with the number of its values that are lost.
    public struct LostType: Sendable, Hashable {
        /// The qualified name of the type.
        public let name: String
        /// A Boolean value that indicates whether the type is a class.
        public let isClass: Bool
        /// The number of values of this type, nested or separate, that were counted when the archive was written but
        /// are not in the remaining records.
        public let count: UInt64
    }

    /// How to treat references to lost objects.
    public enum LostReferences: Sendable, Hashable {
        /// All of them read as nil. If the type of a reference has no nil, decoding fails and names the lost object.
        case readAsNil
        /// References that are elements of arrays or sets, or values of dictionaries, are removed with their element or
        /// pair. So are pairs whose key contains such a reference. All others read as nil.
        case removed
        /// As ``removed``; an element or a pair is also removed if such a reference is in an array, set, dictionary or struct
        /// that it contains as a value. A value with an identity that has such a reference as a property counts as lost.
        case removedWithElement
        /// As ``removedWithElement``; a struct that has such a reference as a property, and is a property of an object itself,
        /// reads as nil.
        case removedWithProperty
    }

    let records: ArchiveRecords
    /// For each ID, whether its record is unusable; `false` for IDs that never had one.
    private(set) var isLost: [Bool]
    /// The number of values in the remaining records, by type.
    private(set) var keptCounts: [UInt64] = []

    /// The description of the archive as it was before the loss.
    public let summary: GraphArchiveSummary
    /// The number of objects in the archive before the loss.
    public var objectCount: Int { summary.objectCount }
    /// The number of objects that cannot be recovered.
    public private(set) var lostObjectCount = 0
    /// The first of the lost objects, up to the requested number.
    public private(set) var lostObjects: [LostObject] = []
    /// The types of the lost values, as far as the counts in the directory show them. The counts do not cover objects
    /// that are not composites, such as strings with an identity.
    public private(set) var lostTypes: [LostType] = []
    /// A Boolean value that indicates whether the root, or the object that is the root, is lost. If so, choose another
    /// root for the new archive to be able to decode it.
    public private(set) var isRootLost = false
    /// The number of references in the remaining records to lost objects.
    public private(set) var lostReferenceCount = 0
    /// Whether a conditional reference leads to nothing. It may be that of an object that was lost before the archive was written.
    package private(set) var hasReferencesToNothing = false
    /// What a library that found the bytes keeps for the file of the remaining objects.
    package var origin: (any Sendable)?

    /// A Boolean value that indicates whether nothing is lost: neither the root nor an object, nor a value that the directory
    /// counts.
    public var isComplete: Bool { lostObjectCount == 0 && !isRootLost && lostTypes.isEmpty }

    /// Determines which objects are intact.
    ///
    /// An object whose record is outside the lost ranges also counts as lost if the record violates the format.
    ///
    /// - Parameters:
    ///   - bytes: The archive, with arbitrary bytes in place of the lost ones.
    ///   - lostRanges: The ranges of lost bytes, in any order.
    ///   - maximumListedObjectCount: The maximum number of lost objects to describe in ``lostObjects``.
    ///   - policy: The limits on objects, names and directory entries.
    /// - Throws: ``GraphCodableError`` as ``GraphArchive/init(_:)``; `truncated` or `malformed` if the record table,
    ///   the directory or the trailer is lost.
    /// - Complexity: O(*n*) for *n* bytes.
    public init(
        _ bytes: [UInt8], lostRanges: [Range<Int>] = [], maximumListedObjectCount: Int = 100,
        policy: GraphDecodingPolicy = GraphDecodingPolicy()
    ) throws(GraphCodableError) {
        let lost = LostRanges(lostRanges)
        records = try Self.open(bytes, lost, policy: policy)
        summary = GraphArchiveSummary(records)
        isLost = Array(repeating: false, count: records.idCount)
        try records.withWalker { (walker) throws(GraphCodableError) in
            findLost(walker, lost, maximumListedObjectCount)
            try countKept(walker)
        }
        lostTypes = zip(summary.types, keptCounts).compactMap { type, kept in
            type.count > kept ? LostType(name: type.name, isClass: type.isClass, count: type.count - kept) : nil
        }
    }

    /// Returns whether an object's record exists and is intact.
    ///
    /// - Parameter id: The object's number; `false` is returned for 0, which is the root.
    /// - Returns: `true` if the record exists and is intact.
    /// - Complexity: O(1).
    public func isWhole(_ id: UInt32) -> Bool {
        guard id > 0, Int(clamping: id) < isLost.count else { return false }
        return !isLost[Int(id)] && records.byteRange(of: Int(id)) != nil
    }

    private mutating func findLost(_ walker: ValueWalker, _ lostRanges: LostRanges, _ maximumListedCount: Int) {
        var noCounts: [UInt64] = []
        for id in isLost.indices {
            guard let record = records.byteRange(of: id) else { continue }
            let firstLost = lostRanges.first(in: record)
            if firstLost == nil, (try? records.verify(id..<id + 1, walker, addingTo: &noCounts)) != nil { continue }
            isLost[id] = true
            guard id > 0 else { continue }
            lostObjectCount += 1
            if lostObjects.count < maximumListedCount {
                let type = walker.typeOfComposite(record.lowerBound..<(firstLost ?? record.upperBound))
                lostObjects.append(LostObject(id: UInt32(id), typeName: type?.readableName, byteRange: record))
            }
        }
    }

    private mutating func countKept(_ walker: ValueWalker) throws(GraphCodableError) {
        var counter = CompositeCounter(records.directory, isLost: isLost, records)
        isRootLost = isLost[0]
        for id in isLost.indices where !isLost[id] {
            guard let record = records.byteRange(of: id) else { continue }
            try walker.walk(over: record, visitor: &counter)
            if id == 0, _GraphReader.isReference(walker.archive.load(fromByteOffset: record.lowerBound, as: UInt8.self))
            {
                isRootLost = counter.lostReferenceCount > 0
            }
        }
        keptCounts = counter.counts
        lostReferenceCount = counter.lostReferenceCount
        hasReferencesToNothing = counter.hasReferencesToNothing
    }
}

/// Counts the composites of each type, and the references to lost objects.
struct CompositeCounter: ArchiveValueVisitor {
    private let directory: ArchiveDirectory
    private let isLost: [Bool]
    private let records: ArchiveRecords?
    private(set) var counts: [UInt64]
    private(set) var lostReferenceCount = 0
    private(set) var hasReferencesToNothing = false

    /// - Parameters:
    ///   - isLost: Whether an object is lost, by ID; nothing if no object is.
    ///   - records: The archive, if references to nothing are sought.
    init(_ directory: ArchiveDirectory, isLost: [Bool] = [], _ records: ArchiveRecords? = nil) {
        (self.directory, self.isLost, self.records) = (directory, isLost, records)
        counts = Array(repeating: 0, count: directory.types.count)
    }

    mutating func begin(_ container: ArchiveContainer, at position: UnsafeRawPointer) {
        if case .composite(let shape, _) = container {
            counts[directory.shapes[shape].type] += 1
        }
    }

    mutating func visitReference(_ reference: ArchiveReference) {
        guard !isLost.isEmpty else { return }
        if isLost[Int(reference.id)] {
            lostReferenceCount += 1
        } else if let records, records.byteRange(of: Int(reference.id)) == nil {
            hasReferencesToNothing = true
        }
    }
}
