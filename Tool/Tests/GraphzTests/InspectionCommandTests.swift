import Foundation
import GraphCodable
import GraphCodableCompression
import Testing

@Suite("graphz graph, classes, sizes and diff")
struct InspectionCommandTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.saveTwoVersions()
        try workspace.save([Station("\u{1B}[2J<script>\u{202E}")], "hostile.graph")
        try Data("nothing".utf8).write(to: workspace.url("text"))
    }

    // MARK: graph and classes

    @Test func graphDrawsInThreeLanguages() throws {
        let svg = try workspace.run("graph", "old.graph")
        #expect(svg.status == 0)
        #expect(svg.errors == "")
        #expect(svg.text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
        #expect(svg.text.hasSuffix("</svg>\n"))
        #expect(svg.text.contains(">name: &quot;second&quot;</text>"))
        #expect(try workspace.shell("\"$GRAPHZ\" graph < old.graph").output == svg.output)
        let dot = try workspace.run("graph", "--format", "dot", "old.graph").text
        #expect(dot.contains("n0 -> n1 [label=\"[0]\"];"))
        let file = try workspace.shell("\"$GRAPHZ\" graph -o a.svg old.graph; \"$GRAPHZ\" classes -o a.svg old.graph")
        #expect(file.status == 3 && file.text == "")
        #expect(file.errors == "graphz: a.svg: This exists already. Use --force to replace it.\n")
        #expect(try workspace.data("a.svg") == svg.output)
        let mermaid = try workspace.run("graph", "--format=mermaid", "old.graph").text
        #expect(mermaid.hasPrefix("flowchart TD\n"))
    }

    @Test func graphShowsWhatIsSelected() throws {
        func dot(_ options: String...) throws -> ToolRun {
            try ToolRun(["graph", "city.graphz", "--format", "dot"] + options, in: workspace.folder)
        }
        #expect(try dot().text.contains("40 of 5,001 objects. 4,961 more objects are not shown."))
        #expect(try dot("--list", "5").text.contains("5 of 5,001 objects"))
        let one = try dot("--root", "3", "--depth", "1").text
        #expect(one.contains("Station #3\\lname: \\\"Station 3\\\"\\l"))
        #expect(one.contains("Station #5000"))
        #expect(one.contains("A graph of 2 objects"))
        #expect(try dot("--root", "3", "--referrers", "--except", "Station").text.contains("A graph of 1 object\""))
        let alone = try dot("--root", "3", "--depth", "0", "--only", "GraphzTests.Station").text
        #expect(alone.contains("of 1 object") && !alone.contains("of 1 objects"))
    }

    @Test func namesThatAreNotThereAreNoEmptyPictures() throws {
        let root = try workspace.run("graph", "old.graph", "--root", "99")
        #expect(root.status == 64)
        #expect(root.text == "")
        #expect(root.errors == "graphz: old.graph: There is no object 99. See 'graphz dump'.\n")
        let type = try workspace.run("graph", "--only", "Stat\u{1B}", "--", "old.graph")
        #expect(type.status == 64)
        #expect(
            type.errors
                == "graphz: old.graph: No type is called 'Stat\\u{1B}'. 'graphz info' lists the types.\n")
    }

    @Test func classesAreCounted() throws {
        let dot = try workspace.run("classes", "--format", "dot", "city.graphz")
        #expect(dot.status == 0)
        #expect(dot.text.contains("Station\\l5,000 objects\\l"))
        #expect(dot.text.contains("[label=\"next ×4,999\"]"))
        #expect(try workspace.run("classes", "city.graph").text.contains(">5,000 objects</text>"))
    }

    // MARK: sizes

    @Test func sizesAreListedWithBars() throws {
        let run = try workspace.run("sizes", "city.graphz")
        #expect(run.status == 0)
        #expect(run.errors == "")
        let lines = run.text.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("city.graphz: ") && lines[0].hasSuffix(" compressed"))
        let station = try #require(lines.first { $0.hasPrefix("Station ") })
        #expect(station.contains(" 5,000 ") && station.contains(" %  ") && station.contains("█"))
        let field = try #require(lines.first { $0.hasPrefix("  name ") })
        #expect(field.contains(" 5,000 "))
        #expect(lines.contains { $0.hasPrefix("4,999 references lead to 1 shared objects of ") })
        #expect(lines.contains { $0.hasPrefix("Station #5000 \"last\"") } == false)
        #expect(lines[1] == "compressed: from the streams of each field")
        #expect(lines.contains { $0.hasPrefix("compressed: ") && $0.hasSuffix(" bytes") })
        #expect(
            try workspace.shell("\"$GRAPHZ\" compress --no-filter -o- city.graph | \"$GRAPHZ\" sizes").text.contains(
                "\ncompressed: an estimate, with the bytes of each block divided evenly\n"))
        let raw = try workspace.shell("\"$GRAPHZ\" sizes - < city.graph").text
        #expect(raw.hasPrefix("standard input: ") && !raw.contains("compressed"))
        #expect(try workspace.shell("cat city.graphz | \"$GRAPHZ\" sizes").text.contains("compressed"))
    }

    @Test func sizesAreJSON() throws {
        let run = try workspace.run("sizes", "--json", "--list", "1", "--fields", "1", "city.graphz")
        let sizes = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
        #expect(sizes["plainBytes"] as? Int == workspace.raw.count)
        let types = try #require(sizes["objects"] as? [[String: Any]])
        #expect(types.count == 1)
        #expect(types[0]["name"] as? String == "GraphzTests.Station")
        #expect(types[0]["count"] as? Int == 5_000)
        #expect((types[0]["fields"] as? [[String: Any]])?.count == 1)
        #expect(types[0]["compressedBytes"] as? Int ?? 0 > 0)
        #expect(sizes["filteredBlockCount"] as? Int == sizes["blockCount"] as? Int)
        // Everything that is stored belongs to the objects or to what is none.
        let all = try #require(
            try JSONSerialization.jsonObject(with: workspace.run("sizes", "--json", "city.graphz").output)
                as? [String: Any])
        let objects = try #require(all["objects"] as? [[String: Any]]).reduce(0) {
            $0 + ($1["compressedBytes"] as? Int ?? 0)
        }
        let others = try #require(all["otherCompressedBytes"] as? Int)
        #expect(abs(objects + others - (all["blockBytes"] as? Int ?? 0)) <= 2)
        let raw = try JSONSerialization.jsonObject(with: workspace.run("sizes", "--json", "city.graph").output)
        #expect((raw as? [String: Any])?["blockCount"] == nil)
        #expect((sizes["largestObjects"] as? [Any])?.count == 1)
    }

    // MARK: diff

    @Test func diffTellsWhatDiffersAndItsStatusWhetherAnythingDoes() throws {
        let same = try workspace.run("diff", "city.graph", "city.graphz")
        #expect(same.status == 0)
        #expect(same.text == "" && same.errors == "")
        let run = try workspace.run("diff", "old.graph", "new.graph")
        #expect(run.status == 1)
        #expect(run.errors == "")
        #expect(
            run.text == """
                --- old.graph
                +++ new.graph
                objects       changed  removed  added  the same
                Station             1        0      1         2
                other values        1        0      0         0
                all                 2        0      1         2
                ~ array #0
                    + [2]: → Station #3 "new"
                ~ Station #2 "changed" at [1]
                    - name: "second"
                    + name: "changed"
                    - next: → Station #3 "last"
                    + next: nil
                + Station #3 "new" at [2]
                      name: "new"
                      next: nil

                """)
        let stat = try workspace.run("diff", "--stat", "old.graph", "new.graph")
        #expect(stat.status == 1)
        #expect(
            run.text.hasPrefix(stat.text) && stat.text.hasSuffix("\nall                 2        0      1         2\n"))
        let one = try workspace.run("diff", "--list", "1", "old.graph", "new.graph")
        #expect(one.text.contains("\n… 1 more changed\n+ Station #3"))
        let quiet = try workspace.run("diff", "-q", "old.graph", "new.graph")
        #expect(quiet.status == 1 && quiet.text == "" && quiet.errors == "")
        #expect(try workspace.shell("cat new.graph | \"$GRAPHZ\" diff old.graph -").text.contains("+++ standard input"))
    }

    @Test(arguments: ["diff old.graph new.graph", "diff --json old.graph new.graph", "--help", "--version"])
    func whatCannotBeWrittenIsAnError(arguments: String) throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let run = try workspace.shell("\"$GRAPHZ\" \(arguments) >/dev/full")
        #expect(run.status == 2)
        #expect(run.errors == "graphz: standard output: Cannot write: no space left on device.\n")
    }

    @Test func diffMatchesByAKey() throws {
        let run = try workspace.run("diff", "--key", "name", "old.graph", "new.graph")
        #expect(run.status == 1)
        #expect(run.text.contains("- Station #2 \"second\" at [1]"))
        #expect(run.text.contains("+ Station #2 \"changed\" at [1]"))
    }

    @Test func diffIsJSON() throws {
        let run = try workspace.run("diff", "--json", "old.graph", "new.graph")
        #expect(run.status == 1)
        let diff = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
        #expect(diff["sameCount"] as? Int == 2)
        #expect(
            diff["changedCount"] as? Int == 2 && diff["removedCount"] as? Int == 0 && diff["addedCount"] as? Int == 1)
        #expect((diff["types"] as? [[String: Any]])?.first?["name"] as? String == "Station")
        #expect((diff["added"] as? [[String: Any]])?.first?["title"] as? String == "Station #3 \"new\"")
        let changed = try #require((diff["changed"] as? [[String: Any]])?.last)
        #expect(changed["place"] as? String == "[1]")
        #expect(
            (changed["changes"] as? [[String: String]])?.first == [
                "path": "name", "old": "\"second\"", "new": "\"changed\"",
            ])
        let same = try workspace.run("diff", "--json", "old.graph", "old.graph")
        #expect(same.status == 0 && same.text.contains("\"changed\":[]"))
    }

    @Test func troubleIsNoDifference() throws {
        for arguments in [["text", "old.graph"], ["old.graph", "text"], ["old.graph", "missing"]] {
            let run = try ToolRun(["diff"] + arguments, in: workspace.folder)
            #expect(run.status == 2, "\(arguments)")
            #expect(run.text == "")
            #expect(run.errors.filter { $0 == "\n" }.count == 1, "\(run.errors)")
        }
        #expect(try workspace.run("diff", "-", "-").status == 64)
    }

    // MARK: all of them

    @Test func damagedArchivesAreRefusedInWords() throws {
        var bad = workspace.raw
        let place = try #require(bad.range(of: Data("Station 1250".utf8)))
        bad[place.lowerBound - 1] = 0xFF
        try bad.write(to: workspace.url("bad.graph"))
        for command in ["graph", "classes", "sizes"] {
            let run = try workspace.run(command, "bad.graph")
            #expect(run.status == 11, "\(command)")
            #expect(run.text == "", "\(command)")
            #expect(run.errors.hasPrefix("graphz: bad.graph, byte "), "\(run.errors)")
            #expect(try workspace.run(command, "text").status == 4, "\(command)")
            #expect(try workspace.run(command, "missing").status == 2, "\(command)")
        }
        #expect(try workspace.run("diff", "city.graph", "bad.graph").status == 2)
    }

    @Test func hostileTextDoesNothingToATerminal() throws {
        for arguments in [
            ["graph"], ["graph", "--format", "dot"], ["graph", "--format", "mermaid"], ["classes"], ["sizes"],
            ["sizes", "--json"], ["diff", "old.graph"], ["diff", "--json", "old.graph"],
        ] {
            let text = try ToolRun(arguments + ["hostile.graph"], in: workspace.folder).text
            #expect(!text.isEmpty, "\(arguments)")
            #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"), "\(arguments)")
        }
    }

    @Test(.enabled(if: Workspace.hasTerminals)) func colorsAreForTerminalsThatWantThem() throws {
        let script = "\"$GRAPHZ\" diff old.graph new.graph"
        #expect(try workspace.terminal(script, kind: "xterm").text.contains("\u{1B}[32m+++ new.graph\u{1B}[0m"))
        #expect(try !workspace.terminal(script, kind: "dumb").text.contains("\u{1B}"))
        #expect(try workspace.run("sizes", "--color=always", "old.graph").text.contains("\u{1B}[1m"))
    }

    @Test func aReaderThatHasEnoughIsNoError() throws {
        let run = try workspace.shell("\"$GRAPHZ\" graph city.graphz | head -n 1; exit 0")
        #expect(run.text.hasPrefix("<svg ") && run.errors == "")
    }
}
