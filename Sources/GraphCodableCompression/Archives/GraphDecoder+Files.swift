import Foundation
import GraphCodable

extension GraphDecoder {
    /// Loads a graph from a file, compressed or raw. Its first bytes tell which.
    ///
    /// A compressed archive is decompressed while it is read. The file may also be a pipe or a device.
    ///
    /// - Parameters:
    ///   - type: The type of the root. An object of a subclass is decoded as what it is.
    ///   - path: The path of the file.
    ///   - options: Limits, threads, codecs.
    /// - Returns: The root.
    /// - Throws: ``GraphContainerError``, with any code, when the file cannot be read or is not sound; `GraphCodableError`,
    ///   and whatever an `init(from:)` throws, as `decode(_:from:)` does. A graph is returned whole or not at all.
    /// - Complexity: Linear in the size of the raw archive, all of which is in memory.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from path: String, options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> Root {
        try load(type, from: SystemPath(path), options: options, system: OperatingSystem())
    }

    /// Loads a graph from a file, compressed or raw. Its first bytes tell which.
    ///
    /// - Parameters:
    ///   - type: The type of the root.
    ///   - url: The URL of the file.
    ///   - options: Limits, threads, codecs.
    /// - Returns: The root.
    /// - Throws: As ``load(_:from:options:)-(_,String,_)``; `invalidArgument` also when the URL does not name a file.
    /// - Complexity: Linear in the size of the raw archive, all of which is in memory.
    public func load<Root: GDecodable>(
        _ type: Root.Type, from url: URL, options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> Root {
        try load(type, from: try SystemPath(url), options: options, system: OperatingSystem())
    }

    /// Loads with a system of the caller's, so that tests can let its calls fail.
    package func load<Root: GDecodable>(
        _ type: Root.Type, from path: SystemPath, options: GraphContainerReadingOptions, system: any SystemCalls
    ) throws -> Root {
        let input = try ArchiveInput(.bytes(path.bytes), system: system)
        let plain = try PlainBytes(input, options: options.limited(by: policy)).load()
        return try withExtendedLifetime(plain) { try limited(by: options.policy).decode(type, from: plain.bytes) }
    }
}
