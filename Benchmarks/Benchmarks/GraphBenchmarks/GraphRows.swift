import Benchmark
import Foundation
import GraphCodable
import Workloads

/// Graphs of classes, of three sizes.
func registerGraphRows() {
    for count in [20_000, 200_000, 2_000_000] {
        addGraph("dag-\(count)", count: count, type: DagNode.self) { DagNode.graph(count: count) }
        addGraph("views-\(count)", count: count, type: View.self) { View.tree(count: count) }
    }
    addReferences("dag-20000", count: 20_000)
}

/// A graph that is encoded and decoded; what is decoded is released outside of the measurement.
func addGraph<Root: GCodable>(_ name: String, count: Int, type: Root.Type, _ make: @escaping () throws -> Root) {
    let encoder = GraphEncoder()
    let decoder = GraphDecoder()
    let seconds = count > 1_000_000 ? 3.0 : 0.7
    addEncoding(name, count: count, by: "GraphCodable", encoder, seconds: seconds, Lazy(make))
    // The graph that was encoded is gone when decoding is measured.
    let archive = Lazy { try encoder.encode(make()) as Bytes }
    Row.add("\(name)/decode/GraphCodable", operations: count, seconds: seconds) { benchmark in
        let bytes = try archive.get()
        benchmark.startMeasurement()
        let root = try decoder.decode(Root.self, from: bytes)
        benchmark.stopMeasurement()
        blackHole(root)
        return bytes.count
    }
}

/// A graph that is encoded.
func addEncoding<Root: GCodable>(
    _ name: String, count: Int, by subject: String, _ encoder: GraphEncoder, seconds: Double, _ root: Lazy<Root>
) {
    Row.add("\(name)/encode/\(subject)", operations: count, seconds: seconds) { benchmark in
        let root = try root.get()
        benchmark.startMeasurement()
        let bytes = try encoder.encode(root) as Bytes
        benchmark.stopMeasurement()
        blackHole(bytes)
        return bytes.count
    }
}

private func addReferences(_ name: String, count: Int) {
    addFoundation(name, count: count, type: DagNode.self) { DagNode.graph(count: count) }

    let root = Lazy { DagObject.graph(DagNode.graph(count: count)) }
    let archive = Lazy {
        try NSKeyedArchiver.archivedData(withRootObject: try root.get(), requiringSecureCoding: true)
    }
    Row.add("\(name)/encode/NSKeyedArchiver", operations: count, seconds: 1) { benchmark in
        let root = try root.get()
        benchmark.startMeasurement()
        let data = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
        benchmark.stopMeasurement()
        return data.count
    }
    Row.add("\(name)/decode/NSKeyedArchiver", operations: count, seconds: 1) { benchmark in
        let data = try archive.get()
        benchmark.startMeasurement()
        let root = try NSKeyedUnarchiver.unarchivedObject(ofClass: DagObject.self, from: data)
        benchmark.stopMeasurement()
        blackHole(root)
        return data.count
    }
}

/// JSON and binary property lists of the same values; of a graph they lose the sharing.
func addFoundation<Root: Codable>(_ name: String, count: Int, type: Root.Type, _ make: @escaping () throws -> Root) {
    let root = Lazy(make)
    let listEncoder = PropertyListEncoder()
    listEncoder.outputFormat = .binary
    let formats: [(name: String, encode: (Root) throws -> Data, decode: (Data) throws -> Root)] = [
        ("JSON", { try JSONEncoder().encode($0) }, { try JSONDecoder().decode(Root.self, from: $0) }),
        (
            "PropertyList", { try listEncoder.encode($0) },
            { try PropertyListDecoder().decode(Root.self, from: $0) }
        ),
    ]
    for format in formats {
        Row.add("\(name)/encode/\(format.name)", operations: count, seconds: 0.7) { benchmark in
            let root = try root.get()
            benchmark.startMeasurement()
            let data = try format.encode(root)
            benchmark.stopMeasurement()
            return data.count
        }
        let archive = Lazy { try format.encode(try root.get()) }
        Row.add("\(name)/decode/\(format.name)", operations: count, seconds: 0.7) { benchmark in
            let data = try archive.get()
            benchmark.startMeasurement()
            let root = try format.decode(data)
            benchmark.stopMeasurement()
            blackHole(root)
            return data.count
        }
    }
}
