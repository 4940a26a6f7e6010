import CyclicCoding
import Foundation
import GraphCodable
import Serializable
import VersionedCodable

// Compares the ways to make a type archivable, in one run: `swift run -c release WaysToArchive [nodes]`.

/// What one way took.
struct Measurement {
    let way: String
    let encoding: Double
    let decoding: Double
    let byteCount: Int
}

/// The seconds that the processor works for this process while a closure runs, whatever else the machine does.
func processorTime(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try body()
    return now() - start
}

func measure<Root, Encoded: Collection>(
    _ way: String, _ root: Root, encode: (Root) throws -> Encoded, decode: (Encoded) throws -> Int, expected: Int
) throws -> Measurement {
    var encodings: [Double] = []
    var decodings: [Double] = []
    var byteCount = 0
    for _ in 0..<9 {
        var encoded: Encoded?
        encodings.append(try processorTime { encoded = try encode(root) })
        guard let encoded else { continue }
        byteCount = encoded.count
        var count = 0
        decodings.append(try processorTime { count = try decode(encoded) })
        precondition(count == expected, "\(way) lost nodes.")
    }
    // What else the machine does only ever makes a run slower, so the fastest one tells most.
    return Measurement(
        way: way, encoding: encodings.min() ?? 0, decoding: decodings.min() ?? 0, byteCount: byteCount)
}

func printTable(_ title: String, _ measurements: [Measurement]) {
    guard let base = measurements.first else { return }
    print("\n\(title)\n")
    print("| way | encode | decode | size |\n|---|---|---|---|")
    for measurement in measurements {
        let ratios = [
            measurement.encoding / base.encoding, measurement.decoding / base.decoding,
            Double(measurement.byteCount) / Double(base.byteCount),
        ]
        let cells = ratios.map { String(format: "%.1f", $0) }
        print("| \(measurement.way) | \(cells.joined(separator: " | ")) |")
    }
    let time = String(format: "%.0f", base.encoding * 1e9 / Double(count))
    print("\n1.0 is \(time) ns a node to encode, \(base.byteCount / count) bytes a node.")
}

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 20_000
SerializableNode.enableSerialization()
[SerializableNode].enableSerialization()
[Int].enableSerialization()

for isGraph in [false, true] {
    // In a graph each node refers to one of the nodes before it, and many to the same.
    func target(_ index: Int) -> Int? { isGraph && index > 0 ? index / 3 : nil }
    var graph: [GraphNode] = []
    var codable: [CodableNode] = []
    var serializable: [SerializableNode] = []
    for index in 0..<count {
        graph.append(GraphNode(index, target(index).map { graph[$0] }))
        codable.append(CodableNode(index, target(index).map { codable[$0] }))
        serializable.append(SerializableNode(index, target(index).map { serializable[$0] }))
    }
    let (graphEncoder, graphDecoder) = (GraphEncoder(), GraphDecoder())
    let (jsonEncoder, jsonDecoder) = (JSONEncoder(), JSONDecoder())
    var measurements = [
        try measure(
            "GCodable", graph, encode: { try graphEncoder.encode($0) as Bytes },
            decode: { try graphDecoder.decode([GraphNode].self, from: $0).count }, expected: count),
        try measure(
            "Codable with CyclicCoding", codable, encode: { try graphEncoder.encode(codable: $0) as Bytes },
            decode: { try graphDecoder.decode([CodableNode].self, codable: $0).count }, expected: count),
        try measure(
            "VersionedCodable, GraphEncoder", VersionedNodes(nodes: codable),
            encode: { try graphEncoder.encode(versioned: $0) },
            decode: { try graphDecoder.decode(versioned: VersionedNodes.self, from: $0).nodes.count }, expected: count),
        try measure(
            "Serializable", serializable,
            encode: {
                let encoder = SerializableEncoder()
                encoder.encode($0, forKey: "nodes")
                return try encoder.encodedData()
            },
            decode: { try (SerializableDecoder(from: $0).decode(forKey: "nodes") as [SerializableNode]).count },
            expected: count),
    ]
    if !isGraph {
        // JSON would write every shared node once for each reference, and all that it refers to.
        measurements.append(
            try measure(
                "VersionedCodable, JSONEncoder", VersionedNodes(nodes: codable),
                encode: { try jsonEncoder.encode(versioned: $0) },
                decode: { try jsonDecoder.decode(versioned: VersionedNodes.self, from: $0).nodes.count },
                expected: count))
        measurements.append(
            try measure(
                "Codable, JSONEncoder", codable, encode: { try jsonEncoder.encode($0) },
                decode: { try jsonDecoder.decode([CodableNode].self, from: $0).count }, expected: count))
    }
    printTable(isGraph ? "A graph of \(count) nodes" : "\(count) nodes without references", measurements)
}
