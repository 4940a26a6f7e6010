import GraphCodable
import GraphCodableCompression

/// The sizes of an archive's parts: by type, by field, and of the largest objects and values.
///
/// ```swift
/// let sizes = GraphSizes(try ObjectGraph(GraphArchive(bytes)))
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
    ///   - graph: The archive's objects.
    ///   - blocks: The shares in all blocks of the compressed archive, in their order, to compute compressed sizes; none by
    ///     default.
    ///   - limit: The number of largest objects and values to list.
    /// - Complexity: O(*n*) for *n* bytes of the archive.
    public init(_ graph: ObjectGraph, blocks: [GraphContainer.BlockShares] = [], limit: Int = 10) {
        let summary = graph.archive.summary
        byteCount = summary.byteCount
        recordTableByteCount = summary.recordTableByteCount
        directoryByteCount = summary.directoryByteCount
        let shares = ArchiveShares(blocks)
        compressedByteCount = shares == nil ? nil : blocks.reduce(0) { $0 + $1.storedByteCount }
        blockCount = blocks.count
        filteredBlockCount = blocks.count { $0.isByField }
        var collector = SizeCollector(graph, shares: shares, limit: limit)
        collector.run()
        let objects = collector.objectSizes
        self.objects = objects
        values = collector.innerSizes
        compressedOtherByteCount = compressedByteCount.map { total in
            objects.reduce(Double(total)) { $0 - ($1.compressedByteCount ?? 0) }
        }
        var sharing = SharingSummary()
        var largest = TopList<UInt32>(limit: limit)
        for id in 0..<UInt32(graph.idCount) {
            let size = graph.byteCount(of: id)
            largest.add(id, size: size)
            let references = graph.referenceCount(to: id)
            guard references > 1 else { continue }
            sharing.objectCount += 1
            sharing.referenceCount += references
            sharing.byteCount += size
            // In an archive of many gigabytes this could overflow even 64 bits.
            let (saved, isTooLarge) = size.multipliedReportingOverflow(by: references - 1)
            let (sum, overflows) = sharing.savedByteCount.addingReportingOverflow(isTooLarge ? .max : saved)
            sharing.savedByteCount = overflows ? .max : sum
        }
        self.sharing = sharing
        largestObjects = largest.elements.filter { graph.contains($0) }.map {
            LargeObject(
                id: $0, title: graph.title(of: $0), byteCount: graph.byteCount(of: $0),
                referenceCount: graph.referenceCount(to: $0))
        }
        largestValues = collector.largestValues.elements.compactMap { Self.value(at: $0.start, in: $0.object, graph) }
    }

    /// Returns the description of a value.
    private static func value(at start: Int, in object: UInt32, _ graph: ObjectGraph) -> LargeValue? {
        let values = graph.values(of: object)
        var path = ValuePath(graph)
        for (position, value) in values.enumerated() {
            path.advance(to: position, in: values)
            guard value.start == start, !value.isContainer else { continue }
            return LargeValue(
                object: object, title: graph.title(of: object), path: path.text(in: values),
                kind: ObjectGraph.kindName(value.kind), byteCount: value.byteCount,
                text: graph.records.text(of: value, limit: 40))
        }
        return nil
    }
}
