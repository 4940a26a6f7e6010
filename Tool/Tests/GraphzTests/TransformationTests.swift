import Foundation
import GraphCodable
import GraphCodableCompression
import Testing

@Suite("graphz compress, decompress and recode")
struct TransformationTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try FileManager.default.removeItem(at: workspace.url("city.graphz"))
    }

    @Test(arguments: ["none", "lz4", "lz4:1", "lz4hc", "lz4hc:12", "zlib", "zlib:1"])
    func whatIsCompressedIsTheSameWhenDecompressed(codec: String) throws {
        let compressed = try workspace.run("compress", "--codec", codec, "city.graph")
        #expect(compressed.status == 0)
        #expect(compressed.output.isEmpty)
        #expect(compressed.errors == "")
        #expect(try workspace.run("verify", "city.graphz").status == 0)
        try FileManager.default.removeItem(at: workspace.url("city.graph"))
        let decompressed = try workspace.run("decompress", "city.graphz")
        #expect(decompressed.status == 0)
        #expect(try workspace.data("city.graph") == workspace.raw)
        #expect(try workspace.files == ["city.graph", "city.graphz"])
    }

    @Test func pipesDo() throws {
        let run = try workspace.shell(
            "cat city.graph | \"$GRAPHZ\" compress --codec=lz4 | \"$GRAPHZ\" recode - --codec zlib:9 | \"$GRAPHZ\" decompress - | cmp - city.graph"
        )
        #expect(run.status == 0)
        #expect(run.text == "")
        #expect(run.errors == "")
    }

    @Test func whatIsNotCompressedPassesThrough() throws {
        let run = try workspace.shell(
            """
            mkfifo pipe; "$GRAPHZ" compress city.graph
            for source in city.graph city.graphz; do
                "$GRAPHZ" -dcf $source | cmp - city.graph; cat $source | "$GRAPHZ" -dcf | cmp - city.graph
                cat $source >pipe & "$GRAPHZ" -dcf pipe | cmp - city.graph
            done
            """)
        #expect(run.status == 0 && run.text == "" && run.errors == "")
        #expect(try workspace.run("-dcf", ".").status == 2)
    }

    @Test func nothingIsReplacedUnasked() throws {
        try Data("mine".utf8).write(to: workspace.url("city.graphz"))
        let refused = try workspace.run("compress", "city.graph")
        #expect(refused.status == 3)
        #expect(refused.errors == "graphz: city.graphz: This exists already. Use --force to replace it.\n")
        #expect(try workspace.data("city.graphz") == Data("mine".utf8))
        #expect(try workspace.run("compress", "city.graph", "-o", "city.graph").status == 3)
        #expect(try workspace.run("compress", "city.graph", "--force").status == 0)
        #expect(try workspace.run("verify", "city.graphz").status == 0)
        // Devices are written to, not replaced.
        #expect(try workspace.run("compress", "city.graph", "--output", "/dev/null").status == 0)
    }

    @Test func recodingKeepsContentsAndMetadata() throws {
        try workspace.write(.zlib, "a.graphz", metadata: ["author": "me"])
        #expect(try workspace.run("recode", "a.graphz", "--codec", "lz4hc:12", "-o", "b.graphz").status == 0)
        let info = try workspace.run("info", "b.graphz").text
        #expect(info.contains("codec     lz4\n"))
        #expect(info.contains("metadata  \"author\" = \"me\"\n"))
        #expect(try workspace.run("recode", "b.graphz", "--codec", "none", "--in-place").status == 0)
        #expect(try workspace.run("info", "b.graphz").text.contains("codec     none\n"))
        #expect(try workspace.run("decompress", "b.graphz", "-o", "-").output == workspace.raw)
        #expect(try workspace.run("recode", "b.graphz").status == 64)
        #expect(try workspace.run("recode", "-", "--in-place").status == 64)
    }

    @Test func aRawArchiveThatWasCompressedInPlaceNeedsAnotherName() throws {
        let run = try workspace.run("recode", "--in-place", "city.graph")
        #expect(run.status == 0)
        #expect(run.errors == "graphz: city.graph: This is a compressed archive now. Rename it to city.graphz.\n")
        _ = try workspace.shell("mv city.graph city.graphz")
        #expect(try workspace.run("recode", "--in-place", "city.graphz").errors == "")
        #expect(try workspace.run("decompress", "city.graphz").status == 0)
    }

    @Test func damagedInputLeavesNothingBehind() throws {
        try workspace.write(.lz4, "a.graphz")
        var bad = try workspace.data("a.graphz")
        bad[bad.count - 200] ^= 4
        try bad.write(to: workspace.url("a.graphz"))
        for arguments in [["decompress", "a.graphz"], ["recode", "a.graphz", "--codec", "zlib", "-o", "b.graphz"]] {
            let run = try ToolRun(arguments, in: workspace.folder)
            #expect(run.status == 10)
            #expect(run.errors.hasPrefix("graphz: a.graphz, byte "))
            #expect(run.errors.filter { $0 == "\n" }.count == 1)
        }
        let inPlace = try workspace.run("recode", "a.graphz", "--in-place")
        #expect(inPlace.status == 10)
        #expect(try workspace.data("a.graphz") == bad)
        #expect(try workspace.files == ["a.graphz", "city.graph"])
    }

    @Test func theWrongFormIsRefused() throws {
        try workspace.write(.lz4, "a.graphz")
        #expect(try workspace.run("compress", "a.graphz", "-o", "b").status == 64)
        #expect(try workspace.run("decompress", "city.graph", "-o", "b").status == 64)
        let unnamed = try workspace.run("decompress", "city.graph")
        #expect(unnamed.status == 64)
        #expect(unnamed.errors.contains("The name is that of a raw archive"))
        #expect(try workspace.files == ["a.graphz", "city.graph"])
    }

    @Test func verboseTellsWhatWasDone() throws {
        let run = try workspace.run("compress", "--verbose", "city.graph")
        #expect(run.errors.hasPrefix("graphz: city.graphz: lz4, "))
        #expect(run.output.isEmpty)
    }

    @Test func interruptedWorkLeavesNoTemporaryFile() throws {
        // The tool reads a pipe whose writer waits until the tool has ended.
        let run = try workspace.shell(
            """
            mkfifo pipe
            { cat city.graph; while [ ! -e sent ]; do sleep 0.1; done; cat city.graph; } >pipe &
            "$GRAPHZ" compress - --codec none -o out.graphz <pipe 2>errors &
            tool=$!
            sleep 0.5
            kill -TERM $tool
            wait $tool
            echo $?
            >sent
            """)
        #expect(run.text == "143\n")
        #expect(try workspace.data("errors").isEmpty)
        #expect(try workspace.files == ["city.graph", "errors", "pipe", "sent"])
    }
}
