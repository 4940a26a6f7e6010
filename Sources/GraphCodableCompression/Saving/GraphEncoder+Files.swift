import Foundation
import GraphCodable

extension GraphEncoder {
    /// Saves a graph to a file atomically: the file contains the new graph or, after an error, its previous content.
    ///
    /// ```swift
    /// try GraphEncoder().save(document, to: url, keeping: 3)
    /// ```
    ///
    /// The archive is written to a temporary file in the same folder, flushed to disk and renamed; then the folder is
    /// flushed. After any error the temporary file is removed. If the process is killed, it remains as
    /// `.name.graphz-….tmp` until the same file is saved again.
    ///
    /// An existing file keeps its mode and, as far as the system permits, its owner and extended attributes. A symbolic
    /// link continues to refer to the file with the new content; other hard links keep the old content. A device or a
    /// pipe is written to directly; a pipe whose reader has gone ends the process unless it ignores `SIGPIPE`.
    ///
    /// Previous versions of the file can be kept as backups. Their names are that of the file plus `.1`, for the
    /// newest, to `.n`. A name that anything but an archive has, such as a folder, is skipped, and the numbers continue
    /// after it. The file itself, old or new, exists at all times. Backups require a file system with hard
    /// links. Processes that save the same file wait for each other. All of them should keep the same number of
    /// backups, because one that keeps none replaces the file without preserving it.
    ///
    /// This method saves in a cancelled task as well, so that a task can save its last state. Only the asynchronous methods can
    /// be cancelled.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything else is reachable.
    ///   - location: The path or URL of the file. The file need not exist, but its folder must.
    ///   - count: The number of backups to keep, at most 1,000; older ones are removed. If it is 0, existing backups don't
    ///     change.
    ///   - codec: The compression codec.
    ///   - options: The block size, threads and metadata.
    ///   - verification: `true` to decode the archive before it is written, and to compare it with what the new file holds
    ///     before the old one is replaced. A device or a pipe cannot be read back.
    /// - Throws: ``GraphContainerError`` with the code `fileFailure`, whose underlying error is the
    ///   ``SystemCallError``, or `fileExists`, `invalidArgument`, `limitExceeded` or `verificationFailed`; the errors of `encode(_:)`,
    ///   which include those of `encode(to:)`; the errors of the codec. After an error all versions still exist, but the
    ///   numbers of the backups may have a gap, and one more may remain; the next save mends both. Unless the message says
    ///   otherwise, the file is the old one.
    /// - Complexity: Linear in the size of the raw archive, and O(*n*) system calls for *n* backups. Only a few blocks are in
    ///   memory at a time. A save that verifies keeps two copies of the raw archive and a second graph in memory.
    public func save<Root: GEncodable>(
        _ root: Root, to location: some GraphFileLocation, keeping count: Int = 0, codec: GraphCodec = .default,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions(),
        verifying verification: SaveVerification = .none
    ) throws {
        let file = try FileSaver(location, backupCount: count, codec: codec, options: options, policy: policy)
        try save(root, in: file, verifying: verification)
    }

    /// Saves an encoded raw archive in the same way as ``save(_:to:keeping:codec:options:verifying:)`` saves a graph.
    ///
    /// Separating encoding and saving allows you to encode the graph where it belongs, and to save the archive elsewhere. The
    /// resulting file is identical, unless it costs so much to decode that parts stay uncompressed: their cost is estimated here.
    ///
    /// ```swift
    /// let archive: Data = try GraphEncoder().encode(document)
    /// Task.detached {
    ///     try GraphEncoder().save(encoded: archive, to: url, keeping: 3)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - archive: The bytes of a raw archive, such as `Data` or `[UInt8]`.
    ///   - location: The path or URL of the file. The file need not exist, but its folder must.
    ///   - count: The number of backups to keep, at most 1,000.
    ///   - codec: The compression codec.
    ///   - options: The block size, threads and metadata.
    /// - Throws: ``GraphContainerError`` with the code `fileFailure`, `fileExists` or `limitExceeded`, `invalidArgument` if the
    ///   archive is compressed already, or `notAnArchive`, `transferDamage` or `truncated` if the bytes are not an
    ///   archive; the errors of the codec.
    /// - Complexity: Linear in the size of the archive, with memory for a few blocks per thread.
    public func save<Archive: ContiguousBytes>(
        encoded archive: Archive, to location: some GraphFileLocation, keeping count: Int = 0,
        codec: GraphCodec = .default, options: GraphContainerWritingOptions = GraphContainerWritingOptions()
    ) throws {
        let file = try FileSaver(location, backupCount: count, codec: codec, options: options, policy: policy)
        try archive.withUnsafeBytes { try file.save($0) }
    }

    /// Saves a graph in a given file. Tests pass one whose system calls fail.
    package func save<Root: GEncodable>(
        _ root: Root, in file: FileSaver, verifying verification: SaveVerification
    ) throws {
        guard verification.decodesGraph else {
            return try file.replace { writer in try encodeWithCost(root) { try writer.append($0, cost: $1) } }
        }
        let (archive, cost) = try verification.encode(root, by: self, for: file)
        try archive.withUnsafeBytes { try file.save($0, cost: cost, FileSaver.Checks(readsBack: true)) }
    }
}
