import GraphCodable

extension GraphSalvage {
    /// Finds out which objects are whole in what was recovered of a damaged archive.
    ///
    /// - Parameters:
    ///   - salvaged: What was recovered.
    ///   - maximumListedObjectCount: How many lost objects to describe.
    ///   - policy: Limits the objects, the names and the entries of the directory.
    /// - Throws: `GraphCodableError` when the end of the raw archive, which lists its objects, is lost; with the code
    ///   `limitExceeded` when its directory has too many entries.
    /// - Complexity: Linear in the size of the raw archive.
    public init(
        _ salvaged: GraphContainer.SalvagedBytes, maximumListedObjectCount: Int = 100,
        policy: GraphDecodingPolicy = GraphDecodingPolicy()
    ) throws {
        try self.init(
            salvaged.bytes,
            lostRanges: salvaged.report.lostRanges.map {
                Int(clamping: $0.plainRange.lowerBound)..<Int(clamping: $0.plainRange.upperBound)
            },
            maximumListedObjectCount: maximumListedObjectCount, policy: policy)
    }

    /// Writes a sound archive of what is left.
    ///
    /// - Parameters:
    ///   - output: Where it goes; not to the damaged archive, which should be kept.
    ///   - codec: How to compress; `nil` for a raw archive.
    ///   - options: Block size, threads, metadata.
    ///   - lostReferences: What becomes of references to lost objects.
    ///   - root: The number of the object that is to be the root; `nil` for the root that was.
    ///   - keepsPartialObjects: Whether to keep objects of which the beginning is left, with nil for what is lost.
    /// - Returns: The number of elements that were taken out of collections.
    /// - Throws: `GraphCodableError` as ``GraphCodable/GraphSalvage/archive(lostReferences:root:keepsPartialObjects:)``; ``GraphContainerError``:
    ///   `fileFailure`, `invalidArgument`; what the codec throws.
    /// - Complexity: Linear in the size of the raw archive, of which there are two copies in memory.
    @discardableResult
    public func write(
        to output: GraphContainer.Endpoint, codec: GraphCodec? = nil,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions(),
        lostReferences: LostReferences = .readAsNil, root: UInt32? = nil, keepsPartialObjects: Bool = false
    ) throws -> Int {
        let (archive, removedElementCount) = try archive(
            lostReferences: lostReferences, root: root, keepsPartialObjects: keepsPartialObjects)
        try GraphContainer.withOutput(output) { write in
            guard let codec else {
                return try archive.withUnsafeBytes { try write($0) }
            }
            let writer = try ContainerWriter(
                codec: codec, options: options, plainSize: UInt64(archive.count), output: write)
            try archive.withUnsafeBytes { try writer.append($0) }
            try writer.finish()
        }
        return removedElementCount
    }
}
