import CReferences
import Foundation
import GraphCodable
import GraphCodableCompression
import Workloads

/// Measures what compression is to reach, and prints it as Markdown: what falls short stands in bold.
///
/// All of it runs in one process, one thing after another, on one thread unless it says otherwise. Times are of the
/// processor, the best of several.
struct TargetProbe {
    private static var codecs: [(name: String, codec: GraphCodec)] {
        var codecs: [(name: String, codec: GraphCodec)] = [
            ("zlib 6", .zlib), ("LZ4", .lz4), ("LZ4 HC 9", .lz4(level: 9)),
        ]
        #if Zstd
        codecs.append(("zstd 3", .zstd))
        #endif
        return codecs
    }

    private var rows: [String] = []
    /// Why figures fall short.
    private var reasons: [String] = []

    /// Adds a row: a figure, and the most that is wanted, or the least.
    ///
    /// - Parameter reason: Why the figure may fall short, if that is known.
    private mutating func add(
        _ title: String, _ value: Double, atMost bound: Double, reason: String? = nil, _ text: (Double) -> String
    ) {
        add(title, value, "≤ \(text(bound))", value <= bound, reason, text)
    }

    private mutating func add(
        _ title: String, _ value: Double, atLeast bound: Double, reason: String? = nil, _ text: (Double) -> String
    ) {
        add(title, value, "≥ \(text(bound))", value >= bound, reason, text)
    }

    private mutating func add(
        _ title: String, _ value: Double, _ wanted: String, _ isReached: Bool, _ reason: String?,
        _ text: (Double) -> String
    ) {
        rows.append("| \(title) | \(wanted) | \(isReached ? text(value) : "**\(text(value))**") |")
        if !isReached {
            reasons.append("- \(title): \(reason ?? "The reason is not known.")")
        }
    }

    /// Measures everything that is wanted.
    ///
    /// - Parameter results: A folder for what the picture is drawn of.
    static func run(results: String) throws {
        var probe = TargetProbe()
        let packages = try Packages.available()
        let raw = try GraphEncoder().encode(packages.root) as Bytes
        try probe.measureSizes(raw)
        try probe.measureSpeed(raw)
        try probe.measureFiles(packages)
        try probe.measureSmallArchives()
        print("| what | wanted | reached |\n|---|---:|---:|")
        print(probe.rows.joined(separator: "\n"))
        if !probe.reasons.isEmpty {
            print("\n" + probe.reasons.joined(separator: "\n"))
        }
        var tools = ToolComparison(results: results)
        try tools.run(raw, json: packages.json())
        print("\n\(tools.markdown)")
        try tools.writePoints()
    }

    private static func options(_ filter: GraphContainerFilter) -> GraphContainerWritingOptions {
        GraphContainerWritingOptions(blockSizeLog2: filter == .none ? 18 : 20, threadCount: 1, filter: filter)
    }

    private static func size(
        _ plain: Bytes, _ codec: GraphCodec, _ filter: GraphContainerFilter = .fields
    ) throws -> Double {
        try plain.withUnsafeBytes {
            Double(try GraphContainer.compress($0, codec: codec, options: options(filter)).count)
        }
    }

    private mutating func measureSizes(_ packages: Bytes) throws {
        let megabytes = { (value: Double) in String(format: "%.3f MB", value / 1e6) }
        let ratio = { (value: Double) in String(format: "%.2f", value) }
        for ((name, codec), bound) in zip(Self.codecs, [3.8e6, 5.9e6, 4.6e6, 3.8e6]) {
            add("package list, \(name)", try Self.size(packages, codec), atMost: bound, megabytes)
        }
        let dag = try GraphEncoder().encode(DagNode.graph(count: 20_000)) as Bytes
        for ((name, codec), bound) in zip(Self.codecs, [100e3, 140e3]) {
            add("`dag` of 20,000, \(name)", try Self.size(dag, codec), atMost: bound) {
                String(format: "%.1f KB", $0 / 1e3)
            }
        }
        let world = try GraphEncoder().encode(Entity.world(count: 200_000)) as Bytes
        for (name, codec) in Self.codecs {
            add(
                "world of 200,000 entities, \(name), size without the filter over that with it",
                try Self.size(world, codec, .none) / Self.size(world, codec), atLeast: 1.5, ratio)
        }
        let signal = Bulk.signal()
        let shuffled = try Double(Self.shuffledSize(signal))
        let archive = try GraphEncoder().encode(signal) as Bytes
        add(
            "4,000,000 doubles of a smooth signal, zlib 6; wanted: shuffle and zlib 6",
            try Self.size(archive, .zlib), atMost: shuffled, megabytes)
        let random = try GraphEncoder().encode(Bulk.randomDoubles()) as Bytes
        for (name, codec) in Self.codecs {
            let size = try Self.size(random, codec)
            add("4,000,000 random doubles, \(name), over raw", size / Double(random.count), atMost: 1.001) {
                String(format: "%.3f", $0)
            }
        }
    }

    /// The size of the planes of doubles, as the filter "shuffle" of HDF5 makes them, compressed by zlib in blocks of 1 MiB.
    private static func shuffledSize(_ numbers: [Double]) throws -> Int {
        let planes: [UInt8] = (0..<8).flatMap { plane in
            numbers.map { UInt8(truncatingIfNeeded: $0.bitPattern >> UInt64(8 * plane)) }
        }
        return try References.deflate(planes)
    }

