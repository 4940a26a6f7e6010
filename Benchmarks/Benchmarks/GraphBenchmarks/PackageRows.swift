import Benchmark
import GraphCodable
import GraphCodableCompression
import Workloads

/// The demo's graph: raw, and from the graph to a container and back.
func registerPackageRows() {
    let packages = Lazy { try Packages.available() }
    let encoder = GraphEncoder()
    let decoder = GraphDecoder()
    add("packages", "GraphCodable", packages) {
        try encoder.encode($0) as Bytes
    } decode: {
        try decoder.decode($0, from: $1)
    }
    for (name, codec) in Codecs.all {
        add("packages", "graphz-\(name)", packages) {
            try encoder.encode($0, codec: codec) as Bytes
        } decode: {
            try decoder.decode($0, fromArchive: $1)
        }
    }
}

/// - Note: How many objects there are is only known when the graph has been made, so that lines count as one operation.
private func add(
    _ name: String, _ subject: String, _ packages: Lazy<Packages>,
    encode: @escaping (any GCodable) throws -> Bytes,
    decode: @escaping (any GDecodable.Type, Bytes) throws -> any GDecodable
) {
    Row.add("\(name)/encode/\(subject)", operations: 1, seconds: 1.5) { benchmark in
        let root = try packages.get().root
        benchmark.startMeasurement()
        let bytes = try encode(root)
        benchmark.stopMeasurement()
        return bytes.count
    }
    let archive = Lazy { try encode(packages.get().root) }
    Row.add("\(name)/decode/\(subject)", operations: 1, seconds: 1.5) { benchmark in
        let bytes = try archive.get()
        let type = try packages.get().rootType
        benchmark.startMeasurement()
        let root = try decode(type, bytes)
        benchmark.stopMeasurement()
        blackHole(root)
        return bytes.count
    }
}
