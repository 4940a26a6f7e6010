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
    /// If the task or `progress` is cancelled, even while a pipe has no bytes, loading ends. Only on Apple's systems, waiting
    /// until a pipe has a writer cannot be cancelled.
    ///
    /// If the calling function is not isolated to an actor, the graph is decoded there and can be sent to any actor:
    ///
    /// ```swift
    /// @concurrent func read(_ url: URL) async throws -> sending Document {
    ///     try await GraphDecoder().load(Document.self, from: url)
    /// }
    /// ```
    ///
    /// `progress` receives the progress: a tenth of it is reading, on a thread of the library; the rest is decoding, by an
    /// estimate of how much is done. Cancelling it ends loading after some milliseconds, between two objects; what was
    /// created is released first. Don't pass an argument for `isolation`: the default is the caller's actor. The other
    /// parameters, the errors and the complexity are those of ``load(_:from:options:)``.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from location: some GraphFileLocation,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: Progress? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> Root {
        let work = BackgroundWork(progress, shareOfBytes: 0.1)
        let archive = try await read(try location.endpoint(), options, work)
        return try decode(type, from: archive, options, work)
    }

    /// Loads a graph from a file or, if that is damaged, from the newest backup that is not, without blocking the
    /// caller's actor.
    ///
    /// It is cancelled and reports its progress like ``load(_:from:options:progress:isolation:)``; the progress begins again
    /// with each backup. Its other parameters, its errors and the complexity are those of
    /// ``load(_:from:backups:skipping:options:)``.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from location: some GraphFileLocation, backups count: Int, skipping skipped: Int = 0,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions(), progress: Progress? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> LoadedGraph<Root> {
        var search = try BackupSearch(try location.endpoint().path(), backups: count, skipping: skipped)
        // The closure is isolated to the actor because it uses the parameter.
        return try await search.first {
            try await load(type, from: $0, options: options, progress: progress, isolation: isolation)
        }
    }

    func read(
        _ endpoint: GraphContainer.Endpoint, _ options: GraphContainerReadingOptions, _ work: BackgroundWork,
        _ system: any SystemCalls = OperatingSystem(), isolation: isolated (any Actor)? = #isolation
    ) async throws -> LoadedArchive {
        let limited = options.limited(by: policy)
        return try await work.run {
            try work.check()
            let input = try ArchiveInput(try endpoint.open(system)) { _ in try work.check() }
            if let size = input.size { work.begin(byteCount: size) }
            return try LoadedArchive(input, options: limited) { try work.advance(to: input.source.offset) }
        }
    }

    func decode<Root: GDecodable>(
        _ type: Root.Type, from archive: LoadedArchive, _ options: GraphContainerReadingOptions, _ work: BackgroundWork
    ) throws -> Root {
        try work.check()
        let root = try decode(type, from: archive, options) { try work.advance(toDecoded: $0) }
        work.finish()
        return root
    }
}
