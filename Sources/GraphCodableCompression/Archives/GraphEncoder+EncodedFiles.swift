import Foundation
import GraphCodable

extension GraphEncoder {
    /// Saves an encoded raw archive in the same way as ``save(_:to:keeping:codec:options:)-(_,String,_,_,_)`` saves a
    /// graph.
    ///
    /// The resulting file is identical. Separating encoding and saving allows you to encode the graph where it belongs,
    /// and to save the archive elsewhere:
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
    ///   - path: The path of the file. The file need not exist, but its folder must.
    ///   - count: The number of backups to keep.
    ///   - codec: The compression codec.
    ///   - options: The block size, threads and metadata.
    /// - Throws: ``GraphContainerError`` with the code `fileFailure` or `limitExceeded`, `invalidArgument` if the
    ///   archive is compressed already, or `notAnArchive`, `transferDamage` or `truncated` if the bytes are not an
    ///   archive; the errors of the codec.
    /// - Complexity: Linear in the size of the archive, with memory for a few blocks per thread.
    public func save<Archive: ContiguousBytes>(
        encoded archive: Archive, to path: String, keeping count: Int = 0, codec: GraphCodec = .default,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions()
    ) throws {
        let file = SavedFile(
            path: SystemPath(path), backupCount: count, codec: codec, options: options, policy: policy)
        try archive.withUnsafeBytes { try file.save($0) }
    }

    /// Saves an encoded raw archive.
    ///
    /// - Parameters:
    ///   - archive: The bytes of a raw archive, such as `Data` or `[UInt8]`.
    ///   - url: The URL of the file. The file need not exist, but its folder must.
    ///   - count: The number of backups to keep.
    ///   - codec: The compression codec.
    ///   - options: The block size, threads and metadata.
    /// - Throws: The errors of ``save(encoded:to:keeping:codec:options:)-(_,String,_,_,_)``; `invalidArgument` also if
    ///   the URL is not a file URL.
    /// - Complexity: Linear in the size of the archive, with memory for a few blocks per thread.
    public func save<Archive: ContiguousBytes>(
        encoded archive: Archive, to url: URL, keeping count: Int = 0, codec: GraphCodec = .default,
        options: GraphContainerWritingOptions = GraphContainerWritingOptions()
    ) throws {
        let file = SavedFile(
            path: try SystemPath(url), backupCount: count, codec: codec, options: options, policy: policy)
        try archive.withUnsafeBytes { try file.save($0) }
    }
}
