import Foundation
import GraphCodable
import GraphCodableCompression

/// The package list through the compressors of the command line, raw and as JSON, and through the codecs of the container.
struct ToolComparison {
    private struct Point {
        var name: String
        var input: String
        var size: Int
        var compression: Double
        var decompression: Double
    }

    private static let tools = [
        ("gzip", "-6"), ("xz", "-6"), ("zstd", "-3"), ("lz4", "-1"), ("lz4", "-9"),
    ]
    private static var codecs: [(String, GraphCodec)] {
        var codecs: [(String, GraphCodec)] = [
            ("LZ4", .lz4), ("LZ4 HC 9", .lz4(level: 9)), ("zlib 1", .zlib(level: 1)), ("zlib 6", .zlib),
        ]
        #if Zstd
        codecs += [("zstd 3", .zstd), ("zstd 9", .zstd(level: 9)), ("zstd 19", .zstd(level: 19))]
        #endif
        return codecs
    }

    /// The folder for the figures.
    private let results: String
    private var points: [Point] = []

    init(results: String) {
        self.results = results
    }

    /// Measures everything; tools that are not installed are left out.
    mutating func run(_ raw: Bytes, json: Data) throws {
        for (name, codec) in Self.codecs {
            try measure(name, codec, raw)
        }
        for (input, data) in [("raw", Data(raw)), ("JSON", json)] {
            points.append(Point(name: "", input: input, size: data.count, compression: 0, decompression: 0))
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("tools-\(getpid())").path
            try data.write(to: URL(fileURLWithPath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            for (tool, level) in Self.tools {
                guard let compression = try time("\(tool) -c \(level) \(path) > \(path).out") else { continue }
                let size = try FileManager.default.attributesOfItem(atPath: path + ".out")[.size] as? Int ?? 0
                let decompression = try time("\(tool) -dc < \(path).out > /dev/null") ?? 0
                try? FileManager.default.removeItem(atPath: path + ".out")
                points.append(
                    Point(
                        name: "\(tool) \(level)", input: input, size: size, compression: compression,
                        decompression: decompression))
            }
        }
    }

    private mutating func measure(_ name: String, _ codec: GraphCodec, _ raw: Bytes) throws {
        var stored: [UInt8] = []
        let options = GraphContainerWritingOptions(threadCount: 1)
        let compression = try best(codec.level ?? 0 > 9 ? 1 : 3) {
            stored = try raw.withUnsafeBytes { try GraphContainer.compress($0, codec: codec, options: options) }
        }
        let reading = GraphContainerReadingOptions(threadCount: 1)
        let decompression = try best(5) {
            _ = try stored.withUnsafeBytes { bytes in
                try GraphContainer.withPlainBytes(of: bytes, options: reading) { $0.count }
            }
        }
        points.append(
            Point(
                name: name, input: "graphz", size: stored.count, compression: compression,
                decompression: decompression))
    }

    /// Processor time of a shell command, the best of three; `nil` when it fails.
    private func time(_ command: String) throws -> Double? {
        var best = Double.infinity
        for _ in 0..<3 {
            let before = Self.childrenTime()
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", command]
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { return nil }
            best = min(best, Self.childrenTime() - before)
            if best > 2 { break }
        }
        return best
    }

    private static func childrenTime() -> Double {
        var usage = rusage()
        #if canImport(Glibc)
        // An enumeration there, which the function takes as a number.
        getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        #else
        getrusage(RUSAGE_CHILDREN, &usage)
        #endif
        let times = [usage.ru_utime, usage.ru_stime]
        return times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) * 1e-6 }
    }

    /// The table for people: smallest first.
    var markdown: String {
        var lines = [
            "| what | by | bytes | compress ms | decompress ms |", "|---|---|---:|---:|---:|",
        ]
        for point in points.sorted(by: { $0.size < $1.size }) {
            let digits: [Character] = "\(point.size)".reversed().enumerated().flatMap {
                $0 > 0 && $0 % 3 == 0 ? [",", $1] : [$1]
            }
            let size = String(digits.reversed())
            let kind = point.input == "graphz" ? "`.graphz`" : point.input == "raw" ? "raw archive" : "JSON"
            let times = [point.compression, point.decompression].map {
                $0 > 0 ? String(format: "%.0f", $0 * 1_000) : ""
            }
            let name = point.input == "graphz" ? "**\(point.name)**" : point.name
            lines.append("| \(kind) | \(name) | \(size) | \(times[0]) | \(times[1]) |")
        }
        return lines.joined(separator: "\n")
    }

    /// Leaves what the picture is drawn of: input, name, size and times, with tabs between them.
    func writePoints() throws {
        let text = points.map { "\($0.input)\t\($0.name)\t\($0.size)\t\($0.compression)\t\($0.decompression)\n" }
            .joined()
        try FileManager.default.createDirectory(atPath: results, withIntermediateDirectories: true)
        try text.write(toFile: results + "/compression.tsv", atomically: true, encoding: .utf8)
    }
}
