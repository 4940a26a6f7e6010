import GraphCodable

extension GraphFile {
    /// Opens a file or, if its tables are damaged, the newest backup with sound tables.
    ///
    /// ```swift
    /// let opened = try GraphFile.open(url, backups: 3)
    /// let document = try opened.root.root(as: Document.self)
    /// ```
    ///
    /// Only damage makes this method open an older version, as in
    /// ``GraphCodable/GraphDecoder/load(_:from:backups:skipping:options:)``. It reads the tables only. If a load finds a
    /// damaged block later, open an older version with `skipping`.
    ///
    /// - Parameters:
    ///   - location: The path or URL of a regular file.
    ///   - count: The number of backups to try.
    ///   - skipped: The number of newest versions not to try: 1 begins with the newest backup.
    ///   - options: The limits of opening and of each load, and the codecs.
    /// - Returns: The open file, as the root, and its path.
    /// - Throws: The error of the first version that is intact and cannot be opened; that of the newest version if all are
    ///   damaged; see ``init(contentsOf:options:)``. `invalidArgument` if `count` or `skipped` is negative, if `count` exceeds
    ///   1,000, or if `skipped` exceeds `count`.
    /// - Complexity: That of ``init(contentsOf:options:)`` for each version that is tried.
    public static func open(
        _ location: some GraphFileLocation, backups count: Int, skipping skipped: Int = 0,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> LoadedGraph<GraphFile> {
        var search = try BackupSearch(try location.endpoint().path(), backups: count, skipping: skipped)
        return try search.first { try GraphFile(GraphContainerFile($0, options: options)) }
    }

    /// Opens a file, or the newest backup of which the tables are not damaged, without blocking the caller's actor, to which the
    /// open file then belongs.
    ///
    /// Opening reads the tables on a separate thread. Loads create objects, which belong to the actor, and so take place
    /// there. Cancelling the task ends opening. Don't pass an argument for `isolation`: the default is the caller's actor.
    /// The other parameters, the errors and the complexity are those of ``open(_:backups:skipping:options:)``.
    public static func open(
        _ location: some GraphFileLocation, backups count: Int = 0, skipping skipped: Int = 0,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions(),
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> LoadedGraph<GraphFile> {
        var search = try BackupSearch(try location.endpoint().path(), backups: count, skipping: skipped)
        let work = BackgroundWork(nil)
        return try await search.first { path in
            try await work.run(isolation: isolation) {
                try work.check()
                return try GraphFile(GraphContainerFile(path, options: options))
            }
        }
    }
}
