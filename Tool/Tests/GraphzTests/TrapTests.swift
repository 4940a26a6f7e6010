import Foundation
import GraphCodable
import Testing

@testable import graphz

/// What is typed out of habit, or by mistake, must not lose work: nothing that fails has status 0.
@Suite("Traps of graphz")
struct TrapTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        _ = try workspace.shell("mkdir empty; echo text >text")
    }

    /// Expects the output, the error output and the status of a script.
    private func expect(
        _ script: String, _ output: String, _ errors: String, _ status: Int32,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let run = try workspace.shell("graphz() { \"$GRAPHZ\" \"$@\"; }\n\(script)")
        #expect(run.text == output, "\(script)", sourceLocation: sourceLocation)
        #expect(
            run.errors == (errors.isEmpty ? "" : "graphz: \(errors)\n"), "\(script)", sourceLocation: sourceLocation)
        #expect(run.status == status, "\(script)", sourceLocation: sourceLocation)
    }

    // MARK: What lost work

    @Test func aloneInAPipeItCompresses() throws {
        try expect("graphz <city.graph | graphz -t", "standard input: sound, 5,000 objects\n", "", 0)
        let neither =
            "standard input: This is neither a compressed archive nor a raw one: it does not begin with the signature of either."
        try expect("echo text | graphz ", "", neither, 4)
        let tar = try workspace.shell("tar -I \"$GRAPHZ\" -cf x.tar.gz city.graph")
        #expect(tar.status == 2)
        #expect(try workspace.data("x.tar.gz").isEmpty)
    }

    @Test(.enabled(if: Workspace.hasTerminals)) func aloneAtATerminalItHelps() throws {
        let run = try workspace.terminal("\"$GRAPHZ\"")
        #expect(run.status == 0 && run.text.hasPrefix("USAGE: graphz "))
        let piped = try workspace.terminal("\"$GRAPHZ\" | cat >out; cat out")
        #expect(piped.text == "graphz: Name an archive, or send one through a pipe. See 'graphz help compress'.\r\n")
    }

    @Test func optionsBeforeACommandAreItsOptions() throws {
        try expect(
            "graphz -r verify .",
            "./city.graph: sound, 5,000 objects\n./city.graphz: sound, 5,000 objects\n2 archives: all sound\n", "", 0)
        try expect("graphz --rm info city.graph", "", "'info' has no option '--rm'. See 'graphz help info'.", 64)
        try expect(
            "graphz --rm --codec zlib verfy city.graph", "", "'verfy' is not a command. Did you mean 'verify'?", 64)
        try expect(
            "cp city.graph info; graphz -9 info && ls", "city.graph\ncity.graphz\nempty\ninfo\ninfo.graphz\ntext\n", "",
            0)
        #expect(try workspace.data("city.graph") == workspace.raw)
    }

    @Test func optionsDoNotSwallowTheArchive() throws {
        try expect("graphz graph --format dot --except Station city.graph | grep -c Station", "0\n", "", 1)
        try expect(
            "graphz graph --format dot --only Station --except String city.graph | head -n 1", "",
            "city.graph: No type is called 'String'. 'graphz info' lists the types.", 0)
        try expect("graphz dump --sections types city.graph | grep -c BODY", "0\n", "", 1)
        try expect(
            "graphz dump -s header -s types city.graph | grep '^==' | cut -c 1-9", "== HEADER\n== TYPES \n=========\n",
            "", 0)
    }

    @Test func whatIsNotThereIsAnError() throws {
        try expect(
            "graphz verify -r empty", "", "empty: No file in this folder has a name that ends with .graph or .graphz.",
            2)
        try expect("graphz verify -r nowhere", "", "nowhere: Cannot open: no such file or directory.", 2)
        try expect("graphz verify -r <city.graph", "", "--recursive needs a folder. See 'graphz help verify'.", 64)
        try expect(
            "graphz decompress -r empty", "", "empty: No file in this folder has a name that ends with .graphz.", 2)
        try expect(
            "graphz info --json missing",
            #"{"error":{"message":"missing: Cannot open: no such file or directory.","status":2},"name":"missing"}"#
                + "\n",
            "missing: Cannot open: no such file or directory.", 2)
        let empty = "empty: No file in this folder has a name that ends with .graph or .graphz."
        try expect(
            "graphz info -r --json empty",
            #"{"error":{"message":"\#(empty)","status":2},"name":"empty"}"# + "\n", empty, 2)
        try expect(
            "graphz verify -r --json empty",
            #"{"error":{"message":"\#(empty)","status":2},"isSound":false,"name":"empty"}"# + "\n", empty, 2)
        try expect("graphz -d nowhere", "", "nowhere: Cannot open: no such file or directory.", 2)
        try expect(
            "graphz diff --key nmae city.graph city.graphz", "",
            "No field of either archive has the key 'nmae'. Did you mean 'name'?", 64)
        try expect(
            "graphz diff -q --key nosuch city.graph city.graphz", "",
            "No field of either archive has the key 'nosuch'. 'graphz dump --sections keys' lists the keys.", 64)
    }

    /// An endless pipe is not copied to the disk.
    @Test(arguments: ["info", "sizes", "explore -o -"]) func whatIsNoArchiveIsNotCopied(command: String) throws {
        let neither =
            "This is neither a compressed archive nor a raw one: it does not begin with the signature of either."
        try expect("(ulimit -f 512; yes | graphz \(command))", "", "standard input: \(neither)", 4)
        try expect("yes | head -c 3 | graphz \(command)", "", "standard input: \(neither)", 4)
        try expect("{ head -c 3 city.graph; sleep 0.1; tail -c +4 city.graph; } | graphz \(command) >out", "", "", 0)
    }

    /// The signal comes while the first output is written. The second one is not begun.
    @Test func salvageCanBeInterrupted() throws {
        let run = try workspace.shell(
            """
            mkfifo pipe; echo old >rest.graph
            "$GRAPHZ" salvage city.graphz -f --plain pipe -o rest.graph >report & tool=$!
            exec 3<pipe; kill -TERM $tool; cat <&3 >plain; wait $tool; echo $?; cmp plain city.graph; cat rest.graph
            """)
        #expect(run.text == "143\nold\n")
    }

    /// Shells let background jobs ignore Ctrl-\\, unless they control jobs. What is ignored already, as in a job of a script,
    /// would stay ignored.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
    func quittingLeavesNoTemporaryFile() throws {
        signal(SIGQUIT, SIG_DFL)
        let run = try workspace.shell(
            """
            cat >script <<'END'
            set -m; mkfifo in; exec 3<>in
            "$GRAPHZ" compress in -o out.graphz 2>errors & tool=$!
            cat city.graph >&3
            for n in $(seq 500); do ls -A | grep -q tmp && break; sleep 0.01; done
            ls -A | grep -c tmp; kill -QUIT $tool
            for n in $(seq 1000); do kill -0 $tool && sleep 0.01 || break; done
            kill -KILL $tool; wait $tool; echo $?; ls -A | grep -c tmp
            END
            bash script 2>/dev/null
            """)
        #expect(run.text == "1\n131\n0\n")
    }

    @Test func usageNamesOperandsOnly() throws {
        for command in Graphz.commandNames {
            let usage = try workspace.run("help", command).text.split(separator: "\n").first
            let several = ["info", "verify", "compress", "decompress", "recode"].contains(command)
            let operands = command == "diff" ? "<old> <new>" : several ? "[<archive> ...]" : "[<archive>]"
            #expect(usage == "USAGE: graphz \(command) [<options>] \(operands)")
        }
        #expect(try !workspace.run("help", "compress").text.contains("(default: -k)"))
    }

    // MARK: Habits

    @Test func whatIsNotCompressedPassesThroughIfForced() throws {
        try expect("graphz -dcf city.graph | cmp - city.graph && graphz -dcf city.graphz | cmp - city.graph", "", "", 0)
        try expect(
            "cat city.graph | graphz -dcf | cmp - city.graph && cat city.graphz | graphz -dcf | cmp - city.graph", "",
            "", 0)
        try expect("graphz -dcf text", "text\n", "", 0)
        try expect("graphz -dcf </dev/null", "", "", 0)
        try expect(
            "graphz -dc city.graph", "", "city.graph: The archive is raw already; there is nothing to decompress.", 64)
    }

    @Test func fastAndBestAreLevels() throws {
        try expect(
            """
            for pair in '--fast -1' '--best -12' '--fast --codec=zlib:1' '--best --codec=zlib:9'; do set -- $pair
            case $2 in --codec*) c=zlib;; *) c=lz4;; esac
            "$GRAPHZ" compress $1 --codec $c <city.graph >a; "$GRAPHZ" compress $2 <city.graph | cmp - a; done
            """, "", "", 0)
        try expect(
            "graphz compress --best -3 city.graph", "",
            "Use either a level, or --fast or --best. See 'graphz help compress'.", 64)
        try expect("graphz -t --no-progress city.graph", "city.graph: sound, 5,000 objects\n", "", 0)
    }

    #if Zstd
    private static let codecs = "none, lz4:1–12, lz4hc:3–12, zlib:1–9, zstd:1–19"
    #else
    private static let codecs = "none, lz4:1–12, lz4hc:3–12, zlib:1–9"
    #endif

    @Test(arguments: [
        (
            "compress --codec zip city.graph",
            "The value 'zip' is invalid for --codec: \(Self.codecs)."
        ),
        (
            "compress --codec zlib:10 city.graph",
            "The value 'zlib:10' is invalid for --codec: \(Self.codecs)."
        ),
        (
            "compress --codec '' city.graph",
            "An empty value is invalid for --codec: \(Self.codecs)."
        ),
        (
            "dump --sections nonsense city.graph",
            "The value 'nonsense' is invalid for --sections: header, body, types, shapes, keys, extensions, all."
        ),
        ("graph --format png city.graph", "The value 'png' is invalid for --format: svg, dot, mermaid."),
        (
            "verify --max-size 1X city.graph",
            "The value '1X' is invalid for --max-size, which takes a number of bytes, such as 4096, 64K, 16M or 4G."
        ),
        (
            // The uppercase of this letter is two.
            "verify --max-size 5ß city.graph",
            "The value '5ß' is invalid for --max-size, which takes a number of bytes, such as 4096, 64K, 16M or 4G."
        ),
        ("graph --depth x city.graph", "The value 'x' is invalid for --depth, which takes a whole number."),
        ("verify --recursiv city.graph", "'verify' has no option '--recursiv'. Did you mean '--recursive'?"),
        ("verify --verison", "'verify' has no option '--verison'. Did you mean '--version'?"),
        ("sizes --list -1 city.graph", "--list and --fields must not be negative."),
        ("verify -x city.graph", "'verify' has no option '-x'."),
        ("verify -z city.graph", "'verify' has no option '-z'."),
        ("compress city.graph --codec", "Missing value for '--codec <codec>'."),
        ("explore city.graph b", "Unexpected argument 'b'."),
        ("diff city.graph", "'diff' needs <old> and <new>."),
        ("info - city.graph /dev/stdin", "Standard input can be read only once; name it once."),
        (
            "salvage --codec lz4 city.graph",
            "--remove, --remove-containing, --root and the codec say how to write; say where with --output."
        ),
        (
            "salvage -3 city.graph",
            "--remove, --remove-containing, --root and the codec say how to write; say where with --output."
        ),
    ])
    func usageIsExplainedInASentence(arguments: String, message: String) throws {
        let command = arguments.split(separator: " ")[0]
        try expect("graphz \(arguments)", "", "\(message) See 'graphz help \(command)'.", 64)
    }

    @Test func anEmptyNameIsNamed() throws {
        try expect("graphz ''", "", "An empty argument is not a command. See 'graphz --help'.", 64)
        try expect("graphz verify ''", "", "The path is empty.", 64)
        try expect("graphz compress -c ''", "", "The path is empty.", 64)
        try expect("graphz decompress ''", "", "The path is empty.", 64)
    }

    @Test func progressFitsTheTerminal() {
        #expect(ProgressLine.cut("short", to: 20) == "short")
        let line = "Verifying a/very/long/path/to/some/archive.graphz: 12 % of 20.7 MiB"
        #expect(ProgressLine.cut(line, to: 60) == "Verifying a/very/long/path/to/s…ive.graphz: 12 % of 20.7 MiB")
        #expect((1...80).allSatisfy { ProgressLine.cut(line, to: $0).count <= $0 })
    }
}
