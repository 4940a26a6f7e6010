import Foundation
import Testing

@Suite("graphz dump")
struct DumpCommandTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
    }

    @Test func showsTheGraph() throws {
        let run = try workspace.run("dump", "city.graphz")
        #expect(run.status == 0)
        #expect(run.errors == "")
        let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].hasPrefix("== BODY ==="))
        #expect(
            lines[1...8] == [
                "- VAL", "\t- REF0001 Station", "\t\t+ \"name\": BIV \"Station 1\"", "\t\t+ \"next\": REF5000 Station",
                "\t\t\t+ \"name\": BIV \"last\"", "\t\t\t+ \"next\": NIL", "\t\t.", "\t.",
            ])
        #expect(lines[11] == "\t\t+ \"next\": PTS5000")
        #expect(lines.last == "")
        #expect(try workspace.run("dump", "city.graph").output == run.output)
        #expect(try workspace.run("dump", "-", input: workspace.raw).output == run.output)
    }

    @Test func optionsChooseWhatIsShown() throws {
        let sections = try workspace.run("dump", "city.graph", "-s", "header", "-s", "types", "--sections", "keys").text
        #expect(sections.contains("== HEADER =="))
        #expect(sections.contains("- TYP0000 class Station version 2 count 5000 mangled"))
        #expect(sections.contains("- KEY0001 \"name\""))
        #expect(!sections.contains("== BODY"))
        let numbers = try workspace.run("dump", "--numbers", "city.graph").text
        #expect(numbers.contains("\n\t\t+ KEY0002: REF5000 TYP0000\n"))
        #expect(try workspace.run("dump", "--qualified", "city.graph").text.contains("REF0001 GraphzTests.Station\n"))
        #expect(try workspace.run("dump", "--max-text", "3", "city.graph").text.contains("\"Sta…\" (9 bytes)"))
        #expect(try workspace.run("dump", "--max-nesting", "1", "city.graph").text.contains("\n\t- PTS0001\n"))
    }

    @Test func aReaderThatHasEnoughIsNoError() throws {
        let run = try workspace.shell("\"$GRAPHZ\" dump city.graphz | head -n 1; exit 0")
        #expect(run.text.hasPrefix("== BODY"))
        #expect(run.errors == "")
        // Where the signal is ignored the write fails instead.
        let ignoring = try workspace.shell(
            "trap '' PIPE; { \"$GRAPHZ\" dump city.graphz; echo $? >status; } | head -n 1; cat status")
        #expect(ignoring.errors == "")
        #expect(ignoring.text.hasSuffix("\n141\n"))
    }

    @Test func whatPrecedesDamageIsShown() throws {
        var bad = workspace.raw
        let place = try #require(bad.range(of: Data("Station 1250".utf8)))
        bad[place.lowerBound - 1] = 0xFF
        try bad.write(to: workspace.url("bad.graph"))
        let run = try workspace.run("dump", "bad.graph")
        #expect(run.status == 11)
        #expect(run.text.contains("\"Station 1249\""))
        #expect(run.errors.hasPrefix("graphz: bad.graph, byte "))
    }
}
