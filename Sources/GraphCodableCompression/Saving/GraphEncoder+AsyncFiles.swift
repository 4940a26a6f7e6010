import Foundation
import GraphCodable

extension GraphEncoder {
    /// Saves a graph to a file without blocking the caller's actor.
    ///
    /// Only encoding happens on the caller's actor, which the graph belongs to. The archive is compressed and written
    /// on a separate thread, so the graph may change in the meantime.
    ///
    /// ```swift
    /// @MainActor func save(_ document: Document) async throws {
    ///     try await GraphEncoder().save(document, to: url, keeping: 3)
    /// }
    /// ```
    ///
    /// If the task or `progress` is cancelled, the file and its backups don't change, and no temporary file remains. Waiting
    /// for another saver or for the reader of a pipe ends too; a pipe keeps what was written. Once the replacement has
    /// begun, cancellation has no effect and the method returns normally.
    ///
    /// `progress` receives the number of bytes of the raw archive that have been written, on a thread of the library, and
    /// finishes when the file has been replaced. A save that verifies also decodes on the actor. Don't pass an argument for
    /// `isolation`: the default is the caller's actor. The other parameters and the errors are those of
    /// ``save(_:to:keeping:codec:options:verifying:)``. The raw archive is in memory completely.
    public func save<Root: GEncodable>(
        _ root: Root, to location: some GraphFileLocation, keeping count: Int = 0, codec: GraphCodec = .default,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions(),
        verifying verification: SaveVerification = .none, progress: Progress? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let file = try FileSaver(location, backupCount: count, codec: codec, options: options, policy: policy)
        try await save(root, in: file, verifying: verification, progress: progress)
    }

    /// Saves an encoded raw archive on a separate thread.
    ///
    /// It is cancelled and reports its progress like ``save(_:to:keeping:codec:options:verifying:progress:isolation:)``. Its
    /// other parameters, its errors and the complexity are those of ``save(encoded:to:keeping:codec:options:)``.
    public func save<Archive: ContiguousBytes & Sendable>(
        encoded archive: Archive, to location: some GraphFileLocation, keeping count: Int = 0,
        codec: GraphCodec = .default, options: GraphContainerWritingOptions = GraphContainerWritingOptions(),
        progress: Progress? = nil, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let file = try FileSaver(location, backupCount: count, codec: codec, options: options, policy: policy)
        try await file.save(archive, readsBack: false, progress: progress)
    }

    /// Saves a graph in a given file, whose system calls tests can let fail.
    package func save<Root: GEncodable>(
        _ root: Root, in file: FileSaver, verifying verification: SaveVerification = .none,
        progress: Progress? = nil, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        // Don't encode for a task that has already been cancelled.
        try Task.checkCancellation()
        let (archive, cost) = try verification.encode(root, by: self, for: file)
        try await file.save(archive, cost: cost, readsBack: verification.decodesGraph, progress: progress)
    }
}

extension FileSaver {
    /// Saves a raw archive on a separate thread.
    ///
    /// - Parameter readsBack: Whether to compare the archive with what the new file holds.
    func save<Archive: ContiguousBytes & Sendable>(
        _ archive: Archive, cost: ArchiveCost = ArchiveCost(), readsBack: Bool, progress: Progress?,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let work = BackgroundWork(progress)
        try await work.run {
            try work.check()
            try archive.withUnsafeBytes {
                try save($0, cost: cost, Checks(work: work, readsBack: readsBack))
            }
            work.finish()
        }
    }
}
