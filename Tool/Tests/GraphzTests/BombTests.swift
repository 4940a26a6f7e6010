import Foundation
import GraphCodable
import GraphCodableCompression
import TestSupport
import Testing

/// Archives that are small and would like to take all memory, read in processes that have not so much.
@Suite("bombs", .enabled(if: Bombs.canBeMade, "needs Linux and Python"))
struct BombTests {
    @Test func theToolEndsByItself() throws {
        let part = Torture.isOn ? [] : ["--some"]
        let run = try Bombs.python("torture_bombs.py", [ToolRun.tool.path, "1"] + part)
        print(run.text)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.text.hasSuffix("figure: broken promises: 0\n"))
    }

    #if compiler(>=6.2) && os(Linux)
    /// A process of its own, because its address space is limited.
    @Test(.enabled(if: Bombs.addressSpaceCanBeLimited, "sanitizers take terabytes of address space"))
    func decodingEndsWithAnErrorOrAValue() async {
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory.appending(path: "bombs-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let run = try Bombs.python("torture_bombs.py", [ToolRun.tool.path, "\(Bombs.allowed >> 20)", folder.path])
            try #require(run.status == 0, "\(run.errors)")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            try #require(names.count >= 20)
            let start = Int.random(in: 0...2)
            // The policies as they are, with what Docs/security.md promises of them.
            let promises = [(GraphDecodingPolicy(), 500 << 20), (.strict, 100 << 20)]
            for (number, (policy, byteCount)) in promises.enumerated() {
                try Bombs.limitAddressSpace(to: byteCount)
                // Usually every third bomb.
                let places = Torture.isOn ? Array(names.indices) : names.indices.filter { ($0 + start) % 3 == 0 }
                for place in places {
                    let name = names[place]
                    Bombs.decode(folder.appending(path: name).path, policy, isFirst: (number + place) % 2 == 0)
                }
            }
        }
    }
    #endif
}

enum Bombs {
    /// How many plain bytes the bombs have.
    static let allowed = 1 << 20

    static var canBeMade: Bool {
        #if os(Linux)
        PythonReader.python != nil
        #else
        false
        #endif
    }

    static var addressSpaceCanBeLimited: Bool { ProcessInfo.processInfo.environment["SANITIZER"] == nil }

    static let tools = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Laboratory").standardizedFileURL

    static func python(_ script: String, _ arguments: [String]) throws -> ToolRun {
        try ToolRun(
            running: #require(PythonReader.python),
            ["-B", tools.appendingPathComponent(script).path] + arguments)
    }

    #if os(Linux)
    /// Leaves the process so much address space beyond what it has now.
    static func limitAddressSpace(to count: Int) throws {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ").first
        let size = try #require(pages.flatMap { rlim_t($0) }) * rlim_t(sysconf(Int32(_SC_PAGESIZE))) + rlim_t(count)
        var limit = rlimit(rlim_cur: size, rlim_max: size)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0)
    }
    #endif

    /// Decodes a file as whatever it could be meant for: usually as every second type, so that one of two policies tries it.
    static func decode(_ path: String, _ policy: GraphDecodingPolicy, isFirst: Bool) {
        let decoder = GraphDecoder(policy: policy)
        let options = GraphContainerReadingOptions(threadCount: 1)
        var isTurn = isFirst
        func attempt<Root: GDecodable>(_ type: Root.Type) {
            defer { isTurn.toggle() }
            guard isTurn || Torture.isOn else { return }
            do {
                _ = try decoder.load(type, from: path, options: options)
            } catch {
                #expect(error is GraphCodableError || error is GraphContainerError, "\(path): \(error)")
            }
        }
        attempt(Int.self)
        attempt(String.self)
        attempt([Int].self)
        attempt([[Int]].self)
        attempt([String].self)
        attempt([String: [String]].self)
        attempt(Int??.self)
        attempt(Data.self)
        attempt(Station.self)
        attempt([Station].self)
        attempt([Nothing].self)
    }

    /// Takes no byte of its own in an archive, and some of memory.
    struct Nothing: GCodable {
        var room = (0, 0)
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }
}
