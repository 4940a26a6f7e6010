import Foundation
import GraphCodable
import GraphCodableCompression
import Workloads

/// How much memory saving takes above the graph: in all, and without what the encoder must remember of each object.
///
/// The latter is computed and not measured, from how it grows. The identity table has 16 bytes a slot, a power of two of
/// slots, of which at most two thirds are taken; while it grows, the old table is there too. The list of the objects, which
/// are kept alive until the end, has 24 bytes an object. All else is the rest: the blocks in flight, the compressors, the
/// record table, and what the heap keeps.
///
/// The GNU C library's heap keeps tens of megabytes of freed tables of this size for later. So everything is measured twice:
/// as it is, and with a heap that gives back at once what was freed in pieces of 1 MiB and more.
enum MemoryProbe {
    private static let codecs: [(name: String, codec: GraphCodec)] = [
        ("none", .none), ("lz4", .lz4), ("zlib-1", .zlib(level: 1)),
    ]
    private static let workloads = ["doubles", "dag-200000", "dag-2000000"]

    /// Measures everything, each in a process of its own: what one run leaves behind would change the next.
    static func run() throws {
        for workload in workloads {
            for (codec, _) in codecs {
                for givesBack in [false, true] {
                    let process = Process()
                    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
                    process.arguments = ["memory", workload, codec]
                    if givesBack {
                        process.environment = ProcessInfo.processInfo.environment.merging(
                            ["MALLOC_MMAP_THRESHOLD_": "\(1 << 20)"]) { $1 }
                        print("  with a heap that gives back: ", terminator: "")
                        fflush(nil)
                    }
                    try process.run()
                    process.waitUntilExit()
                }
            }
        }
    }

    /// Measures one workload with one codec.
    static func run(_ workload: String, _ codec: String) throws {
        switch workload {
        case "doubles": try measure(workload, codec, objectCount: 0) { Bulk.doubles(count: 32 << 20) }
        case "dag-200000": try measure(workload, codec, objectCount: 200_000) { DagNode.graph(count: 200_000) }
        default: try measure(workload, codec, objectCount: 2_000_000) { DagNode.graph(count: 2_000_000) }
        }
    }

    /// The most bytes that the identity table and the list of objects have together while objects are being added.
    private static func bookkeeping(_ objectCount: Int) -> Int {
        let listed = MemoryLayout<UInt64>.size * 3
        var slots = 1 << 8
        var most = 0
        while objectCount * 3 > slots * 2 {
            // At this moment the table grows, and the new one is there with the old one.
            most = max(most, slots * 16 * 3 + slots * 2 / 3 * listed)
            slots *= 2
        }
        return max(most, slots * 16 + objectCount * listed)
    }

    private static func measure<Root: GCodable>(
        _ name: String, _ codecName: String, objectCount: Int, _ make: () -> Root
    ) throws {
        let codec = codecs.first { $0.name == codecName }?.codec ?? .none
        let root = make()
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("memory-\(getpid()).graphz").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        // Resets the high-water mark to what is resident now.
        try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        let before = try status("VmRSS")
        try GraphEncoder().save(root, to: path, codec: codec)
        let peak = try status("VmHWM") - before
        let known = bookkeeping(objectCount) / 1024
        print(
            "\(name), \(codecName): \(peak) KiB above the graph, of which \(known) KiB are the identity table and the list of "
                + "objects, and \(peak - known) KiB the rest")
        withExtendedLifetime(root) {}
    }

    /// A line of this process's status, in KiB.
    private static func status(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }
}
