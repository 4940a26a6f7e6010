import Foundation
import GraphCodable

/// A graph that was recovered from an archive that may be damaged.
public struct RecoveredGraph<Root> {
    /// The root.
    public let root: Root
    /// What is lost of the compressed archive.
    public let container: GraphContainer.SalvageReport
    /// What is lost of the graph.
    public let graph: GraphSalvage
    /// The number of elements of arrays and sets, and of pairs of dictionaries, that were taken out because they, or one of
    /// the two, are lost.
    public let removedElementCount: Int

    /// Whether nothing is lost.
    ///
    /// A block that comes from another archive is noticed as well; damage to a raw archive that leaves it well-formed is not.
    public var isComplete: Bool { graph.isComplete && (container.isComplete || container.kind == .raw) }
}

extension RecoveredGraph: Sendable where Root: Sendable {}

extension GraphDecoder {
    /// Decodes what is left of a graph from a file that is damaged.
    ///
    /// Objects in sound blocks are decoded. A reference to a lost object is nil where its type is optional. Where that is not
    /// enough, lost elements of arrays and sets and lost pairs of dictionaries are left out. Where something is lost that its
    /// holder cannot do without, decoding fails with an error that names the object.
    ///
    /// ```swift
    /// do {
    ///     document = try decoder.load(Document.self, from: path)
    /// } catch let error as GraphContainerError where error.code == .damaged {
    ///     let recovered = try decoder.recover(Document.self, from: path)
    ///     tell("\(recovered.graph.lostObjectCount) of \(recovered.graph.objectCount) parts are lost.")
    ///     document = recovered.root
    /// }
    /// ```
    ///
    /// Save the recovered graph to another file, and keep the damaged one: there may be better ways to repair it.
    ///
    /// - Parameters:
    ///   - type: The type of the root. An object of a subclass is decoded as what it is.
    ///   - path: The path of the file, compressed or raw.
    ///   - options: Limits and codecs.
    /// - Returns: The root, and what is lost.
    /// - Throws: ``GraphContainerError`` when nothing is left of the archive, as
    ///   ``GraphContainer/salvage(from:to:options:progress:)``; `GraphCodableError` when its end is lost, which lists its
    ///   objects, with the code `valueNotFound` when the root or something that cannot be nil is lost, and otherwise as
    ///   `decode(_:from:)`.
    /// - Complexity: Linear in the size of the raw archive, of which there are two copies in memory.
    public func recover<Root: GDecodable>(
        _ type: Root.Type, from path: String, options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> RecoveredGraph<Root> {
        try recover(type, from: .path(path), options: options)
    }

    /// Decodes what is left of a graph from a file that is damaged.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - url: The URL of the file.
    ///   - options: Limits and codecs.
    /// - Returns: The root, and what is lost.
    /// - Throws: As ``recover(_:from:options:)-(_,String,_)``; `invalidArgument` also when the URL does not name a file.
    public func recover<Root: GDecodable>(
        _ type: Root.Type, from url: URL, options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> RecoveredGraph<Root> {
        try recover(type, from: .url(url), options: options)
    }

    private func recover<Root: GDecodable>(
        _ type: Root.Type, from input: GraphContainer.Endpoint, options: GraphContainerReadingOptions
    ) throws -> RecoveredGraph<Root> {
        let decoder = limited(by: options.policy)
        let salvaged = try GraphContainer.salvage(from: input, options: options.limited(by: policy))
        let container = salvaged.report
        let graph = try GraphSalvage(salvaged, policy: decoder.policy)
        guard !graph.isRootLost else {
            throw GraphCodableError(
                .valueNotFound,
                "The root of the graph is lost. What else is left can be had with another root: use GraphSalvage.")
        }
        do {
            let root = try decoder.decode(type, from: try graph.archive().bytes)
            return RecoveredGraph(root: root, container: container, graph: graph, removedElementCount: 0)
        } catch let error as GraphCodableError where error.code == .valueNotFound && graph.lostReferenceCount > 0 {
            let (archive, removed) = try graph.archive(lostReferences: .removed)
            guard removed > 0 else { throw error }
            let root = try decoder.decode(type, from: archive)
            return RecoveredGraph(root: root, container: container, graph: graph, removedElementCount: removed)
        }
    }
}
