import Foundation
import GraphCodable
import GraphCodableCompression
import Workloads

/// How much memory parts of an open file take, and saving takes above the graph: in all, and without what the encoder must remember of each object.
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
    /// What is done with a document of 500,000 objects in 1,000 pages: only its tables, its first page, each page in turn, all of it.
    private static let parts = ["tables", "first-page", "each-page", "whole"]

    /// Measures everything, each in a process of its own: what one run leaves behind would change the next.
    static func run() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("album-\(getpid()).graphz").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try GraphEncoder().save(Album(pageCount: 1_000, size: 500), to: path)
        for part in parts { try runProcess(["memory", part, path]) }
        for workload in workloads {
            for (codec, _) in codecs {
                for givesBack in [false, true] {
                    if givesBack {
                        print("  with a heap that gives back: ", terminator: "")
                        fflush(nil)
                    }
                    try runProcess(
                        ["memory", workload, codec], givesBack ? ["MALLOC_MMAP_THRESHOLD_": "\(1 << 20)"] : [:])
                }
            }
        }
    }

    private static func runProcess(_ arguments: [String], _ environment: [String: String] = [:]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        try process.run()
        process.waitUntilExit()
    }

    /// Measures one workload with one codec, or a part of the file whose path stands in place of the codec.
    static func run(_ workload: String, _ codec: String) throws {
        switch workload {
        case _ where parts.contains(workload): try measure(workload, of: codec)
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

    private static func measure(_ part: String, of path: String) throws {
        try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        let before = try status("VmRSS")
        let file = part == "whole" ? nil : try GraphFile(contentsOf: path)
        var held: [Any] = []
        if let file {
            file.keepsObjects = part != "each-page"
            let album = part == "tables" ? nil : try file.root(as: Album.self)
            for page in album?.pages.prefix(part == "first-page" ? 1 : .max) ?? [] {
                _ = try page.load()
                if !file.keepsObjects { page.unload() }
            }
            held = album.map { [$0] } ?? []
        } else {
            held = [try GraphDecoder().load(Album.self, from: path)]
        }
        let (peak, now) = (try status("VmHWM") - before, try status("VmRSS") - before)
        print("album, \(part): \(now) KiB held, \(peak) KiB at most")
        withExtendedLifetime((file, held)) {}
    }

    /// A line of this process's status, in KiB.
    private static func status(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }
}
