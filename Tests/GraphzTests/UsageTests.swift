import Foundation
import Testing

@Suite("How graphz is used")
struct UsageTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
    }

    @Test func helpGoesToStandardOutput() throws {
        for arguments in [["--help"], ["help"], ["help", "dump"], ["compress", "--help"], ["--version"]] {
            let run = try ToolRun(arguments)
            #expect(run.status == 0)
            #expect(run.errors == "")
            #expect(!run.text.isEmpty)
        }
        #expect(try ToolRun(["--help"]).text.contains("10  a checksum does not match"))
    }

    @Test func theManualListsEveryExitStatus() throws {
        let manual = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Docs/graphz.md")
        let rows = try String(contentsOf: manual, encoding: .utf8).split(separator: "\n").map(String.init)
        let table = try ToolRun(["--help"]).text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let statuses = table.drop { !$0.hasPrefix("Exit status") }.dropFirst().prefix { $0.first?.isNumber == true }
        #expect(statuses.count == 19)
        for status in statuses {
            let parts = status.split(separator: " ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(rows.contains("| \(parts[0]) | \(parts[1]) |"), "\(status)")
        }
    }

    @Test func wrongArgumentsAreExplainedInOneLine() throws {
        for arguments in [
            ["frobnicate"], ["info"], ["info", "--frobnicate", "x"], ["compress", "city.graph", "--codec", "zstd"],
            ["compress", "city.graph", "--codec", "zlib:10"], ["compress", "city.graph", "--block-size", "3"],
            ["verify", "city.graph", "--threads", "0"], ["dump", "city.graph", "--sections", "nonsense"],
            ["verify", "city.graph", "--max-size", "99999999999T"], ["info", "city.graph", "--max-entries", "-1"],
            ["salvage", "city.graph", "--remove"],
            ["salvage", "city.graph", "--output", "-", "--plain", "-"], ["salvage", "city.graph", "--list", "-1"],
        ] {
            let run = try ToolRun(arguments, in: workspace.folder)
            #expect(run.status == 64, "\(arguments)")
            #expect(run.text == "", "\(arguments)")
            #expect(run.errors.hasPrefix("graphz: "), "\(run.errors)")
            #expect(run.errors.filter { $0 == "\n" }.count == 1, "\(run.errors)")
        }
    }

    @Test func filesThatCannotBeOpened() throws {
        for command in ["info", "verify", "dump", "salvage"] {
            let run = try ToolRun([command, "missing.graphz"], in: workspace.folder)
            #expect(run.status == 2)
            #expect(run.text == "")
            #expect(run.errors.hasPrefix("graphz: missing.graphz: fileFailure: "))
            #expect(run.errors.contains("No such file or directory"))
            #expect(run.errors.filter { $0 == "\n" }.count == 1)
        }
        #expect(try workspace.run("verify", ".").status == 2)
        #expect(try workspace.run("compress", "city.graph", "-o", "nowhere/x.graphz").status == 2)
    }

    @Test func namesWithControlCharactersDoNotBreakTheLine() throws {
        let run = try workspace.run("verify", "a\n\u{1B}[2Jb")
        #expect(run.status == 2)
        #expect(run.errors.filter { $0 == "\n" }.count == 1)
        #expect(!run.errors.contains("\u{1B}"))
    }

    @Test func fullDevicesAreErrors() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let dump = try workspace.shell("\"$GRAPHZ\" dump city.graphz >/dev/full")
        #expect(dump.status == 2)
        #expect(dump.errors == "graphz: standard output: No space left on device\n")
        let compress = try workspace.shell("\"$GRAPHZ\" compress city.graph -o - >/dev/full")
        #expect(compress.status == 2)
        #expect(compress.errors.contains("No space left on device"))
    }

    /// Runs a script at a terminal that nobody sits at, and returns what is shown there.
    private func terminal(_ script: String) throws -> ToolRun {
        try script.write(to: workspace.url("script"), atomically: true, encoding: .utf8)
        return try workspace.shell("script -qec 'sh ./script' /dev/null </dev/null")
    }

    private static let hasTerminals = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

    @Test(.enabled(if: hasTerminals)) func terminalsGetNoArchives() throws {
        let refused = try terminal("\"$GRAPHZ\" compress city.graph -o -")
        #expect(refused.status == 3)
        #expect(refused.text.hasPrefix("graphz: An archive would only confuse the terminal."))
    }

    @Test(.enabled(if: hasTerminals)) func terminalsGetProgress() throws {
        // Slow work, since the archive comes through a slow pipe.
        let work = "{ cat city.graph; sleep 0.6; cat city.graph; } | \"$GRAPHZ\" verify --checksums-only - "
        let run = try terminal(work)
        #expect(run.status == 0)
        #expect(run.text.contains("\r\u{1B}[KVerifying standard input: "))
        #expect(run.text.contains("\r\u{1B}[Kstandard input: raw archive, no checksums"))
        #expect(!(try terminal(work + "--quiet").text.contains("Verifying")))
        #expect(!(try terminal(work + "2>log").text.contains("Verifying")))
    }
}
