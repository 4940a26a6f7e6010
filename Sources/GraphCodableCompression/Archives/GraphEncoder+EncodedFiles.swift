import Foundation
import GraphCodable

extension GraphEncoder {
    /// Saves a raw archive that was encoded before, as ``save(_:to:keeping:codec:options:)-(_,String,_,_,_)`` saves a graph.
    ///
    /// The file is the same, byte by byte. Encoding and saving apart lets the one happen where the graph is, and the other
    /// elsewhere:
    ///
    /// ```swift
    /// let archive: Data = try GraphEncoder().encode(document)
    /// queue.async {
    ///     try GraphEncoder().save(encoded: archive, to: path, keeping: 3)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - archive: The bytes of a raw archive, such as `Data` or `[UInt8]`.
    ///   - path: The path of the file, which need not exist; its folder must.
    ///   - count: How many backups to keep.
    ///   - codec: How to compress.
    ///   - options: Block size, threads, metadata.
    /// - Throws: ``GraphContainerError``: `fileFailure`, `limitExceeded`; `invalidArgument` when the archive is compressed already;
    ///   `notAnArchive`, `transferDamage` or `truncated` when it is no archive; what the codec throws.
    /// - Complexity: Linear in the size of the archive; memory for a few blocks per thread.
    public func save<Archive: ContiguousBytes>(
        encoded archive: Archive, to path: String, keeping count: Int = 0, codec: GraphCodec = .default,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions()
    ) throws {
        let file = SavedFile(
            path: SystemPath(path), backupCount: count, codec: codec, options: options, policy: policy)
        try archive.withUnsafeBytes { try file.save($0) }
    }

    /// Saves a raw archive that was encoded before.
    ///
    /// - Parameters:
    ///   - archive: The bytes of a raw archive, such as `Data` or `[UInt8]`.
    ///   - url: The URL of the file, which need not exist; its folder must.
    ///   - count: How many backups to keep.
    ///   - codec: How to compress.
    ///   - options: Block size, threads, metadata.
    /// - Throws: As ``save(encoded:to:keeping:codec:options:)-(_,String,_,_,_)``; `invalidArgument` also when the URL does not
    ///   name a file.
    /// - Complexity: Linear in the size of the archive; memory for a few blocks per thread.
    public func save<Archive: ContiguousBytes>(
        encoded archive: Archive, to url: URL, keeping count: Int = 0, codec: GraphCodec = .default,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions()
    ) throws {
        let file = SavedFile(
            path: try SystemPath(url), backupCount: count, codec: codec, options: options, policy: policy)
        try archive.withUnsafeBytes { try file.save($0) }
    }
}
