import Foundation
import GraphCodable

extension GraphEncoder {
    /// Saves a graph in a file while the caller's actor goes on.
    ///
    /// Only encoding happens on the caller's actor, to which the graph belongs. The archive is compressed and written on a thread
    /// of its own, and the graph may change meanwhile.
    ///
    /// ```swift
    /// @MainActor func save(_ document: Document) async throws {
    ///     try await GraphEncoder().save(document, to: url, keeping: 3)
    /// }
    /// ```
    ///
    /// When the task or `progress` is cancelled, the file and its backups stay as they were, and no temporary file is left. It is
    /// too late for that when the new file is on the disk; then the call returns as ever.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything that is to be archived can be reached.
    ///   - path: The path of the file, which need not exist; its folder must.
    ///   - count: How many backups to keep.
    ///   - codec: How to compress.
    ///   - options: Block size, threads, metadata.
    ///   - progress: Is told how many bytes of the raw archive are written, from a thread of the package's; it is finished when
    ///     the file has taken its place.
    ///   - isolation: The actor on which the graph is encoded: the caller's. Leave it as it is.
    /// - Throws: `CancellationError`, or as ``save(_:to:keeping:codec:options:)-(_,String,_,_,_)``, which says more about files
    ///   and backups.
    /// - Complexity: Linear in the size of the raw archive, all of which is in memory.
    public func save<Root: GEncodable>(
        _ root: Root, to path: String, keeping count: Int = 0, codec: GraphCodec = .default,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions(), progress: Progress? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let file = SavedFile(
            path: SystemPath(path), backupCount: count, codec: codec, options: options, policy: policy)
        try await save(root, in: file, progress: progress)
    }

    /// Saves a graph in a file while the caller's actor goes on.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything that is to be archived can be reached.
    ///   - url: The URL of the file, which need not exist; its folder must.
    ///   - count: How many backups to keep.
    ///   - codec: How to compress.
    ///   - options: Block size, threads, metadata.
    ///   - progress: Is told how many bytes of the raw archive are written.
    ///   - isolation: The actor on which the graph is encoded: the caller's. Leave it as it is.
    /// - Throws: As ``save(_:to:keeping:codec:options:progress:isolation:)-(_,String,_,_,_,_,_)``; `invalidArgument` also when
    ///   the URL does not name a file.
    /// - Complexity: Linear in the size of the raw archive, all of which is in memory.
    public func save<Root: GEncodable>(
        _ root: Root, to url: URL, keeping count: Int = 0, codec: GraphCodec = .default,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions(), progress: Progress? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let file = SavedFile(
            path: try SystemPath(url), backupCount: count, codec: codec, options: options, policy: policy)
        try await save(root, in: file, progress: progress)
    }

    /// Saves a raw archive that was encoded before, on a thread of its own.
    ///
    /// - Parameters:
    ///   - archive: The bytes of a raw archive, such as `Data` or `[UInt8]`.
    ///   - path: The path of the file, which need not exist; its folder must.
    ///   - count: How many backups to keep.
    ///   - codec: How to compress.
    ///   - options: Block size, threads, metadata.
    ///   - progress: Is told how many bytes of the raw archive are written.
    ///   - isolation: The caller's actor. Leave it as it is.
    /// - Throws: `CancellationError`, or as ``save(encoded:to:keeping:codec:options:)-(_,String,_,_,_)``.
    /// - Complexity: Linear in the size of the archive; memory for a few blocks per thread.
    public func save<Archive: ContiguousBytes & Sendable>(
        encoded archive: Archive, to path: String, keeping count: Int = 0, codec: GraphCodec = .default,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions(), progress: Progress? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let file = SavedFile(
            path: SystemPath(path), backupCount: count, codec: codec, options: options, policy: policy)
        try await file.save(archive, progress: progress)
    }

    /// Saves a raw archive that was encoded before, on a thread of its own.
    ///
    /// - Parameters:
    ///   - archive: The bytes of a raw archive, such as `Data` or `[UInt8]`.
    ///   - url: The URL of the file, which need not exist; its folder must.
    ///   - count: How many backups to keep.
    ///   - codec: How to compress.
    ///   - options: Block size, threads, metadata.
    ///   - progress: Is told how many bytes of the raw archive are written.
    ///   - isolation: The caller's actor. Leave it as it is.
    /// - Throws: As ``save(encoded:to:keeping:codec:options:progress:isolation:)-(_,String,_,_,_,_,_)``; `invalidArgument` also
    ///   when the URL does not name a file.
    /// - Complexity: Linear in the size of the archive; memory for a few blocks per thread.
    public func save<Archive: ContiguousBytes & Sendable>(
        encoded archive: Archive, to url: URL, keeping count: Int = 0, codec: GraphCodec = .default,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions(), progress: Progress? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let file = SavedFile(
            path: try SystemPath(url), backupCount: count, codec: codec, options: options, policy: policy)
        try await file.save(archive, progress: progress)
    }

    /// Saves in a file of a system of the caller's, so that tests can let its calls fail.
    package func save<Root: GEncodable>(
        _ root: Root, in file: SavedFile, progress: Progress? = nil, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        // Nobody who has given up waits for the encoding.
        try Task.checkCancellation()
        try await file.save(try encode(root) as Bytes, progress: progress)
    }
}

extension SavedFile {
    /// Saves a raw archive on a thread of its own.
    func save<Archive: ContiguousBytes & Sendable>(
        _ archive: Archive, progress: Progress? = nil, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let work = BackgroundWork(progress)
        try await work.run {
            try work.check()
            try archive.withUnsafeBytes { try save($0, work: work) }
            work.finish()
        }
    }
}
