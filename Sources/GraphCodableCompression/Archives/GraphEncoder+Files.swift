import Foundation
import GraphCodable

extension GraphEncoder {
    /// Saves a graph in a file: afterwards its path leads to the new graph or, after an error, to what was there before.
    ///
    /// ```swift
    /// try GraphEncoder().save(document, to: path, keeping: 3)
    /// ```
    ///
    /// The archive goes to a temporary file in the same folder; when it is on the disk it is renamed, and then the folder is
    /// brought to the disk. The temporary file is removed after any error. When the process is killed it stays, hidden and named
    /// like the file with `.tmp` at the end, until the same file is saved again.
    ///
    /// An existing file keeps its mode and, as far as the system permits, its owner and extended attributes. A symbolic link stays a link to the new
    /// contents; other hard links keep the old ones. A device or a pipe is written to directly.
    ///
    /// The versions that the file had before can be kept as backups. They are named like the file with `.1`, the newest, to `.n`
    /// at the end. The file itself is there at all times, old or new. The file system must have hard links. Savers of one file
    /// wait for each other; all should keep the same number, since one that keeps none replaces whatever is there.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything that is to be archived can be reached.
    ///   - path: The path of the file, which need not exist; its folder must.
    ///   - count: How many backups to keep; older ones are removed. With 0 backups are left as they are.
    ///   - codec: How to compress.
    ///   - options: Block size, threads, metadata.
    /// - Throws: ``GraphContainerError`` with the code `fileFailure`, whose underlying error is the ``SystemCallError``;
    ///   `invalidArgument` or `limitExceeded`; `GraphCodableError` as `encode(_:)` does; whatever an `encode(to:)` or the
    ///   codec throws. After an error every version is still there, but there may be a gap in the numbers of the backups, up to
    ///   `.n+1`. The next save closes it. Unless the message says otherwise the file is the old one.
    /// - Complexity: Linear in the size of the raw archive, of which only a few blocks are in memory at a time; O(*n*) more calls
    ///   of the system for *n* backups.
    public func save<Root: GEncodable>(
        _ root: Root, to path: String, keeping count: Int = 0, codec: GraphCodec = .default,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions()
    ) throws {
        try save(
            root, to: SystemPath(path), keeping: count, codec: codec, options: options, system: OperatingSystem())
    }

    /// Saves a graph in a file: afterwards it holds the new graph or, after an error, what it held before.
    ///
    /// - Parameters:
    ///   - root: The value or object from which everything that is to be archived can be reached.
    ///   - url: The URL of the file, which need not exist; its folder must.
    ///   - count: How many backups to keep.
    ///   - codec: How to compress.
    ///   - options: Block size, threads, metadata.
    /// - Throws: As ``save(_:to:keeping:codec:options:)-(_,String,_,_,_)``, which says more; `invalidArgument` also when the URL
    ///   does not name a file.
    /// - Complexity: Linear in the size of the raw archive, of which only a few blocks are in memory at a time.
    public func save<Root: GEncodable>(
        _ root: Root, to url: URL, keeping count: Int = 0, codec: GraphCodec = .default,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions()
    ) throws {
        try save(
            root, to: try SystemPath(url), keeping: count, codec: codec, options: options, system: OperatingSystem())
    }

    /// Saves with a system of the caller's, so that tests can let its calls fail.
    package func save<Root: GEncodable>(
        _ root: Root, to path: SystemPath, keeping count: Int = 0, codec: GraphCodec,
        options: GraphContainerWritingOptions, system: any SystemCalls
    ) throws {
        let file = SavedFile(
            path: path, backupCount: count, codec: codec, options: options, policy: policy, system: system)
        try file.replace { try encode(root, to: $0.append) }
    }
}
