/// A description of an archive, apart from the contents of its records.
///
/// It is at the archive's end, so it can be read from an archive of any size without reading the rest.
public struct GraphArchiveSummary: Sendable, Hashable {
    /// A type that has values in the archive.
    public struct ArchivedType: Sendable, Hashable {
        /// The qualified name, as in source code. It is for people only.
        public let name: String
        /// The name by which a decoder finds the type, or `nil` for value types and for classes with disabled
        /// inheritance.
        public let archiveName: String?
        /// A Boolean value that indicates whether the program chose `archiveName`, rather than the compiler.
        public let hasChosenName: Bool
        /// A Boolean value that indicates whether the type is a class.
        public let isClass: Bool
        /// The version of the type's encoding, or 0 if it has none.
        public let version: UInt32
        /// The number of values of this type, as counted when the archive was written. Decoding does not depend on it;
        /// searches for the objects of a type do.
        public let count: UInt64
    }

    /// A list of values that a type writes.
    public struct Shape: Sendable, Hashable {
        /// The index of the type in ``GraphArchiveSummary/types``.
        public let type: Int
        /// The key of each value, or `nil` for an unkeyed value.
        public let keys: [String?]
    }

    /// The version of the archive format.
    public let formatVersion: Int
    /// The size of the archive in bytes.
    public let byteCount: Int
    /// The size of the records in bytes.
    public let recordByteCount: Int
    /// The size of the record table in bytes.
    public let recordTableByteCount: Int
    /// The size of the directory in bytes.
    public let directoryByteCount: Int
    /// The number of objects: class instances, and values with an identity.
    public let objectCount: Int
    /// The number of objects that are not in the archive, because they were only encoded conditionally or were lost
    /// when a damaged archive was salvaged.
    public let absentObjectCount: Int
    /// The types, in the order of their numbers.
    public let types: [ArchivedType]
    /// The shapes, in the order of their numbers.
    public let shapes: [Shape]
    /// The keys, in the order of their numbers, which begin at 1.
    public let keys: [String]
    /// The names of the roots, in their order in the archive: the keys of the root value, if it is a struct. Empty if the
    /// root value has more than 64 KiB; that of ``GraphRoots`` has a few bytes for each root.
    public let rootNames: [String]
    /// What programs added to the archive beside the graph: bytes, by their names.
    ///
    /// These belong to the raw archive. Texts about a compressed archive for people and tools are its metadata, which is lost
    /// when it is decompressed.
    public let extensions: [String: Bytes]

    /// Reads the summary of an archive that is not in memory.
    ///
    /// This initializer reads the first 9 and the last 23 bytes, up to 30 bytes of the record table, the directory, and
    /// the root value if it has at most 64 KiB.
    ///
    /// - Parameters:
    ///   - byteCount: The size of the archive in bytes.
    ///   - policy: The limits on objects, names and directory entries.
    ///   - read: A closure that returns the bytes in a range of offsets.
    /// - Throws: ``GraphCodableError`` as ``GraphArchive/init(_:)``, and any error that `read` throws.
    /// - Complexity: O(*d*) for a directory of *d* bytes.
    public init(
        byteCount: Int, policy: GraphDecodingPolicy = GraphDecodingPolicy(), read: (Range<Int>) throws -> [UInt8]
    ) throws {
        func part<Result>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
            let bytes = try read(range)
            try GraphCodableError.require(
                bytes.count == range.count, or: .truncated, "The archive is shorter than it was said to be.",
                at: range.lowerBound + min(bytes.count, range.count))
            return try bytes.withUnsafeBytes(body)
        }
        let size = max(0, byteCount)
        let layout = try part(0..<min(size, ArchiveFormat.headerSize)) { header in
            try part(max(0, size - ArchiveFormat.maximumTrailerSize)..<size) { trailer in
                try ArchiveLayout(byteCount: size, header: header, trailer: trailer)
            }
        }
        // Three varints of at most ten bytes each.
        let counts =
            layout.recordTable.lowerBound..<min(layout.recordTable.lowerBound + 30, layout.recordTable.upperBound)
        let (recordCount, idCount, rootSize) = try part(counts) {
            var input = ByteInput(part: $0, origin: counts.lowerBound)
            let counts = try RecordTable.readCounts(&input, layout)
            try RecordTable.check(idCount: counts.idCount, policy.maximumObjectCount, at: input.offset)
            return (counts.recordCount, counts.idCount, try input.readVarint() >> 1)
        }
        self = try part(layout.directory) {
            var input = ByteInput(part: $0, origin: layout.directory.lowerBound)
            let directory = try ArchiveDirectory(reading: &input, policy)
            let end = try directory.readEnd(&input)
            return try part(RootNames.range(in: layout, size: rootSize)) {
                GraphArchiveSummary(layout, recordCount: recordCount, idCount: idCount, directory, end, root: $0)
            }
        }
    }

    init(_ records: ArchiveRecords) {
        let root = RootNames.range(in: records.layout, size: UInt64(records.table.slots[0].size))
        self = records.withBytes {
            GraphArchiveSummary(
                records.layout, recordCount: records.table.recordCount, idCount: records.idCount, records.directory,
                (records.typeCounts, records.extensions), root: UnsafeRawBufferPointer(rebasing: $0[root]))
        }
    }

    /// - Parameters:
    ///   - end: What follows the directory.
    ///   - root: The root's record, or no bytes if it is large.
    init(
        _ layout: ArchiveLayout, recordCount: Int, idCount: Int, _ directory: ArchiveDirectory,
        _ end: (counts: [UInt64], extensions: [String: Bytes]), root: UnsafeRawBufferPointer
    ) {
        extensions = end.extensions
        rootNames = RootNames.read(root, directory, idCount: idCount)
        formatVersion = Int(ArchiveFormat.version)
        byteCount = layout.byteCount
        recordByteCount = layout.records.count
        recordTableByteCount = layout.recordTable.count
        directoryByteCount = layout.directory.count
        objectCount = recordCount - 1
        absentObjectCount = idCount - recordCount
        types = zip(directory.types, end.counts).map { type, count in
            ArchivedType(
                name: type.readableName, archiveName: type.name, hasChosenName: type.hasProgramName,
                isClass: type.isReference, version: type.version, count: count)
        }
        shapes = directory.shapes.map { shape in
            Shape(
                type: shape.type,
                keys: (0..<shape.count).map { shape.slots[$0].keyID == 0 ? nil : shape.slots[$0].key })
        }
        keys = directory.keys
    }
}
