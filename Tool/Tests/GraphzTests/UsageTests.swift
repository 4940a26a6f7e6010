import Foundation
import Testing

@testable import graphz

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
            #expect(run.text.hasPrefix("USAGE: graphz ") || arguments == ["--version"], "\(arguments)")
            // They stand in the manual.
            #expect(!run.text.contains("Exit status"))
            if arguments == ["help", "dump"] {
                for mark in ["REF", "VAL", "BIV", "NIL", "PTS", "PTC", "SOME", "<n bytes>"] {
                    #expect(run.text.contains(mark), "\(mark)")
                }
            }
        }
    }

    @Test func theManualPromisesNothingThatDependsOnTheArchive() throws {
        let manual = try ToolRun(["--generate-manual"]).text
        // A low level of zlib is the best one for some archives, and much of a comparison comes before its first result.
        for promise in ["smallest", "as small as possible", "first difference"] {
            #expect(!manual.contains(promise), "\(promise)")
        }
    }

    @Test func helpFitsNarrowAndWideTerminals() throws {
        let run = try workspace.shell(
            "for c in -1 0 20 27 300; do COLUMNS=$c \"$GRAPHZ\" help verify | head -n 1 || echo $c; done")
        #expect(
            run.text == String(repeating: "USAGE: graphz verify [<options>] [<archive> ...]\n", count: 5),
            "\(run.errors)")
    }

    @Test func theManualListsEveryExitStatus() throws {
        let manual = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Docs/graphz.md").standardizedFileURL
        let rows = try String(contentsOf: manual, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(ExitStatus.allCases.count == 19)
        for status in ExitStatus.allCases {
            #expect(rows.contains("| \(status.rawValue) | \(status.meaning) |"), "\(status)")
        }
    }

    private static let mandoc = "/usr/bin/mandoc"

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: mandoc))) func theManualPageIsClean() throws {
        // Whether the machine has the manuals under SEE ALSO is no fault of the page.
        let run = try workspace.shell(
            "\"$GRAPHZ\" --generate-manual >graphz.1; \(Self.mandoc) -T lint graphz.1 2>&1 | grep -v 'outdated mandoc.db\\|manual not found'"
        )
        #expect(run.text == "")
        let text = try workspace.shell("\(Self.mandoc) -T utf8 graphz.1 | col -b").text
        for heading in ["SYNOPSIS", "COMMANDS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES", "SEE ALSO"] {
            #expect(text.contains("\n\(heading)\n"), "\(heading)")
        }
        // A common option is described once, an option with a default with it.
        #expect(text.components(separatedBy: "--max-entries").count == 2)
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("The default is 1M."))
        // The macros of the page would remove quotation marks.
        #expect(words.contains("select(.type == \"City.Station\")"))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"))) func bashCompletesWhatIsTyped()
        throws
    {
        let script = try ToolRun(["--generate-completion-script", "bash"])
        try script.output.write(to: workspace.url("completions"))
        for (line, expected) in [
            ("graphz ver", "verify"), ("graphz help ver", "verify"), ("graphz -t ci", "city.graph city.graphz"),
            ("graphz compress --codec zl", "zlib zlib:1 zlib:9"), ("graphz verify --no-p", "--no-progress"),
        ] {
            let words = line.split(separator: " ").map(String.init)
            let run = try ToolRun(
                running: URL(fileURLWithPath: "/bin/bash"),
                [
                    "-c",
                    """
                    . ./completions; COMP_LINE='\(line)'; COMP_POINT=\(line.count); COMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1)
                    $(complete -p graphz | sed 's/.*-F \\([^ ]*\\).*/\\1/') graphz '\(words.last ?? "")' '\(words[words.count - 2])'
                    echo $(printf '%s\\n' "${COMPREPLY[@]}" | sed 's/ *$//' | sort)
                    """,
                ], in: workspace.folder)
            #expect(run.text == expected + "\n", "\(line): \(run.errors)")
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func shellsCompleteCommandsAndOptions(shell: String) throws {
        let run = try ToolRun(["--generate-completion-script", shell])
        #expect(run.status == 0)
        for word in Graphz.commandNames + ["codec", "checksums-only", "stdout"] {
            #expect(run.text.contains(word), "\(word)")
        }
        let path = "/usr/bin/\(shell)"
        if FileManager.default.isExecutableFile(atPath: path) {
            try run.output.write(to: workspace.url("completions"))
            #expect(try workspace.shell("\(path) -n completions").status == 0)
        }
    }

    @Test func wrongArgumentsAreExplainedInOneLine() throws {
        for arguments in [
            ["frobnicate"], ["info", "--frobnicate", "x"], ["compress", "city.graph", "--codec", "brotli"],
            ["compress", "city.graph", "--codec", "zlib:10"],
            ["compress", "city.graph", "--codec", "lz4hc:2"], ["compress", "--codec", "none", "-3", "city.graph"],
            ["compress", "--codec", "zlib:3", "-3", "city.graph"], ["compress", "-13", "city.graph"],
            ["compress", "-c", "-o", "x", "city.graph"], ["compress", "--rm", "-c", "city.graph"],
            ["decompress", "-9", "city.graphz"], ["compress", "-T", "-1", "city.graph"],
            ["compress", "city.graph", "--block-size", "3"],
            ["verify", "city.graph", "--threads", "257"], ["dump", "city.graph", "--sections", "nonsense"],
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
            #expect(run.errors == "graphz: missing.graphz: Cannot open: no such file or directory.\n")
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
        #expect(dump.errors == "graphz: standard output: Cannot write: no space left on device.\n")
        let compress = try workspace.shell("\"$GRAPHZ\" compress city.graph -o - >/dev/full")
        #expect(compress.status == 2)
        #expect(compress.errors == "graphz: standard output: Cannot write: no space left on device.\n")
    }

    @Test(.enabled(if: Workspace.hasTerminals)) func terminalsGetNoArchives() throws {
        let refused = try workspace.terminal("\"$GRAPHZ\" compress city.graph -o -")
        #expect(refused.status == 3)
        #expect(refused.text.hasPrefix("graphz: An archive would only confuse the terminal."))
    }

    @Test(.enabled(if: Workspace.hasTerminals)) func terminalsGetProgress() throws {
        // Slow work, since the archive comes through a slow pipe.
        let work = "{ cat city.graph; sleep 0.6; cat city.graph; } | \"$GRAPHZ\" verify --checksums-only - "
        let run = try workspace.terminal(work)
        #expect(run.status == 0)
        #expect(run.text.contains("\r\u{1B}[KVerifying standard input: "))
        #expect(run.text.contains("\r\u{1B}[Kstandard input: raw archive, no checksums"))
        #expect(!(try workspace.terminal(work + "--quiet").text.contains("Verifying")))
        #expect(!(try workspace.terminal(work + "2>log").text.contains("Verifying")))
    }
}
