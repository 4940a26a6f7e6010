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
    /// - Parameters:
    ///   - root: The value or object from which everything else is reachable.
    ///   - location: The path or URL of the file. The file need not exist, but its folder must.
    ///   - count: The number of backups to keep.
    ///   - codec: The compression codec.
    ///   - options: The block size, threads and metadata.
    ///   - verification: `true` to decode the archive on the caller's actor before it is written, and to compare it with
    ///     what the new file holds before the old one is replaced.
    ///   - progress: Receives the number of bytes of the raw archive that have been written, on a thread of the
    ///     library, and finishes when the file has been replaced.
    ///   - isolation: The actor that encodes the graph. Don't pass an argument: the default is the caller's actor.
    /// - Throws: `CancellationError`; the errors of ``save(_:to:keeping:codec:options:verifying:)``, which has
    ///   the details on files and backups.
    /// - Complexity: Linear in the size of the raw archive, which is in memory completely; twice and with a second graph
    ///   if the save verifies.
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
    /// - Parameters:
    ///   - archive: The bytes of a raw archive, such as `Data` or `[UInt8]`.
    ///   - location: The path or URL of the file. The file need not exist, but its folder must.
    ///   - count: The number of backups to keep.
    ///   - codec: The compression codec.
    ///   - options: The block size, threads and metadata.
    ///   - progress: Receives the number of bytes of the raw archive that have been written.
    ///   - isolation: The caller's actor. Don't pass an argument.
    /// - Throws: `CancellationError`; the errors of ``save(encoded:to:keeping:codec:options:)``.
    /// - Complexity: Linear in the size of the archive, with memory for a few blocks per thread.
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
