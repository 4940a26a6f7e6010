/// Operations on archives that don't decode their content: compressing, decompressing, verifying, inspecting.
///
/// All operations are streaming: they use memory for a few blocks per thread, regardless of the size of the archive. If
/// the current task is cancelled, an operation on files ends early with a `CancellationError`, even while it waits for the
/// other end of a pipe. Only on Apple's systems, waiting until a named pipe has a writer cannot be cancelled. A file is
/// replaced completely or not at all; a pipe keeps what was written.
///
/// ```swift
/// try GraphContainer.compress(from: .path("city.graph"), to: .path("city.graphz"), codec: .zlib(level: 9))
/// let summary = try GraphContainer.verify(.path("city.graphz")) { progress in
///     print(progress.completedByteCount)
/// }
/// ```
public enum GraphContainer {
    /// The progress of an operation.
    public struct Progress: Sendable, Hashable {
        /// The number of bytes read so far.
        public let completedByteCount: UInt64
        /// The total number of bytes to read; `nil` if it is unknown, as for a pipe.
        public let totalByteCount: UInt64?
    }

    /// A closure that is called on the calling thread after each block, and before a file is replaced. While a pipe has no
    /// bytes or no room, it is called from time to time. If it throws an error, the operation ends.
    public typealias ProgressHandler = (Progress) throws -> Void

    /// The sizes and the codec of an archive that was read or written.
    public struct Summary: Sendable, Hashable {
        /// The form of the archive.
        public let kind: ArchiveKind
        /// The id of the codec; 0 for a raw archive.
        public let codecID: UInt8
        /// The name of the codec.
        public let codecName: String
        /// The size of the archive in bytes.
        public let archiveByteCount: UInt64
        /// The size of the contained raw archive in bytes.
        public let plainByteCount: UInt64
        /// The number of blocks; 0 for a raw archive.
        public let blockCount: UInt64
    }
}
