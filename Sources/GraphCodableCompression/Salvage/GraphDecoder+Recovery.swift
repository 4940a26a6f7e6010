import Foundation
import GraphCodable

/// A graph that was recovered from an archive that may be damaged.
public struct RecoveredGraph<Root> {
    /// The root.
    public let root: Root
    /// A report on the lost parts of the compressed archive.
    public let container: GraphContainer.SalvageReport
    /// The lost parts of the graph.
    public let graph: GraphSalvage
    /// The number of removed elements of arrays and sets, and pairs of dictionaries.
    public let removedElementCount: Int

    /// A Boolean value that indicates whether nothing is lost.
    ///
    /// This detects a block that comes from another archive, but not damage to a raw archive that leaves it
    /// well-formed.
    public var isComplete: Bool {
        graph.isComplete && removedElementCount == 0 && (container.isComplete || container.kind == .raw)
    }
}

extension RecoveredGraph: Sendable where Root: Sendable {}

extension GraphDecoder {
    /// Decodes what remains of a graph in a damaged file.
    ///
    /// Objects in intact blocks are decoded. A reference to a lost object is nil if its type is optional. If that is
    /// not enough, lost elements of arrays and sets and lost pairs of dictionaries are left out; then also those that
    /// contain a reference to a lost object, and values with an identity that do. At last, structs are nil that are properties of an
    /// object and have such a reference. If a required value is lost even so, decoding fails with an error that names
    /// the object. What is intact but cannot be decoded, because a newer program wrote it, is an error as well. All attempts
    /// together may cost as much as one decoding.
    ///
    /// ```swift
    /// do {
    ///     document = try decoder.load(Document.self, from: url)
    /// } catch let error as GraphContainerError where error.code.isDamage {
    ///     let recovered = try decoder.recover(Document.self, from: url)
    ///     tell("\(recovered.graph.lostObjectCount) of \(recovered.graph.objectCount) parts are lost.")
    ///     document = recovered.root
    /// }
    /// ```
    ///
    /// Save the recovered graph to another file, and keep the damaged one: there may be better ways to repair it.
    ///
    /// - Parameters:
    ///   - type: The type of the root. An object of a subclass is decoded with its own class.
    ///   - location: The path or URL of the file, compressed or raw.
    ///   - options: The limits and codecs.
    /// - Returns: The root, and reports on the lost parts.
    /// - Throws: ``GraphContainerError`` if nothing remains of the archive, as in
    ///   ``GraphContainer/salvage(from:options:progress:)``; `GraphCodableError` if the end of the raw archive,
    ///   which lists its objects, is lost; `GraphCodableError` with the code `valueNotFound` if the root or a required
    ///   value is lost; `duplicateElement` or `hashChanged` if elements are equal without what is lost; the errors of
    ///   `decode(_:from:)`; `CancellationError` if the task is cancelled.
    /// - Complexity: Linear in the size of the raw archive, of which two copies are in memory.
    public func recover<Root: GDecodable>(
        _ type: Root.Type, from location: some GraphFileLocation,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> RecoveredGraph<Root> {
        let endpoint = try location.endpoint()
        return try addingPathToErrors(endpoint.text) {
            try recover(type, from: try Remains(of: endpoint, options.limited(by: policy)), options)
        }
    }

    /// Decodes what remains of a graph in a damaged file without blocking the caller's actor.
    ///
    /// The file is read and searched on a separate thread. Only decoding happens on the caller's actor. Cancelling the task
    /// or `progress` ends the work. Don't pass an argument for `isolation`: the default is the caller's actor. The other
    /// parameters, the errors and the complexity are those of ``recover(_:from:options:)``.
    public func recover<Root: GDecodable>(
        _ type: Root.Type, from location: some GraphFileLocation,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: Progress? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> RecoveredGraph<Root> {
        let endpoint = try location.endpoint()
        let work = BackgroundWork(progress, shareOfBytes: 0.1)
        let limited = options.limited(by: policy)
        let remains = try await work.run {
            try work.check()
            var hasBegun = false
            return try addingPathToErrors(endpoint.text) {
                try Remains(of: endpoint, limited) {
                    // The size of a pipe is known when it has been read.
                    if !hasBegun, let size = $0.totalByteCount {
                        work.begin(byteCount: size)
                        hasBegun = true
                    }
                    try work.advance(to: $0.completedByteCount)
                }
            }
        }
        let recovered = try addingPathToErrors(endpoint.text) {
            try recover(type, from: remains, options) { try work.advance(toDecoded: $0) }
        }
        try work.advance(toDecoded: 1)
        work.finish()
        return recovered
    }

    private struct Remains: Sendable {
        let salvaged: GraphContainer.SalvagedBytes
        let graph: GraphSalvage

        init(
            of endpoint: GraphContainer.Endpoint, _ options: GraphContainerReadingOptions,
            _ progress: GraphContainer.ProgressHandler? = nil
        ) throws {
            salvaged = try GraphContainer.salvage(from: endpoint, options: options, progress: progress)
            let container = salvaged.report
            let tables = options.policy.limitingTables(
                spent: container.kind == .raw ? 0 : salvaged.bytes.count.multipliedClamped(by: 2),
                arrived: container.archiveByteCount)
            graph = try GraphSalvage(salvaged, policy: tables)
            try GraphCodableError.require(
                !graph.isRootLost, or: .valueNotFound,
                """
                The root of the graph is lost. Recover other objects with GraphSalvage, which can make one of them the root.
                """)
        }
    }

    private func recover<Root: GDecodable>(
        _ type: Root.Type, from remains: Remains, _ options: GraphContainerReadingOptions,
        report: ((Double) throws -> Void)? = nil
    ) throws -> RecoveredGraph<Root> {
        let (container, graph) = (remains.salvaged.report, remains.graph)
        let decoder = limited(by: options.policy)
        let arrived = Int(clamping: container.archiveByteCount)
        // All attempts together may cost as much as one.
        var costOfAttempts = 0
        func recover(_ lostReferences: GraphSalvage.LostReferences) throws -> RecoveredGraph<Root> {
            let (archive, removed) = try graph.archive(lostReferences: lostReferences)
            // Two copies are in memory, unless the archive is raw.
            let copies = container.kind == .raw ? 0 : archive.count.multipliedClamped(by: 2)
            let spent = costOfAttempts.addingClamped(copies)
            let allowed = decoder.policy.allowedCost(ofBytes: arrived)
            let context = DecodingContext(arrivedByteCount: arrived, spentCost: spent, report: report)
            let root = try archive.withUnsafeBytes {
                try decoder.decode(type, from: $0, context) { costOfAttempts += max(allowed - spent - $0, 0) }
            }
            return RecoveredGraph(root: root, container: container, graph: graph, removedElementCount: removed)
        }
        let treatments = [GraphSalvage.LostReferences.readAsNil, .removed, .removedWithElement]
        for lostReferences in treatments where graph.lostReferenceCount > 0 || graph.hasReferencesToNothing {
            do {
                return try recover(lostReferences)
            } catch let error as GraphCodableError
                where [.valueNotFound, .duplicateElement, .hashChanged].contains(error.code)
            {
                // Elements can be equal because both have lost the same.
            }
        }
        return try recover(.removedWithProperty)
    }
}
