import Foundation
import GraphCodable

extension GraphDecoder {
    /// Loads a graph from a file, which may be compressed or raw. Its first bytes determine which.
    ///
    /// A compressed archive is decompressed while it is read. The file may also be a pipe or a device. Waiting for its bytes
    /// ends if the current task is cancelled; only on Apple's systems, waiting until a pipe has a writer does not.
    ///
    /// - Parameters:
    ///   - type: The type of the root. An object of a subclass is decoded with its own class.
    ///   - location: The path or URL of the file.
    ///   - options: The limits, threads and codecs.
    /// - Returns: The root.
    /// - Throws: ``GraphContainerError``, with any code, if the file cannot be read or is invalid; the errors of
    ///   `decode(_:from:)`, which include those of `init(from:)`; `CancellationError` if the current task is cancelled while
    ///   a pipe has no bytes. No partial graph is returned.
    /// - Complexity: Linear in the size of the raw archive, which is in memory completely.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from location: some GraphFileLocation,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> Root {
        let archive = try LoadedArchive(
            try ArchiveInput(try location.endpoint().open()), options: options.limited(by: policy))
        return try decode(type, from: archive, options)
    }

    /// Loads one of the named roots of a file, and what it refers to. The other roots are not decoded.
    ///
    /// The other parameters, the errors and the complexity are those of ``load(_:from:options:)``; the errors of
    /// `decode(_:root:from:)` are thrown as well.
    public func load<Root: GDecodable>(
        _ type: Root.Type, root name: String, from location: some GraphFileLocation,
        options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> Root {
        let archive = try LoadedArchive(
            try ArchiveInput(try location.endpoint().open()), options: options.limited(by: policy))
        return try archive.use {
            try limited(by: options.policy).decode(type, root: name, from: $0, archive.context(report: nil))
        }
    }

    /// Decodes an archive that was read with the same options.
    ///
    /// - Parameter report: Called while decoding with an estimate of how much is done, between 0 and 1, and at the end.
    func decode<Root: GDecodable>(
        _ type: Root.Type, from archive: LoadedArchive, _ options: GraphContainerReadingOptions,
        report: ((Double) throws -> Void)? = nil
    ) throws -> Root {
        let root = try archive.use {
            try limited(by: options.policy).decode(type, from: $0, archive.context(report: report))
        }
        try report?(1)
        return root
    }
}
