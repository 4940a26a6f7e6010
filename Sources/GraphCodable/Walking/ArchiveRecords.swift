/// An archive's bytes and its structure, which has been checked except for the values in the records.
///
/// Sendable because nothing changes after `init`. This class does not use what decoding changes in a directory and a
/// record table (expectations of slots, objects).
package final class ArchiveRecords: @unchecked Sendable {
    enum Memory {
        case array([UInt8])
        /// Memory that neither moves nor changes as long as the owner exists.
        case owned(UnsafeRawBufferPointer, owner: any Sendable)
    }

    private let memory: Memory
    /// The limits on the contents of the archive. The allowed types are irrelevant, because nothing is instantiated.
    let policy: GraphDecodingPolicy
    let layout: ArchiveLayout
    let directory: ArchiveDirectory
    let table: RecordTable
    /// The number of composites of each type, according to the directory.
    let typeCounts: [UInt64]
    let extensions: [String: Bytes]

    convenience init(_ bytes: [UInt8], policy: GraphDecodingPolicy) throws(GraphCodableError) {
        try self.init(.array(bytes), policy: policy)
    }

    init(_ memory: Memory, policy: GraphDecodingPolicy) throws(GraphCodableError) {
        (layout, directory, table, (typeCounts, extensions)) = try Self.withBytes(of: memory) {
            (archive) throws(GraphCodableError) in
            let layout = try ArchiveLayout(archive)
            var input = ByteInput(archive, range: layout.directory)
            let directory = try ArchiveDirectory(reading: &input, policy)
            let end = try directory.readEnd(&input)
            let table = RecordTable()
            try table.read(archive, layout, maximumObjectCount: policy.maximumObjectCount)
            return (layout, directory, table, end)
        }
        self.memory = memory
        self.policy = policy
    }

    /// Calls `body` with the whole archive, which is valid only during the call.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try Self.withBytes(of: memory, body)
    }

    private static func withBytes<Result, Failure: Error>(
        of memory: Memory, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch memory {
        case .array(let bytes):
            return try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
                try body(UnsafeRawBufferPointer(bytes))
            }
        case .owned(let bytes, let owner):
            defer { withExtendedLifetime(owner) {} }
            return try body(bytes)
        }
    }

    /// Calls `body` with a walker over the archive, which is valid only during the call.
    func withWalker<Result, Failure: Error>(_ body: (ValueWalker) throws(Failure) -> Result) throws(Failure) -> Result {
        try withBytes { (archive) throws(Failure) in try body(walker(of: archive)) }
    }

    func walker(of archive: UnsafeRawBufferPointer) -> ValueWalker {
        ValueWalker(
            directory: directory, idCount: idCount,
            maximumDepth: policy.maximumDepthOfValues,
            // What has been checked has bytes.
            archive: archive.baseAddress ?? .nowhere)
    }

    /// One more than the highest object number. The root's record has the number 0.
    package var idCount: Int { table.count }

    /// Returns the position of an object's record in the archive, in bytes, or `nil` if there is none.
    ///
    /// - Complexity: O(1).
    package func byteRange(of id: Int) -> Range<Int>? {
        guard id >= 0, id < idCount, table.slots[id].hasRecord else { return nil }
        return table.slots[id].range
    }
}
