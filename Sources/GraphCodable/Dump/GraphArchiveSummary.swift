/// What an archive says of itself outside of its records.
///
/// It lies at the archive's end, so that it can be read from an archive of any size without reading the rest.
public struct GraphArchiveSummary: Sendable, Hashable {
    /// A type whose values are in the archive.
    public struct ArchivedType: Sendable, Hashable {
        /// The qualified name, as in source code; for people.
        public let name: String
        /// What a decoder finds the type by; `nil` for value types and for classes with disabled inheritance.
        public let archiveName: String?
        /// Whether `archiveName` is one that the program chose, rather than the compiler's.
        public let hasChosenName: Bool
        /// Whether it is a class.
        public let isClass: Bool
        /// The version of the type's encoding; 0 when it has none.
        public let version: UInt32
        /// The number of values of this type, as the archive's writer counted them; decoding does not depend on it.
        public let count: UInt64
    }

    /// A list of values that a type writes.
    public struct Shape: Sendable, Hashable {
        /// The position of the type in ``GraphArchiveSummary/types``.
        public let type: Int
        /// The key of each value; `nil` for one without a key.
        public let keys: [String?]
    }

    /// The version of the archive format.
    public let formatVersion: Int
    /// The size of the archive, in bytes.
    public let byteCount: Int
    /// The bytes that the records take.
    public let recordByteCount: Int
    /// The bytes that the record table takes.
    public let recordTableByteCount: Int
    /// The bytes that the directory takes.
    public let directoryByteCount: Int
    /// The number of objects: of class instances, and of values with an identity.
    public let objectCount: Int
    /// The number of objects that are not in the archive: they were only met conditionally, or were lost when a damaged archive
    /// was salvaged.
    public let absentObjectCount: Int
    /// The types, in the order of their numbers.
    public let types: [ArchivedType]
    /// The shapes, in the order of their numbers.
    public let shapes: [Shape]
    /// The keys, in the order of their numbers, which begin at 1.
    public let keys: [String]

    /// Reads the summary of an archive that is not in memory.
    ///
    /// Reads the first 12 and the last 24 bytes, up to 20 bytes of the record table, and the directory.
    ///
    /// - Parameters:
    ///   - byteCount: The size of the archive, in bytes.
    ///   - policy: Limits the objects, the names and the entries of the directory.
    ///   - read: Returns the bytes in a range of offsets.
    /// - Throws: ``GraphCodableError`` as ``GraphArchive/init(_:)``; what `read` throws.
    /// - Complexity: O(*d*) for a directory of *d* bytes.
    public init(
        byteCount: Int, policy: GraphDecodingPolicy = GraphDecodingPolicy(), read: (Range<Int>) throws -> [UInt8]
    ) throws {
        func part<Result>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
            let bytes = try read(range)
            guard bytes.count == range.count else {
                throw GraphCodableError(
                    .truncated, "The archive is shorter than it was said to be.",
                    byteOffset: range.lowerBound + min(bytes.count, range.count))
            }
            return try bytes.withUnsafeBytes(body)
        }
        let size = max(0, byteCount)
        let layout = try part(0..<min(size, ArchiveFormat.headerSize)) { header in
            try part(max(0, size - ArchiveFormat.trailerSize)..<size) { trailer in
                try ArchiveLayout(byteCount: size, header: header, trailer: trailer)
            }
        }
        // Two numbers of ten bytes at most.
        let counts =
            layout.recordTable.lowerBound..<min(layout.recordTable.lowerBound + 20, layout.recordTable.upperBound)
        let (recordCount, idCount) = try part(counts) {
            var input = ByteInput(part: $0, origin: counts.lowerBound)
            let counts = try RecordTable.readCounts(&input, layout)
            try RecordTable.check(idCount: counts.idCount, policy.maximumObjectCount, at: input.offset)
            return counts
        }
        self = try part(layout.directory) {
            var input = ByteInput(part: $0, origin: layout.directory.lowerBound)
            let directory = try ArchiveDirectory(
                reading: &input, maximumNameLength: policy.maximumTypeNameLength,
                maximumEntryCount: policy.maximumDirectoryEntryCount)
            return GraphArchiveSummary(
                byteCount: size, layout: layout, recordCount: recordCount, idCount: idCount, directory: directory,
                typeCounts: try ArchiveDirectory.readCounts(&input, typeCount: directory.types.count))
        }
    }

    init(
        byteCount: Int, layout: ArchiveLayout, recordCount: Int, idCount: Int, directory: ArchiveDirectory,
        typeCounts: [UInt64]
    ) {
        formatVersion = Int(ArchiveFormat.version)
        self.byteCount = byteCount
        recordByteCount = layout.records.count
        recordTableByteCount = layout.recordTable.count
        directoryByteCount = layout.directory.count
        objectCount = recordCount - 1
        absentObjectCount = idCount - recordCount
        types = zip(directory.types, typeCounts).map { type, count in
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
