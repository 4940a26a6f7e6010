import Foundation
import GraphCodable

/// A graph that was loaded from a file or from one of its backups.
public struct LoadedGraph<Root> {
    /// The root.
    public let root: Root
    /// The path of the file that was loaded.
    public let path: String
    /// The number of the backup that was loaded; `nil` for the file itself.
    public let backup: Int?
    /// The newer files that could not be loaded, with their errors.
    public let failures: [(path: String, error: any Error)]
}

extension LoadedGraph: Sendable where Root: Sendable {}

extension GraphDecoder {
    /// Loads a graph from a file or, if that fails, from the newest backup that can be loaded.
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
    ///   - path: The path of the file that
    ///     ``GraphCodable/GraphEncoder/save(_:to:keeping:codec:options:)-(_,String,_,_,_)`` wrote.
    ///   - count: The number of backups to try.
    ///   - options: The limits, threads and codecs.
    /// - Returns: The root, and the file that it was loaded from.
    /// - Throws: The error of the file itself if neither it nor a backup can be loaded; see
    ///   ``load(_:from:options:)-(_,String,_)``.
    /// - Complexity: Linear in the sizes of the raw archives that are tried.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from path: String, backups count: Int,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> LoadedGraph<Root> {
        try load(type, from: SystemPath(path), backups: count, options: options)
    }

    /// Loads a graph from a file or, if that fails, from the newest backup that can be loaded.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - url: The URL of the file.
    ///   - count: The number of backups to try.
    ///   - options: The limits, threads and codecs.
    /// - Returns: The root, and the file that it was loaded from.
    /// - Throws: The errors of ``load(_:from:backups:options:)-(_,String,_,_)``; `invalidArgument` also if the URL is
    ///   not a file URL.
    /// - Complexity: Linear in the sizes of the raw archives that are tried.
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
