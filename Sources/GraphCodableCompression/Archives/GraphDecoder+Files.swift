import Foundation
import GraphCodable

extension GraphDecoder {
    /// Loads a graph from a file, which may be compressed or raw. Its first bytes determine which.
    ///
    /// A compressed archive is decompressed while it is read. The file may also be a pipe or a device.
    ///
    /// - Parameters:
    ///   - type: The type of the root. An object of a subclass is decoded with its own class.
    ///   - path: The path of the file.
    ///   - options: The limits, threads and codecs.
    /// - Returns: The root.
    /// - Throws: ``GraphContainerError``, with any code, if the file cannot be read or is invalid; the errors of
    ///   `decode(_:from:)`, which include those of `init(from:)`. No partial graph is returned.
    /// - Complexity: Linear in the size of the raw archive, which is in memory completely.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from path: String, options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> Root {
        try load(type, from: SystemPath(path), options: options, system: OperatingSystem())
    }

    /// Loads a graph from a file, which may be compressed or raw. Its first bytes determine which.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - url: The URL of the file.
    ///   - options: The limits, threads and codecs.
    /// - Returns: The root.
    /// - Throws: The errors of ``load(_:from:options:)-(_,String,_)``; `invalidArgument` also if the URL is not a file
    ///   URL.
    /// - Complexity: Linear in the size of the raw archive, which is in memory completely.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from url: URL, options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> Root {
        try load(type, from: try SystemPath(url), options: options, system: OperatingSystem())
    }

    /// Loads a graph with the given system calls, which tests use to let calls fail.
    package func load<Root: GDecodable>(
        _ type: Root.Type, from path: SystemPath, options: GraphContainerReadingOptions, system: any SystemCalls
    ) throws -> Root {
        let input = try ArchiveInput(.bytes(path.bytes), system: system)
        let source = PlainBytes(input, options: options.limited(by: policy))
        let plain = try source.load()
        return try withExtendedLifetime(plain) {
            try limited(by: options.policy).decode(type, from: plain.bytes, source.terms(for: plain))
        }
    }
}
