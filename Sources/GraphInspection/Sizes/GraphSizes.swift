import GraphCodable
import GraphCodableCompression

/// What the parts of an archive take: by type, by field, and the largest objects and values.
///
/// ```swift
/// let sizes = GraphSizes(try ObjectGraph(GraphArchive(bytes)))
/// for type in sizes.objects.prefix(3) {
///     print(type.name, type.count, type.byteCount)
/// }
/// ```
public struct GraphSizes: Sendable {
    /// The size of the raw archive, in bytes.
    public let byteCount: Int
    /// The bytes of the compressed archive's blocks; `nil` when they are not known.
    public let compressedByteCount: Int?
    /// The objects, by type, the largest first. Together they take the bytes of all records.
    public let objects: [TypeSize]
    /// The structs and enums inside objects, by type, the largest first. Their bytes are those of the objects, too.
    public let values: [TypeSize]
    /// The bytes that say where each record lies.
    public let recordTableByteCount: Int
    /// The bytes for the names of types and keys.
    public let directoryByteCount: Int
    /// What it saved that objects are stored once.
    public let sharing: SharingSummary
    /// The largest objects, in descending order.
    public let largestObjects: [LargeObject]
    /// The largest strings, binary values and arrays of numbers, in descending order.
    public let largestValues: [LargeValue]

    /// Adds up what the values of an archive take.
    ///
    /// The share of a value in the compressed archive is told by the block that it lies in: the bytes of a block are divided
    /// evenly among what it holds.
    ///
    /// - Parameters:
    ///   - graph: The archive's objects.
    ///   - blocks: The blocks of the compressed archive, in their order, if the shares in it are to be told.
    ///   - limit: How many of the largest objects and values to list.
    /// - Complexity: O(*n*) for *n* bytes of the archive.
    public init(_ graph: ObjectGraph, blocks: [GraphContainer.Block] = [], limit: Int = 10) {
        let summary = graph.archive.summary
        byteCount = summary.byteCount
        recordTableByteCount = summary.recordTableByteCount
        directoryByteCount = summary.directoryByteCount
        let shares = BlockShares(blocks)
        compressedByteCount = shares == nil ? nil : blocks.reduce(0) { $0 + $1.storedByteCount }
        var collector = SizeCollector(graph, shares: shares, limit: limit)
        collector.run()
        objects = collector.objectSizes
        values = collector.innerSizes
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
            // An archive of many gigabytes that was made for it could exceed even 64 bits.
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

    /// Describes a value.
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
