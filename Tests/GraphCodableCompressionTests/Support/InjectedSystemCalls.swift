import Foundation
import GraphCodable
@testable import GraphCodableCompression

extension GraphEncoder {
    /// Saves a graph with the given system calls.
    func save<Root: GEncodable>(
        _ root: Root, to path: SystemPath, keeping count: Int = 0, codec: GraphCodec,
        options: GraphContainerWritingOptions, system: any SystemCalls
    ) throws {
        let file = FileSaver(
            path: path, backupCount: count, codec: codec, options: options, policy: policy, system: system)
        try save(root, in: file, verifying: .none)
    }
}

extension GraphDecoder {
    /// Loads a graph with the given system calls.
    func load<Root: GDecodable>(
        _ type: Root.Type, from path: SystemPath, options: GraphContainerReadingOptions, system: any SystemCalls
    ) throws -> Root {
        let archive = try LoadedArchive(
            try ArchiveInput(OpenFile.reading(path, system: system)), options: options.limited(by: policy))
        return try decode(type, from: archive, options)
    }

    /// Loads a graph on another thread, with the given system calls.
    func load<Root: GDecodable>(
        _ type: Root.Type, from path: SystemPath, options: GraphContainerReadingOptions, _ progress: Progress?,
        _ system: any SystemCalls
    ) async throws -> Root {
        let work = BackgroundWork(progress, shareOfBytes: 0.25)
        let archive = try await read(.path(bytes: path.bytes), options, work, system)
        return try decode(type, from: archive, options, work)
    }
}
