import Foundation
import GraphCodable
import GraphCodableCompression

/// An object of the archives that the tests make.
final class Station: GCodable, GVersion {
    static let encodeVersion: UInt32 = 2
    let name: String
    let next: Station?
    private enum Key: String { case name, next }

    init(_ name: String, next: Station? = nil) {
        self.name = name
        self.next = next
    }

    init(from decoder: GDecoder) throws {
        name = try decoder.decode(for: Key.name)
        next = try decoder.decode(for: Key.next)
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(name, for: Key.name)
        try encoder.encode(next, for: Key.next)
    }
}

/// A folder with archives, gone when it is no longer used.
final class Workspace {
    let folder: URL
    let raw: Data
    static let stationCount = 5_000

    /// The raw archive and the compressed one, with which each test begins. A debug build makes them slowly, so it does so once.
    private static let archives = Result {
        let last = Station("last")
        let raw: Data = try GraphEncoder().encode((1..<stationCount).map { Station(name($0), next: last) })
        return (raw: raw, compressed: try compressed(raw, .zlib))
    }

    /// The name of a station. One of a hundred has a long name, that fills several blocks in place of many objects.
    private static func name(_ number: Int) -> String {
        guard number % 100 == 51 else { return "Station \(number)" }
        var state = UInt32(number)
        let letters = (0..<6_400).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(ascii: "a") + UInt8(state >> 24) % 26
        }
        return "Station \(number) " + String(decoding: letters, as: UTF8.self)
    }

    init() throws {
        let archives = try Self.archives.get()
        raw = archives.raw
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("graphz-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try raw.write(to: url("city.graph"))
        try archives.compressed.write(to: url("city.graphz"))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    func save(_ root: [Station], _ name: String) throws { try GraphEncoder().encode(root).write(to: url(name)) }

    /// Writes `old.graph` and `new.graph`, in which one station has changed and another one was added.
    func saveTwoVersions() throws {
        let last = Station("last")
        try save([Station("first", next: last), Station("second", next: last)], "old.graph")
        try save([Station("first", next: last), Station("changed", next: nil), Station("new")], "new.graph")
    }

    func data(_ name: String) throws -> Data { try Data(contentsOf: url(name)) }

    /// Compresses the archive; in blocks of 64 KiB, so that there are several.
    func write(_ codec: GraphCodec, _ name: String, metadata: [String: String] = [:]) throws {
        try Self.compressed(raw, codec, metadata).write(to: url(name))
    }

    private static func compressed(
        _ raw: Data, _ codec: GraphCodec, _ metadata: [String: String] = [:]
    ) throws -> Data {
        let options = GraphContainerWritingOptions(blockSizeLog2: 16, metadata: metadata)
        return Data(try raw.withUnsafeBytes { try GraphContainer.compress($0, codec: codec, options: options) })
    }

    func run(_ arguments: String..., input: Data? = nil) throws -> ToolRun {
        try ToolRun(arguments, input: input, in: folder)
    }

    func shell(_ script: String) throws -> ToolRun { try ToolRun.shell(script, in: folder) }

    /// Runs a script at a terminal that nobody sits at, and returns what is shown there.
    ///
    /// - Parameter kind: What it is called; one that is called `dumb` shows no colors.
    func terminal(_ script: String, kind: String = "dumb") throws -> ToolRun {
        try script.write(to: url("script"), atomically: true, encoding: .utf8)
        return try shell("NO_COLOR= TERM=\(kind) script -qec 'sh ./script' /dev/null </dev/null")
    }

    static let hasTerminals = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

    /// The names of all files, sorted; shows what was left behind.
    var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }
}
