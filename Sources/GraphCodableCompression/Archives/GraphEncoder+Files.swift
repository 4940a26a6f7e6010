import Foundation
import GraphCodable

extension GraphEncoder {
    /// Saves a graph to a file atomically: the file contains the new graph or, after an error, its previous content.
    ///
    /// ```swift
    /// try GraphEncoder().save(document, to: path, keeping: 3)
    /// ```
    ///
    /// The archive is written to a temporary file in the same folder, flushed to disk and renamed; then the folder is
    /// flushed. After any error the temporary file is removed. If the process is killed, it remains, hidden and with
    /// the name of the file plus `.tmp`, until the same file is saved again.
    ///
    /// An existing file keeps its mode and, as far as the system permits, its owner and extended attributes. A symbolic
    /// link continues to refer to the file with the new content; other hard links keep the old content. A device or a
    /// pipe is written to directly.
    ///
    /// Previous versions of the file can be kept as backups. Their names are that of the file plus `.1`, for the
    /// newest, to `.n`. The file itself, old or new, exists at all times. Backups require a file system with hard
    /// links. Processes that save the same file wait for each other. All of them should keep the same number of
    /// backups, because one that keeps none replaces the file without preserving it.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything else is reachable.
    ///   - path: The path of the file. The file need not exist, but its folder must.
    ///   - count: The number of backups to keep; older ones are removed. If it is 0, existing backups don't change.
    ///   - codec: The compression codec.
    ///   - options: The block size, threads and metadata.
    /// - Throws: ``GraphContainerError`` with the code `fileFailure`, whose underlying error is the
    ///   ``SystemCallError``, or `invalidArgument` or `limitExceeded`; the errors of `encode(_:)`, which include those
    ///   of `encode(to:)`; the errors of the codec. After an error all versions still exist, but the numbers of the
    ///   backups may have a gap, up to `.n+1`, which the next save closes. Unless the message says otherwise, the file
    ///   is the old one.
    /// - Complexity: Linear in the size of the raw archive, of which only a few blocks are in memory at a time; O(*n*)
    ///   additional system calls for *n* backups.
    public func save<Root: GEncodable>(
        _ root: Root, to path: String, keeping count: Int = 0, codec: GraphCodec = .default,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions()
    ) throws {
        try save(
            root, to: SystemPath(path), keeping: count, codec: codec, options: options, system: OperatingSystem())
    }

    /// Saves a graph to a file atomically: the file contains the new graph or, after an error, its previous content.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything else is reachable.
    ///   - url: The URL of the file. The file need not exist, but its folder must.
    ///   - count: The number of backups to keep.
    ///   - codec: The compression codec.
    ///   - options: The block size, threads and metadata.
    /// - Throws: The errors of ``save(_:to:keeping:codec:options:)-(_,String,_,_,_)``, which has the details;
    ///   `invalidArgument` also if the URL is not a file URL.
    /// - Complexity: Linear in the size of the raw archive, of which only a few blocks are in memory at a time.
    public func save<Root: GEncodable>(
        _ root: Root, to url: URL, keeping count: Int = 0, codec: GraphCodec = .default,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions()
    ) throws {
        try save(
            root, to: try SystemPath(url), keeping: count, codec: codec, options: options, system: OperatingSystem())
    }

    /// Saves a graph with the given system calls, which tests use to let calls fail.
    package func save<Root: GEncodable>(
        _ root: Root, to path: SystemPath, keeping count: Int = 0, codec: GraphCodec,
        options: GraphContainerWritingOptions, system: any SystemCalls
    ) throws {
        let file = SavedFile(
            path: path, backupCount: count, codec: codec, options: options, policy: policy, system: system)
        try file.replace { try encodeWithCost(root, to: $0.append) }
    }
}
