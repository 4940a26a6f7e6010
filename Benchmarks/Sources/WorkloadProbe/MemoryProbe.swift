import Foundation
import GraphCodable
import GraphCodableCompression
import Workloads

/// How much memory saving takes above the graph.
enum MemoryProbe {
    static func run() throws {
        try measure("256 MiB of doubles") { Bulk.doubles(count: 32 << 20) }
        try measure("dag of 200,000") { DagNode.graph(count: 200_000) }
        try measure("dag of 2,000,000") { DagNode.graph(count: 2_000_000) }
    }

    private static func measure<Root: GCodable>(_ name: String, _ make: () -> Root) throws {
        let root = make()
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("memory-\(getpid()).graphz").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        for (codecName, codec) in [("none", GraphCodec.none), ("lz4", .lz4), ("zlib 1", .zlib(level: 1))] {
            // Resets the high-water mark to what is resident now.
            try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
            let before = try status("VmRSS")
            try GraphEncoder().save(root, to: path, codec: codec)
            let peak = try status("VmHWM") - before
            print("\(name), \(codecName): \(peak) KiB above the graph")
        }
        withExtendedLifetime(root) {}
    }

    /// A line of this process's status, in KiB.
    private static func status(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }
}
