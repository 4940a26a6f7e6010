import Foundation
import GraphCodable

extension GraphDecoder {
    /// Loads a graph from a file without blocking the caller's actor.
    ///
    /// The file is read and decompressed on a separate thread. Only decoding happens on the caller's actor, which the
    /// graph then belongs to:
    ///
    /// ```swift
    /// @MainActor func open(_ url: URL) async throws {
    ///     document = try await GraphDecoder().load(Document.self, from: url)
    /// }
    /// ```
    ///
    /// If the calling function is not isolated to an actor, the graph is decoded there and can be sent to any actor:
    ///
    /// ```swift
    /// @concurrent func read(_ url: URL) async throws -> sending Document {
    ///     try await GraphDecoder().load(Document.self, from: url)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the root. An object of a subclass is decoded with its own class.
    ///   - path: The path of the file.
    ///   - options: The limits, threads and codecs.
    ///   - progress: Receives the progress: a quarter of it is reading, on a thread of the library; the rest is decoding, by
    ///     the bytes of the objects decoded so far. Cancelling it ends loading before the next object.
    ///   - isolation: The actor that decodes the graph. Don't pass an argument: the default is the caller's actor.
    /// - Returns: The root.
    /// - Throws: `CancellationError` if the task or `progress` is cancelled; the errors of
    ///   ``load(_:from:options:)-(_,String,_)``.
    /// - Complexity: Linear in the size of the raw archive, which is in memory completely.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from path: String,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: Progress? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> Root {
        try await load(type, from: SystemPath(path), options: options, progress, OperatingSystem())
    }

    /// Loads a graph from a file without blocking the caller's actor.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - url: The URL of the file.
    ///   - options: The limits, threads and codecs.
    ///   - progress: Receives the number of bytes read.
    ///   - isolation: The actor that decodes the graph. Don't pass an argument: the default is the caller's actor.
    /// - Returns: The root.
    /// - Throws: The errors of ``load(_:from:options:progress:isolation:)-(_,String,_,_,_)``; `invalidArgument` also if
    ///   the URL is not a file URL.
    /// - Complexity: Linear in the size of the raw archive, which is in memory completely.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from url: URL,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: Progress? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> Root {
        try await load(type, from: try SystemPath(url), options: options, progress, OperatingSystem())
    }

    /// Loads a graph from a file or, if that fails, from the newest backup that can be loaded, without blocking the
    /// caller's actor.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - path: The path of the file.
    ///   - count: The number of backups to try.
    ///   - options: The limits, threads and codecs.
    ///   - progress: Receives the number of bytes read, and restarts with each backup.
    ///   - isolation: The actor that decodes the graph. Don't pass an argument: the default is the caller's actor.
    /// - Returns: The root, and the file that it was loaded from.
    /// - Throws: `CancellationError` if the task or `progress` is cancelled; the errors of
    ///   ``load(_:from:backups:options:)-(_,String,_,_)``.
    /// - Complexity: Linear in the sizes of the raw archives that are tried.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from path: String, backups count: Int,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: Progress? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> LoadedGraph<Root> {
        try await load(type, from: SystemPath(path), backups: count, options: options, progress)
    }

    /// Loads a graph from a file or, if that fails, from the newest backup that can be loaded, without blocking the
    /// caller's actor.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - url: The URL of the file.
    ///   - count: The number of backups to try.
    ///   - options: The limits, threads and codecs.
    ///   - progress: Receives the number of bytes read, and restarts with each backup.
    ///   - isolation: The actor that decodes the graph. Don't pass an argument: the default is the caller's actor.
    /// - Returns: The root, and the file that it was loaded from.
    /// - Throws: The errors of ``load(_:from:backups:options:progress:isolation:)-(_,String,_,_,_,_)``;
    ///   `invalidArgument` also if the URL is not a file URL.
    /// - Complexity: Linear in the sizes of the raw archives that are tried.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from url: URL, backups count: Int,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: Progress? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> LoadedGraph<Root> {
        try await load(type, from: try SystemPath(url), backups: count, options: options, progress)
    }

    private func load<Root: GDecodable>(
        _ type: Root.Type, from path: SystemPath, backups count: Int, options: GraphContainerReadingOptions,
        _ progress: Progress?, isolation: isolated (any Actor)? = #isolation
    ) async throws -> LoadedGraph<Root> {
        var search = BackupSearch(path, backups: count)
        while true {
            let candidate = try search.next()
            do {
                let root = try await load(type, from: candidate, options: options, progress, OperatingSystem())
                return search.found(root)
            } catch let error as CancellationError {
                throw error
            } catch {
                search.failed(error)
            }
        }
    }

    /// Loads a graph with the given system calls, which tests use to let calls fail.
    package func load<Root: GDecodable>(
        _ type: Root.Type, from path: SystemPath, options: GraphContainerReadingOptions, _ progress: Progress?,
        _ system: any SystemCalls, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Root {
        let work = BackgroundWork(progress, shareOfBytes: 0.25)
        let limited = options.limited(by: policy)
        let loaded = try await work.run {
            try work.check()
            let input = try ArchiveInput(.bytes(path.bytes), system: system)
            let source = PlainBytes(input, options: limited, work: work)
            return LoadedBytes(source: source, plain: try source.load())
        }
        try work.check()
        let root = try withExtendedLifetime(loaded) {
            let plain = loaded.plain
            let terms = loaded.source.terms(for: plain) { count in
                if Task.isCancelled { throw CancellationError() }
                try work.advance(decodedByteCount: count, of: plain.count)
            }
            return try self.limited(by: options.policy).decode(type, from: plain.bytes, terms)
        }
        work.finish()
        return root
    }
}

/// A buffer that is no longer modified, and an input that is no longer read, so all threads may use them.
private struct LoadedBytes: @unchecked Sendable {
    let source: PlainBytes
    let plain: HeapBuffer
}
