/// Work on archives as they are, without decoding what is in them: compressing, decompressing, verifying, listing.
///
/// All of it streams: memory stays at a few blocks per thread, however large the archive. Work on files ends early, with a
/// `CancellationError`, when it runs in a task that is cancelled.
///
/// ```swift
/// try GraphContainer.compress(from: .path("city.graph"), to: .path("city.graphz"), codec: .zlib(level: 9))
/// let summary = try GraphContainer.verify(.path("city.graphz")) { progress in
///     print(progress.completedByteCount)
/// }
/// ```
public enum GraphContainer {
    /// How far a piece of work has come.
    public struct Progress: Sendable, Hashable {
        /// The number of bytes read so far.
        public let completedByteCount: UInt64
        /// The number of bytes to be read in all; `nil` when it is not known, as with a pipe.
        public let totalByteCount: UInt64?
    }

    /// Is called after each block, on the calling thread. An error that it throws ends the work.
    public typealias ProgressHandler = (Progress) throws -> Void

    /// What was read or written.
    public struct Summary: Sendable, Hashable {
        /// The form of the archive.
        public let kind: ArchiveKind
        /// The number that names the codec; 0 for a raw archive.
        public let codecID: UInt8
        /// The name of the codec.
        public let codecName: String
        /// The number of bytes of the archive.
        public let archiveByteCount: UInt64
        /// The number of bytes of the raw archive in it.
        public let plainByteCount: UInt64
        /// The number of blocks; 0 for a raw archive.
        public let blockCount: UInt64
    }
}
