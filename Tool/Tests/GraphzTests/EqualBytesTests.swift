import Foundation
import Testing

/// The bytes of an archive depend on nothing but the input.
struct EqualBytesTests {
    /// Each process finds something else in memory that it has not used yet.
    @Test(.enabled(if: Bombs.canBeMade, "needs Linux and Python"))
    func equalInputGivesEqualBytesWhateverMemoryHeld() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "streams-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let made = try Bombs.python("stream_sizes.py", [folder.appending(path: "streams.graph").path])
        try #require(made.status == 0, "\(made.errors)")
        let archives = try [1, 85, 254].map { pattern in
            let command = "MALLOC_PERTURB_=\(pattern) \"$GRAPHZ\" compress -q --codec lz4 streams.graph -o \(pattern)"
            let run = try ToolRun.shell(command, in: folder)
            try #require(run.status == 0, "\(run.errors)")
            return try Data(contentsOf: folder.appending(path: "\(pattern)"))
        }
        #expect(archives[0] == archives[1] && archives[0] == archives[2])
    }
}
