import Foundation
import GraphCodable

/// A graph that was loaded from a file or from one of its backups.
public struct LoadedGraph<Root> {
    /// The root.
    public let root: Root
    /// The path of the file that the graph was loaded from.
    public let path: String
    /// The number of the backup that it was loaded from; `nil` for the file itself.
    public let backup: Int?
    /// The newer files that could not be loaded, and why not.
    public let failures: [(path: String, error: any Error)]
}

extension LoadedGraph: Sendable where Root: Sendable {}

extension GraphDecoder {
    /// Loads a graph from a file or, if that cannot be loaded, from the newest of its backups that can.
    ///
    /// ```swift
    /// let loaded = try decoder.load(Document.self, from: path, backups: 3)
    /// if let number = loaded.backup {
    ///     tell("The document was damaged. This is version \(number) before the last one.", loaded.failures)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - path: The path of the file, as it was saved to with
    ///     ``GraphCodable/GraphEncoder/save(_:to:keeping:codec:options:)-(_,String,_,_,_)``.
    ///   - count: How many backups to try.
    ///   - options: Limits, threads, codecs.
    /// - Returns: The root, and where it came from.
    /// - Throws: The error of the file itself when neither it nor a backup can be loaded; see
    ///   ``load(_:from:options:)-(_,String,_)``.
    /// - Complexity: Linear in the sizes of the raw archives that are tried.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from path: String, backups count: Int,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> LoadedGraph<Root> {
        try load(type, from: SystemPath(path), backups: count, options: options)
    }

    /// Loads a graph from a file or, if that cannot be loaded, from the newest of its backups that can.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - url: The URL of the file.
    ///   - count: How many backups to try.
    ///   - options: Limits, threads, codecs.
    /// - Returns: The root, and where it came from.
    /// - Throws: As ``load(_:from:backups:options:)-(_,String,_,_)``; `invalidArgument` also when the URL does not name a file.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from url: URL, backups count: Int,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> LoadedGraph<Root> {
        try load(type, from: try SystemPath(url), backups: count, options: options)
    }

    private func load<Root: GDecodable>(
        _ type: Root.Type, from path: SystemPath, backups count: Int, options: GraphContainerReadingOptions
    ) throws -> LoadedGraph<Root> {
        var search = BackupSearch(path, backups: count)
        while true {
            let candidate = try search.next()
            do {
                return search.found(try load(type, from: candidate, options: options, system: OperatingSystem()))
            } catch {
                search.failed(error)
            }
        }
    }
}