    private mutating func measureSpeed(_ raw: Bytes) throws {
        let ratio = { (value: Double) in String(format: "%.2f", value) }
        let lz4 = try best(8) { _ = try Self.size(raw, .lz4) }
        let zlib = try best(2) { _ = try Self.size(raw, .zlib, .none) }
        add("package list, speed of LZ4 with the filter over that of zlib 6 without", zlib / lz4, atLeast: 4, ratio)
        let stored = try raw.withUnsafeBytes {
            try GraphContainer.compress($0, codec: .lz4, options: Self.options(.fields))
        }
        let reading = GraphContainerReadingOptions(threadCount: 1)
        let decompression = try best(8) {
            _ = try stored.withUnsafeBytes { bytes in
                try GraphContainer.withPlainBytes(of: bytes, options: reading) { $0.count }
            }
        }
        add("package list, LZ4, decompression, raw MB/s", Double(raw.count) / decompression / 1e6, atLeast: 400) {
            String(format: "%.0f", $0)
        }
        let library = try References.lz4DecompressionTime(raw)
        add(
            "the same over the bare library (\(Int(Double(raw.count) / library / 1e6)) MB/s)", library / decompression,
            atLeast: 0.13, reason: "Two thirds of the time is the loop over the values."
        ) {
            String(format: "%.3f", $0)
        }
    }

    private mutating func measureFiles(_ packages: Packages) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("targets-\(getpid()).graphz").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        var times = [[Double]](repeating: [.infinity, .infinity], count: 2)
        // In turns, so that what else the machine does affects both alike.
        for _ in 0..<8 {
            for (index, filter) in [GraphContainerFilter.none, .fields].enumerated() {
                var options = Self.options(filter)
                options.threadCount = nil
                let save = try best(1, elapsed) {
                    try GraphEncoder().save(packages.root, to: path, codec: .lz4, options: options)
                }
                let load = try best(1, elapsed) { _ = try GraphDecoder().load(packages.rootType, from: path) }
                times[index] = [min(times[index][0], save), min(times[index][1], load)]
            }
        }
        for (place, name) in ["save", "load"].enumerated() {
            add(
                "`\(name)` of the package list, LZ4, all cores, time over that without the filter",
                times[1][place] / times[0][place], atMost: 1.25,
                reason: "It is the time on the clock: other programs that take the cores make it longer."
            ) {
                String(format: "%.2f", $0)
            }
        }
    }

    private mutating func measureSmallArchives() throws {
        let value = ThreeIntegers()
        let encoder = GraphEncoder()
        let decoder = GraphDecoder()
        let microseconds = { (value: Double) in String(format: "%.2f µs", value) }
        func time(_ body: () throws -> Void) rethrows -> Double {
            try best(60) { for _ in 0..<2_000 { try body() } } / 2_000 * 1e6
        }
        for (name, codec, bound) in [("none", GraphCodec.none, 1.8), ("LZ4", .lz4, 3.6), ("zlib 6", .zlib, 16)] {
            add(
                "three integers, \(name), encode", try time { _ = try encoder.encode(value, codec: codec) as Bytes },
                atMost: bound, microseconds)
            let archive = try encoder.encode(value, codec: codec) as Bytes
            add(
                "three integers, \(name), decode",
                try time { _ = try decoder.decode(ThreeIntegers.self, fromArchive: archive) }, atMost: 1.8, microseconds
            )
        }
    }
}

/// As little as anybody archives.
private struct ThreeIntegers: GCodable {
    var a = 1
    var b = 200
    var c = 30_000

    private enum Key: String {
        case a, b, c
    }

    init() {}

    init(from decoder: GDecoder) throws {
        a = try decoder.decode(for: Key.a)
        b = try decoder.decode(for: Key.b)
        c = try decoder.decode(for: Key.c)
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(a, for: Key.a)
        try encoder.encode(b, for: Key.b)
        try encoder.encode(c, for: Key.c)
    }
}

/// The C libraries, called directly.
private enum References {
    static let blockSize = 1 << 20

    static func deflate(_ plain: [UInt8]) throws -> Int {
        var sizes = [Int](repeating: 0, count: plain.count / blockSize + 1)
        let capacity = plain.count + plain.count / 128 + sizes.count * 64
        return [UInt8](unsafeUninitializedCapacity: capacity) {
            $1 = reference_deflate(plain, plain.count, blockSize, 6, $0.baseAddress, capacity, &sizes)
        }.count
    }

    /// The time to decompress blocks of 1 MiB into fresh memory.
    static func lz4DecompressionTime(_ plain: [UInt8]) throws -> Double {
        var sizes = [Int](repeating: 0, count: (plain.count + blockSize - 1) / blockSize)
        let capacity = plain.count + plain.count / 128 + sizes.count * 64
        let stored = [UInt8](unsafeUninitializedCapacity: capacity) {
            $1 = reference_lz4_compress(plain, plain.count, blockSize, $0.baseAddress, capacity, &sizes)
        }
        return best(8) {
            let target = UnsafeMutableRawBufferPointer.allocate(byteCount: plain.count, alignment: 16)
            defer { target.deallocate() }
            _ = reference_lz4_decompress(stored, sizes, sizes.count, target.baseAddress, target.count, blockSize)
        }
    }
}

/// Seconds of the processor that this process has used.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Seconds on the clock.
func elapsed() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// The shortest of several runs, in seconds.
func best(_ count: Int, _ clock: () -> Double = processorTime, _ body: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<count {
        let start = clock()
        try body()
        best = min(best, clock() - start)
    }
    return best
}
