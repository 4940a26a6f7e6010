import GraphCodable
import GraphCodableCompression

/// The sizes of an archive's parts: by type, by field, and of the largest objects and values.
///
/// ```swift
/// let sizes = try GraphSizes(GraphArchive(bytes))
/// for type in sizes.objects.prefix(3) {
///     print(type.name, type.count, type.byteCount)
/// }
/// ```
public struct GraphSizes: Sendable {
    /// The size of the raw archive in bytes.
    public let byteCount: Int
    /// The bytes of the compressed archive's blocks; `nil` if the blocks are unknown.
    public let compressedByteCount: Int?
    /// The number of the compressed archive's blocks; 0 if unknown.
    public let blockCount: Int
    /// The number of filtered blocks. In these the compressed size of a value is its part of the streams of its field. In
    /// other blocks it is an estimate: the bytes of a block are divided evenly among its content.
    public let filteredBlockCount: Int
    /// The objects by type, in descending order of size. The total is the size of all records.
    public let objects: [TypeSize]
    /// The structs and enums within objects by type, in descending order of size. Their bytes are also part of those
    /// objects.
    public let values: [TypeSize]
    /// The bytes of the table with the positions of the records.
    public let recordTableByteCount: Int
    /// The bytes of the names of types and keys.
    public let directoryByteCount: Int
    /// The compressed size of everything but the objects, in bytes; `nil` if unknown.
    public let compressedOtherByteCount: Double?
    /// The savings from storing shared objects once.
    public let sharing: SharingSummary
    /// The largest objects, in descending order.
    public let largestObjects: [LargeObject]
    /// The largest strings, binary values and arrays of numbers, in descending order.
    public let largestValues: [LargeValue]

    /// Computes the sizes of an archive's values.
    ///
    /// - Parameters:
    ///   - archive: The archive.
    ///   - file: The compressed file of the archive, to compute compressed sizes; none by default.
    ///   - limit: The number of largest objects and values to list.
    /// - Throws: `GraphCodableError` with the code `malformed` or `depthExceeded`, and the byte offset, if a record
    ///   violates the rules of the format; `GraphContainerError`: `damaged`, `malformed`,
    ///   `unsupportedCodec` or `fileFailure` for a block of the file, `limitExceeded` if one takes more memory than the policy allows.
    /// - Complexity: O(*n*) for *n* bytes of the archive, which are decompressed once more for compressed sizes.
    public init(_ archive: GraphArchive, file: GraphContainerFile? = nil, limit: Int = 10) throws {
        let labels = ArchiveLabels(archive)
        let (summary, records) = (archive.summary, labels.records)
        byteCount = summary.byteCount
        recordTableByteCount = summary.recordTableByteCount
        directoryByteCount = summary.directoryByteCount
        let shares = try file.flatMap { try CompressedOffsets($0) }
        compressedByteCount = shares?.byteCount
        blockCount = shares?.blockCount ?? 0
        filteredBlockCount = shares?.filteredBlockCount ?? 0
        let collector = try SizeCollector(labels, shares: shares, limit: limit)
        let objects = collector.objectSizes
        self.objects = objects
        values = collector.innerSizes
        compressedOtherByteCount = compressedByteCount.map { total in
            objects.reduce(Double(total)) { $0 - ($1.compressedByteCount ?? 0) }
        }
        var sharing = SharingSummary()
        var largest = TopList<UInt32>(limit: limit)
        for (id, count) in collector.referenceCounts.enumerated() {
            guard let size = records.byteRange(of: id)?.count else { continue }
            largest.add(UInt32(id), size: size)
            let references = Int(count)
            guard references > 1 else { continue }
            sharing.objectCount += 1
            sharing.referenceCount += references
            sharing.byteCount += size
            // In an archive of many gigabytes this could overflow even 64 bits.
            let saved = size.multipliedClamped(by: references - 1)
            sharing.savedByteCount = sharing.savedByteCount.addingClamped(saved)
        }
        self.sharing = sharing
        largestObjects = largest.elements.map { id in
            LargeObject(
                id: id, title: labels.title(of: id), byteCount: records.byteRange(of: Int(id))?.count ?? 0,
                referenceCount: Int(collector.referenceCounts[Int(id)]))
        }
        largestValues = Self.describe(collector.largestValues.elements, labels)
    }

    /// The number of values of an object among which the place of a large one is looked for: a list of all could take fifty times
    /// the bytes of the object.
    private static let searchedValueCount = 1 << 17

    /// Describes large values. Reads each object once, however many of its values are large.
    private static func describe(
        _ values: [(object: UInt32, value: ArchivedValue)], _ labels: ArchiveLabels
    ) -> [LargeValue] {
        var titles: [UInt32: String] = [:]
        var paths: [Int: String] = [:]
        for (object, large) in Dictionary(grouping: values, by: \.object) {
            titles[object] = labels.title(of: object)
            let starts = Set(large.map(\.value.start))
            let others = labels.values(of: object, limit: searchedValueCount)
            var path = ValuePath(labels)
            for (position, other) in others.enumerated() {
                path.advance(to: position, in: others)
                if !other.isContainer, starts.contains(other.start) { paths[other.start] = path.text(in: others) }
            }
        }
        return values.map { object, value in
            LargeValue(
                object: object, title: titles[object] ?? "", path: paths[value.start] ?? "…",
                kind: ArchiveLabels.kindName(value.kind), byteCount: value.byteCount,
                text: labels.records.text(of: value, limit: 40))
        }
    }
}
