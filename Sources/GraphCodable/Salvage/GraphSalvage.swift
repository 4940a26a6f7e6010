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
        /// References that are elements of arrays or sets, or keys or values of dictionaries, are removed with their
        /// element or pair. All others read as nil.
        case removed
    }

    private let survey: SalvageSurvey
    var storage: ArchiveStorage { survey.storage }
    /// For each ID, whether its record is unusable; `false` for IDs that never had one.
    var isLost: [Bool] { survey.isLost }
    /// The number of values in the remaining records, by type.
    var keptCounts: [UInt64] { survey.keptCounts }

    /// The description of the archive as it was before the loss.
    public let summary: GraphArchiveSummary
    /// The number of objects in the archive before the loss.
    public var objectCount: Int { summary.objectCount }
    /// The number of objects that cannot be recovered.
    public var lostObjectCount: Int { survey.lostObjectCount }
    /// The first of the lost objects, up to the requested number.
    public var lostObjects: [LostObject] { survey.lostObjects }
    /// The types of the lost values, as far as the counts in the directory show them. The counts do not cover objects
    /// that are not composites, such as strings with an identity.
    public let lostTypes: [LostType]
    /// A Boolean value that indicates whether the root, or the object that is the root, is lost. If so, choose another
    /// root for the new archive to be able to decode it.
    public var isRootLost: Bool { survey.isRootLost }
    /// The number of references in the remaining records to lost objects.
    public var lostReferenceCount: Int { survey.lostReferenceCount }

    /// A Boolean value that indicates whether nothing is lost.
    public var isComplete: Bool { lostObjectCount == 0 && !isRootLost }

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
        let storage = try SalvageSurvey.open(bytes, lostRanges, policy: policy)
        let survey = try SalvageSurvey(storage, lostRanges, maximumListedObjectCount)
        self.survey = survey
        summary = GraphArchiveSummary(storage)
        lostTypes = zip(summary.types, survey.keptCounts).compactMap { type, kept in
            type.count > kept ? LostType(name: type.name, isClass: type.isClass, count: type.count - kept) : nil
        }
    }

    /// Returns whether an object's record exists and is intact.
    ///
    /// - Parameter id: The object's number.
    /// - Returns: `true` if the record exists and is intact.
    /// - Complexity: O(1).
    public func isWhole(_ id: UInt32) -> Bool {
        guard id > 0, Int(clamping: id) < isLost.count else { return false }
        return !isLost[Int(id)] && storage.record(Int(id)) != nil
    }
}
