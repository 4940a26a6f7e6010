import Benchmark
import Foundation
import GraphCodable
import GraphCodableCompression
import Workloads

/// Durable saving, and loading, of the demo's graph.
func registerFileRows() {
    let packages = Lazy { try Packages.available() }
    let folder = FileManager.default.temporaryDirectory
    for (name, codec) in Codecs.all {
        let path = folder.appendingPathComponent("benchmark-\(getpid()).\(name).graphz").path
        Row.add("packages-file/save/\(name)", operations: 1, seconds: 1.5) { benchmark in
            let root = try packages.get().root
            benchmark.startMeasurement()
            try GraphEncoder().save(root, to: path, codec: codec)
            benchmark.stopMeasurement()
            return try removeFile(path)
        }
        Row.add("packages-file/load/\(name)", operations: 1, seconds: 1.5) { benchmark in
            let packages = try packages.get()
            try GraphEncoder().save(packages.root, to: path, codec: codec)
            benchmark.startMeasurement()
            let root = try GraphDecoder().load(packages.rootType, from: path)
            benchmark.stopMeasurement()
            blackHole(root)
            return try removeFile(path)
        }
    }
}

/// Removes a file.
///
/// - Returns: How many bytes it had.
func removeFile(_ path: String) throws -> Int {
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    try FileManager.default.removeItem(atPath: path)
    return size
}
