/// Releases deep graphs without recursion.
///
/// Decoding a list of a million objects does not overflow the stack, but releasing it does. Swift releases each object
/// inside the deinitializer of the one before it, and a few thousand fill the stack of a thread. `GraphReleaser` finds the
/// objects by encoding them, and then releases them one by one, those that refer to others first.
///
/// ```swift
/// var head: Node? = try GraphDecoder().decode(Node.self, from: archive)
/// // …
/// try GraphReleaser.release(&head)
/// ```
///
/// Objects that something else holds survive, with everything that they hold. Objects that hold one another in a cycle
/// leak, as always in Swift.
///
/// Objects that hold one another through properties that are not written are released recursively, on a stack with room
/// for them all. What `encode(to:)` does not write is not found, and is released as Swift does it: recursively, if it is a
/// chain of its own. The same holds for the contents of a value that has the ``GIdentifiable/gcodableID`` of another one.
/// For such classes, and for graphs of `Codable` types that other libraries decode, write a `deinit` that takes the chain
/// apart in a loop.
public enum GraphReleaser {
    /// Sets a variable to `nil`, and releases what only it held, without recursion.
    ///
    /// The graph must not be in use by another thread. `encode(to:)` must not access the variable itself: if it is a
    /// property of an object that the graph encodes, move its value to a local variable first.
    ///
    /// - Parameters:
    ///   - root: The variable with the root of the graph. If an error is thrown, it is unchanged and nothing has been
    ///     released.
    ///   - userInfo: The context that `encode(to:)` gets from ``GEncoder/userInfo``.
    /// - Throws: ``GraphCodableError``: the errors of `encode(_:)` of ``GraphEncoder``, except those about names of types,
    ///   costs and other limits of a policy than depth; and any error that an `encode(to:)` throws.
    /// - Complexity: O(*n*) time and memory, for *n* bytes that encoding the graph would give.
    @preconcurrency
    public static func release<Root: GEncodable>(
        _ root: inout Root?, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws {
        let found = try root.map { try findObjects(of: $0, userInfo: userInfo) }
        guard let (records, references, ids) = found else { return }
        root = nil
        records.release(ids, of: nil, switchesStacks: true, graph: { references })
    }

    /// Returns the objects of a graph, in the reverse order in which they were encountered. Each is retained once by its record.
    private static func findObjects<Root: GEncodable>(
        of root: Root, userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> (records: RecordTable, references: ReferenceGraph, ids: ContiguousArray<UInt32>) {
        let encoder = GraphEncoder(.forReleasing, policy: policy)
        encoder.userInfo = userInfo
        return try encoder.withSession({ try root._encode(into: $0) }) { session in
            let archive = try ArchiveRecords(session.makeBytes(), policy: policy)
            let records = archive.table
            let references = archive.withWalker { ReferenceGraph($0, records: records) }
            var ids: ContiguousArray<UInt32> = []
            ids.reserveCapacity(session.queue.count)
            for entry in session.queue.elements {
                records.slots[Int(entry.id)].finish(entry.object.retain())
                ids.append(entry.id)
            }
            ids.reverse()
            return (records, references, ids)
        }
    }

    /// No limits but those of the format: nothing is decoded.
    private static var policy: GraphDecodingPolicy {
        GraphDecodingPolicy(
            maximumPlainByteCount: .max, maximumObjectCount: .max, maximumElementCount: .max,
            maximumInitializerDepth: .max, maximumTypeNameLength: .max, maximumDirectoryEntryCount: .max,
            maximumCostPerByte: .max, maximumMemory: .max)
    }
}
