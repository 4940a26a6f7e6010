import GraphCodable

/// A graph that was loaded from a file or from one of its backups.
public struct LoadedGraph<Root> {
    /// The root.
    public let root: Root
    /// The path of the file that was loaded.
    public let path: String
    /// The number of the backup that was loaded; `nil` for the file itself.
    public let backup: Int?
    /// The newer files, with the errors for which they were passed over: they are damaged, backups that do not exist,
    /// or files that have the name of a backup and are no archives.
    public let failures: [(path: String, error: any Error)]
    /// What the file itself held when it was loaded, damaged or not; `nil` for a pipe or a device. Pass it to a
    /// ``GraphAutosaver``, which then notices that another program has changed the file.
    public let version: GraphFileVersion?
}

extension LoadedGraph: Sendable where Root: Sendable {}

extension GraphDecoder {
    /// Loads a graph from a file or, if that is damaged, from the newest backup that is not.
    ///
    /// ```swift
    /// let loaded = try decoder.load(Document.self, from: url, backups: 3)
    /// if let number = loaded.backup {
    ///     tell("The document was damaged. This is version \(number) before the last one.", loaded.failures)
    /// }
    /// ```
    ///
    /// Only damage makes this method return an older version: see ``GraphContainerError/Code/isDamage``. A file that a
    /// newer program wrote, or that you may not read, may hold newer work, so its error is thrown. Show that error, and
    /// load an older version only if the user asks for it:
    ///
    /// ```swift
    /// let older = try decoder.load(Document.self, from: url, backups: 3, skipping: 1)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - location: The path or URL of the file that
    ///     ``GraphCodable/GraphEncoder/save(_:to:keeping:codec:options:verifying:)`` wrote.
    ///   - count: The number of backups to try.
    ///   - skipped: The number of newest versions not to try: 1 begins with the newest backup.
    ///   - options: The limits, threads and codecs.
    /// - Returns: The root, and the file that it was loaded from.
    /// - Throws: The error of the first version that is intact and cannot be loaded; that of the newest version if all
    ///   are damaged; see ``load(_:from:options:)``. `invalidArgument` if `count` or `skipped` is
    ///   negative, if `count` exceeds 1,000, or if `skipped` exceeds `count`.
    /// - Complexity: Linear in the sizes of the raw archives that are tried.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from location: some GraphFileLocation, backups count: Int, skipping skipped: Int = 0,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> LoadedGraph<Root> {
        var search = try BackupSearch(try location.endpoint().path(), backups: count, skipping: skipped)
        return try search.first { try load(type, from: $0, options: options) }
    }
}
