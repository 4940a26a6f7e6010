/// A raw archive that you can inspect without the Swift types of its values.
///
/// Archives are self-describing: a program that knows none of their classes can list and check their contents. No value
/// of the archive is decoded, and no type is looked up.
///
/// ```swift
/// let archive = try GraphArchive(bytes)
/// try archive.verify()
/// for type in archive.summary.types where type.isClass {
///     print(type.name, type.count)
/// }
/// print(try archive.dump())
/// ```
public struct GraphArchive: Sendable {
    package let records: ArchiveRecords
    /// The format version, the sizes, and the types, keys and shapes that the archive names.
    public let summary: GraphArchiveSummary

    /// Opens an archive and checks its structure: header, trailer, record table and directory.
    ///
    /// This initializer does not check the values inside the records; call ``verify()`` for that.
    ///
    /// - Parameter bytes: The archive. An array is used as it is; anything else is copied into one.
    /// - Throws: ``GraphCodableError`` with the code `notAnArchive`, `unsupportedVersion`, `unsupportedFeature`,
    ///   `truncated`, `malformed` or `limitExceeded`, and the byte offset of the problem.
    /// - Complexity: O(*r* + *d*) for *r* records and a directory of *d* bytes.
    public init(_ bytes: some Sequence<UInt8>) throws(GraphCodableError) {
        self.init(try ArchiveRecords(Array(bytes), policy: .inspection))
    }

    /// Opens an archive in memory that something else owns, without copying it.
    ///
    /// - Parameters:
    ///   - bytes: The archive, which must neither move nor change as long as `owner` exists.
    ///   - owner: The owner of the memory.
    ///   - policy: The limits on objects, names, directory entries, and on what ``verify()`` accepts.
    /// - Throws: The same errors as ``init(_:)``.
    package init(
        _ bytes: UnsafeRawBufferPointer, owner: any Sendable, policy: GraphDecodingPolicy
    ) throws(GraphCodableError) {
        self.init(try ArchiveRecords(.owned(bytes, owner: owner), policy: policy))
    }

    private init(_ records: ArchiveRecords) {
        self.records = records
        summary = GraphArchiveSummary(records)
    }
}
