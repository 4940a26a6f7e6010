import Foundation
import GraphCodable

extension GraphDecoder {
    /// Loads a graph from a file while the caller's actor goes on.
    ///
    /// The file is read and decompressed on a thread of its own. Only decoding happens on the caller's actor, to which the graph
    /// then belongs:
    ///
    /// ```swift
    /// @MainActor func open(_ url: URL) async throws {
    ///     document = try await GraphDecoder().load(Document.self, from: url)
    /// }
    /// ```
    ///
    /// Called from a function that runs on no actor, it decodes there, and the graph can be sent to any actor:
    ///
    /// ```swift
    /// @concurrent func read(_ url: URL) async throws -> sending Document {
    ///     try await GraphDecoder().load(Document.self, from: url)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the root. An object of a subclass is decoded as what it is.
    ///   - path: The path of the file.
    ///   - options: Limits, threads, codecs.
    ///   - progress: Is told how many bytes of the file are read, from a thread of the package's; it is finished when the graph is
    ///     decoded. To cancel it ends the loading, but not while it decodes.
    ///   - isolation: The actor on which the graph is decoded: the caller's. Leave it as it is.
    /// - Returns: The root.
    /// - Throws: `CancellationError` when the task or `progress` was cancelled, or as ``load(_:from:options:)-(_,String,_)``.
    /// - Complexity: Linear in the size of the raw archive, all of which is in memory.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from path: String,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: Progress? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> Root {
        try await load(type, from: SystemPath(path), options: options, progress, OperatingSystem())
    }

    /// Loads a graph from a file while the caller's actor goes on.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - url: The URL of the file.
    ///   - options: Limits, threads, codecs.
    ///   - progress: Is told how many bytes of the file are read.
    ///   - isolation: The actor on which the graph is decoded: the caller's. Leave it as it is.
    /// - Returns: The root.
    /// - Throws: As ``load(_:from:options:progress:isolation:)-(_,String,_,_,_)``; `invalidArgument` also when the URL does not
    ///   name a file.
    /// - Complexity: Linear in the size of the raw archive, all of which is in memory.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from url: URL,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: Progress? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> Root {
        try await load(type, from: try SystemPath(url), options: options, progress, OperatingSystem())
    }

    /// Loads a graph from a file or, if that cannot be loaded, from the newest of its backups that can, while the caller's actor
    /// goes on.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - path: The path of the file.
    ///   - count: How many backups to try.
    ///   - options: Limits, threads, codecs.
    ///   - progress: Is told how many bytes of the file are read, and begins anew with each backup.
    ///   - isolation: The actor on which the graph is decoded: the caller's. Leave it as it is.
    /// - Returns: The root, and where it came from.
    /// - Throws: `CancellationError` when the task or `progress` was cancelled, or as
    ///   ``load(_:from:backups:options:)-(_,String,_,_)``.
    /// - Complexity: Linear in the sizes of the raw archives that are tried.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from path: String, backups count: Int,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: Progress? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> LoadedGraph<Root> {
        try await load(type, from: SystemPath(path), backups: count, options: options, progress)
    }

    /// Loads a graph from a file or, if that cannot be loaded, from the newest of its backups that can, while the caller's actor
    /// goes on.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - url: The URL of the file.
    ///   - count: How many backups to try.
    ///   - options: Limits, threads, codecs.
    ///   - progress: Is told how many bytes of the file are read, and begins anew with each backup.
    ///   - isolation: The actor on which the graph is decoded: the caller's. Leave it as it is.
    /// - Returns: The root, and where it came from.
    /// - Throws: As ``load(_:from:backups:options:progress:isolation:)-(_,String,_,_,_,_)``; `invalidArgument` also when the URL
    ///   does not name a file.
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

    /// Loads with a system of the caller's, so that tests can let its calls fail.
    package func load<Root: GDecodable>(
        _ type: Root.Type, from path: SystemPath, options: GraphContainerReadingOptions, _ progress: Progress?,
        _ system: any SystemCalls, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Root {
        let work = BackgroundWork(progress)
        let limited = options.limited(by: policy)
        let plain = try await work.run {
            try work.check()
            let input = try ArchiveInput(.bytes(path.bytes), system: system)
            return FinishedBuffer(try PlainBytes(input, options: limited, work: work).load())
        }
        try work.check()
        let root = try withExtendedLifetime(plain) {
            try self.limited(by: options.policy).decode(type, from: plain.bytes)
        }
        work.finish()
        return root
    }
}

/// A buffer that nobody changes any longer, so that every thread may read it.
private struct FinishedBuffer: @unchecked Sendable {
    private let buffer: HeapBuffer

    init(_ buffer: HeapBuffer) {
        self.buffer = buffer
    }

    var bytes: UnsafeRawBufferPointer { buffer.bytes }
}
