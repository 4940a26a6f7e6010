/// What can be had of a raw archive of which parts are lost.
///
/// The objects whose records are whole, and a sound archive of them; the others by number and, where it can still be
/// told, by type. No value is decoded and no type is looked up, as with ``GraphArchive``.
///
/// The record table, the directory and the trailer, which end an archive, must be whole: they say where each object lies
/// and what its values are.
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
    /// An object that cannot be had back.
    public struct LostObject: Sendable, Hashable {
        /// The object's number, by which references name it.
        public let id: UInt32
        /// The qualified name of its type; `nil` when that is lost, too, or when the object has none, such as a string with
        /// an identity.
        public let typeName: String?
        /// Where its record lies in the raw archive, in bytes.
        public let byteRange: Range<Int>
        /// The keys of the values that stand before the first byte that is lost. They are in the new archive if that keeps
        /// partial objects.
        public let readableKeys: [String]
    }

    /// How many values of a type are lost.
    public struct LostType: Sendable, Hashable {
        /// The qualified name of the type.
        public let name: String
        /// Whether it is a class.
        public let isClass: Bool
        /// The number of its values, inside others or on their own, that the archive's writer counted and that are not in
        /// the records that are left.
        public let count: UInt64
    }

    /// What becomes of references to lost objects.
    public enum LostReferences: Sendable, Hashable {
        /// All of them read as nil. Where the type has no nil, decoding fails and names the lost object.
        case readAsNil
        /// Those that are elements of arrays and sets, keys or values of dictionaries, are taken out with their element or
        /// pair; all others read as nil.
        case removed
    }

    let storage: ArchiveStorage
    let lostRanges: [Range<Int>]
    /// Whether the record of each id is not usable, by id; false for ids that never had one.
    let isLost: [Bool]
    /// The number of values in the records that are left, by type.
    let keptCounts: [UInt64]

    /// What the directory of the archive says of it, as it was before the loss.
    public let summary: GraphArchiveSummary
    /// The number of objects in the archive before the loss.
    public var objectCount: Int { summary.objectCount }
    /// The number of objects that cannot be had back.
    public let lostObjectCount: Int
    /// The first of the lost objects, as many as were asked for.
    public let lostObjects: [LostObject]
    /// The types of what is lost, as far as the counts in the directory tell it; they do not tell of objects that are no
    /// composites, such as strings with an identity.
    public let lostTypes: [LostType]
    /// Whether the root, or the object that is the root, is lost. Then an archive must be given another one to be decoded.
    public let isRootLost: Bool
    /// The number of references to lost objects in what is left.
    public let lostReferenceCount: Int

    /// Whether nothing is lost.
    public var isComplete: Bool { lostObjectCount == 0 && !isRootLost }

    /// Finds out which objects are whole.
    ///
    /// Objects whose records lie outside of the lost ranges are lost nevertheless when they break a rule of the format.
    ///
    /// - Parameters:
    ///   - bytes: The archive, with anything in place of what is lost.
    ///   - lostRanges: Where bytes are lost, in ascending order.
    ///   - maximumListedObjectCount: How many lost objects to describe in ``lostObjects``.
    ///   - policy: Limits the objects, the names and the entries of the directory.
    /// - Throws: ``GraphCodableError`` as ``GraphArchive/init(_:)``; `truncated` or `malformed` when the record table, the
    ///   directory or the trailer is lost.
    /// - Complexity: O(*n*) for *n* bytes.
    public init(
        _ bytes: [UInt8], lostRanges: [Range<Int>] = [], maximumListedObjectCount: Int = 100,
        policy: GraphDecodingPolicy = GraphDecodingPolicy()
    ) throws(GraphCodableError) {
        let storage = try SalvageSurvey.open(bytes, lostRanges, policy: policy)
        try self.init(storage: storage, lostRanges, maximumListedObjectCount)
    }

    private init(
        storage: ArchiveStorage, _ lostRanges: [Range<Int>], _ maximumListedObjectCount: Int
    ) throws(GraphCodableError) {
        self.storage = storage
        self.lostRanges = lostRanges
        summary = GraphArchiveSummary(
            byteCount: storage.layout.directory.upperBound + ArchiveFormat.trailerSize, layout: storage.layout,
            recordCount: storage.records.recordCount, idCount: storage.records.count, directory: storage.directory,
            typeCounts: storage.typeCounts)
        let survey = try SalvageSurvey(storage, lostRanges, maximumListedObjectCount)
        isLost = survey.isLost
        keptCounts = survey.keptCounts
        lostObjectCount = survey.lostObjectCount
        lostObjects = survey.lostObjects
        isRootLost = survey.isRootLost
        lostReferenceCount = survey.lostReferenceCount
        lostTypes = zip(summary.types, keptCounts).compactMap { type, kept in
            type.count > kept ? LostType(name: type.name, isClass: type.isClass, count: type.count - kept) : nil
        }
    }

    /// Whether an object's record is there and whole.
    ///
    /// - Parameter id: The object's number.
    /// - Complexity: O(1).
    public func isWhole(_ id: UInt32) -> Bool {
        guard id > 0, Int(clamping: id) < isLost.count else { return false }
        return !isLost[Int(id)] && storage.record(Int(id)) != nil
    }
}
