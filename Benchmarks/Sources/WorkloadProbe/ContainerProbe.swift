import Foundation
import GraphCodable
import GraphCodableCompression
import Workloads

/// The rows of the container's own work, and those of files.
enum ContainerProbe {
    /// Runs a row.
    ///
    /// - Returns: Whether it is one of these.
    static func run(_ repetition: Repetition) throws -> Bool {
        switch (repetition.workload, repetition.operation) {
        case ("container-packages", "compress"), ("container-packages", "decompress"):
            try runContainer(repetition, payload: ContainerPayload.packages)
        case ("container-256MiB", "compress"), ("container-256MiB", "decompress"):
            try runContainer(repetition, payload: ContainerPayload.large)
        case ("packages-file", "save"), ("packages-file", "load"):
            try runFile(repetition)
        default: false
        }
    }

    private static func runContainer(_ repetition: Repetition, payload: () throws -> Bytes) throws -> Bool {
        guard let subject = repetition.subject, let hyphen = subject.lastIndex(of: "-"),
            let codec = Codecs.named(subject[..<hyphen])
        else { return false }
        let threads = subject[subject.index(after: hyphen)...]
        var writing = GraphContainerWritingOptions(blockSizeLog2: 18, filter: .none)
        var reading = GraphContainerReadingOptions()
        if threads != "all" {
            guard let count = Int(threads), count > 0 else { return false }
            writing.threadCount = count
            reading.threadCount = count
        }
        let plain = try payload()
        func compress() throws -> Bytes {
            try plain.withUnsafeBytes { try GraphContainer.compress($0, codec: codec, options: writing) }
        }
        let stored = try compress()
        if repetition.operation == "compress" {
            try repetition.run(bytes: stored.count) { _ = try compress() }
        } else {
            try repetition.run(bytes: stored.count) {
                _ = try stored.withUnsafeBytes { bytes in
                    try GraphContainer.withPlainBytes(of: bytes, options: reading) { $0.count }
                }
            }
        }
        return true
    }

    private static func runFile(_ repetition: Repetition) throws -> Bool {
        guard let codec = repetition.subject.flatMap({ Codecs.named($0) }) else { return false }
        let packages = try Packages.available()
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("probe-\(getpid()).graphz").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try GraphEncoder().save(packages.root, to: path, codec: codec)
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        if repetition.operation == "save" {
            try repetition.run(bytes: size) { try GraphEncoder().save(packages.root, to: path, codec: codec) }
        } else {
            try repetition.run(bytes: size) { _ = try GraphDecoder().load(packages.rootType, from: path) }
        }
        return true
    }
}
