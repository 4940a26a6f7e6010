import GraphCodable

extension GraphSalvage {
    /// Determines which objects are intact in the recovered bytes of a damaged archive.
    ///
    /// - Parameters:
    ///   - salvaged: The recovered bytes.
    ///   - maximumListedObjectCount: The number of lost objects to describe.
    ///   - policy: The limits for objects, names and directory entries.
    /// - Throws: `GraphCodableError` if the end of the raw archive, which lists its objects, is lost; with the code
    ///   `limitExceeded` if its directory has too many entries.
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
        origin = salvaged.origin
    }

    /// Writes a valid archive of the remaining objects. A new file has the mode and the modification time of the damaged one, if
    /// the salvage was made from that.
    ///
    /// - Parameters:
    ///   - output: The destination. Don't replace the damaged archive, which you should keep.
    ///   - codec: The compression codec; `nil` for a raw archive.
    ///   - options: The block size, threads and metadata. Without metadata, those of the damaged archive are kept. A raw archive
    ///     has none of these.
    ///   - lostReferences: How to handle references to lost objects.
    ///   - root: The number of the object that becomes the root; `nil` for the original root.
    /// - Returns: The number of elements that were removed from collections.
    /// - Throws: The `GraphCodableError` of `GraphSalvage.archive(lostReferences:root:)`, the errors of the codec,
    ///   `CancellationError` if the task is cancelled, and ``GraphContainerError``:
    ///   - `fileFailure`, `fileExists`, `invalidArgument`: The output cannot be written.
    ///   - `fileChanged`: The output is the damaged file, which has changed.
    /// - Complexity: Linear in the size of the raw archive, of which two copies are in memory.
    @discardableResult
    public func write(
        to output: GraphContainer.Endpoint, codec: GraphCodec? = nil,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions(),
        lostReferences: LostReferences = .readAsNil, root: UInt32? = nil
    ) throws -> Int {
        try write(
            to: output, codec: codec, options: options, lostReferences: lostReferences, root: root,
            waits: Task<Never, Never>.checkCancellation)
    }

    /// - Parameter waits: See `GraphContainer.withOutput`.
    package func write(
        to output: GraphContainer.Endpoint, codec: GraphCodec?, options: GraphContainerWritingOptions,
        lostReferences: LostReferences, root: UInt32?, waits: @escaping () throws -> Void
    ) throws -> Int {
        let (archive, removedElementCount) = try archive(lostReferences: lostReferences, root: root)
        let origin = origin as? GraphContainer.SalvagedBytes.Origin ?? GraphContainer.SalvagedBytes.Origin()
        try GraphContainer.withOutput(output.with(origin.attributes), waits: waits) { write in
            guard let codec else {
                return try archive.withUnsafeBytes { try write($0) }
            }
            let writer = try ContainerWriter(
                codec: codec, options: options, metadata: origin.metadata, plainSize: UInt64(archive.count),
                destination: .pieces(write))
            try archive.withUnsafeBytes {
                try writer.appendWhole($0)
                try writer.finish()
            }
        }
        return removedElementCount
    }
}
