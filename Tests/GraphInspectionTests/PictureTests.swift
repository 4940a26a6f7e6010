import Foundation
import GraphCodable
import GraphInspection
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("Pictures of graphs")
struct PictureTests {
    /// What no format may take for anything but text.
    private static let hostile = [
        "<script>alert(1)</script>", "]]></text><script>", "\" onload=\"alert(1)", "&lt;&amp;&#0;", "\u{202E}drow",
        "\u{0}\u{1B}[2J\u{7F}\u{85}\u{FFFE}", "end\"]; n0 -> n9 [label=\"", "\\l\\N\\", "#quot; #59; `code` **b**",
        "|\"x\"|", "漢字 emoji 👩‍👩‍👧 e\u{301}", "%%{init: {}}%%", String(repeating: "long ", count: 2_000),
    ]

    private final class Reader: NSObject, XMLParserDelegate {
        var elements: [String: Int] = [:]
        var texts: [String] = []

        func parser(
            _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String] = [:]
        ) {
            elements[element, default: 0] += 1
            texts.append("")
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            texts[texts.count - 1] += text
        }
    }

    private func parse(_ svg: String) throws -> Reader {
        let parser = XMLParser(data: Data(svg.utf8))
        let reader = Reader()
        parser.delegate = reader
        #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
        return reader
    }

    private func hostileArchive() throws -> GraphArchive {
        try GraphArchive(
            GraphEncoder().encode(Vertex("root", links: Self.hostile.map { Vertex($0) })) as Bytes)
    }

    @Test(arguments: 0..<20) func picturesAreWellFormed(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let archive = try VertexGraph(random: 30, degree: 3, using: &generator).archive()
        let graph = try ObjectGraph(archive)
        let selection = GraphSelection()
        let shown = selection.objects(of: graph).objects
        let read = try parse(archive.diagram(selection).svg())
        // The background, and a box for each object.
        #expect(read.elements["rect"] == shown.count + 1)
        let arrows = shown.flatMap { graph.references(from: $0) }.count
        #expect(read.elements["path"] == arrows + 1)
        #expect(try archive.diagram(selection).svg() == archive.diagram(selection).svg())
    }

    @Test func hostileTextIsShownAsText() throws {
        let archive = try hostileArchive()
        let svg = try archive.diagram().svg()
        let read = try parse(svg)
        #expect(read.elements["script"] == nil)
        #expect(read.texts.contains { $0.contains("<script>alert(1)") })
        #expect(read.texts.contains { $0.contains("\\u{202E}drow") })
        #expect(
            svg.unicodeScalars.allSatisfy {
                $0 == "\n" || $0.value >= 0x20 && $0.properties.generalCategory != .control
            })
        #expect(!svg.unicodeScalars.contains("\u{202E}"))
        for text in [try archive.diagram().dot(), try archive.diagram().mermaid()] {
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F })
            #expect(!text.unicodeScalars.contains("\u{202E}"))
        }
        // Nothing ends a text in Mermaid but the quotation mark that belongs to it.
        for line in try archive.diagram().mermaid().split(separator: "\n").dropFirst() where line.hasPrefix("  n") {
            #expect(line.count { $0 == "\"" } == 2, "\(line)")
            #expect(!line.contains("`") && !line.contains("%%"))
        }
    }

    @Test func aCombiningMarkHidesNoQuotationMark() {
        let mark = "\u{301}"
        let diagram = GraphDiagram(nodes: [GraphDiagram.Node(title: "a\"\(mark) b\\\(mark) <\(mark)")])
        let label = #"[label="a\"\#(mark) b\\\#(mark) <\#(mark)\l"]"#
        let text = ">a&quot;\(mark) b\\\(mark) &lt;\(mark)</text>"
        #expect(diagram.dot().contains(label))
        #expect(diagram.svg().contains(text))
    }

    @Test func graphvizAcceptsWhatIsWrittenForIt() throws {
        guard
            let dot = ["/usr/bin/dot", "/opt/homebrew/bin/dot"].first(where: {
                FileManager.default.isExecutableFile(atPath: $0)
            })
        else { return }
        let run = try ProgramRun(dot, ["-Tplain"], input: Data(try hostileArchive().diagram().dot().utf8))
        #expect(run.status == 0)
        #expect(run.text.split(separator: "\n").count { $0.hasPrefix("node ") } == Self.hostile.count + 1)
        #expect(run.text.split(separator: "\n").count { $0.hasPrefix("edge ") } == Self.hostile.count)
    }

    @Test func theTextFormatsSayTheSame() throws {
        let shared = Vertex("shared")
        let root = Item(1, "root", links: [shared, shared])
        shared.parent = root
        let archive = try GraphArchive(GraphEncoder().encode(root) as Bytes)
        #expect(
            try archive.diagram().dot() == """
                digraph graph_of_objects {
                  graph [label="A graph of 2 objects", labelloc=t];
                  node [shape=box, style=rounded, fontname="monospace", fontsize=11];
                  edge [fontname="monospace", fontsize=10];
                  n0 [label="Item #1\\lid: 1\\lname: \\"root\\"\\lweight: 0\\lparent: nil\\l", penwidth=2];
                  n1 [label="Vertex #2\\lname: \\"shared\\"\\lweight: 0\\llinks: []\\l"];
                  n0 -> n1 [label="links[0]"];
                  n0 -> n1 [label="links[1]"];
                  n1 -> n0 [label="parent", style=dashed];
                }

                """)
        #expect(
            try archive.diagram().mermaid() == """
                flowchart TD
                  n0["<b>Item #35;1</b><br>id: 1<br>name: #34;root#34;<br>weight: 0<br>parent: nil"]
                  n1["<b>Vertex #35;2</b><br>name: #34;shared#34;<br>weight: 0<br>links: []"]
                  n0 -->|"links[0]"| n1
                  n0 -->|"links[1]"| n1
                  n1 -.->|"parent"| n0
                  style n0 stroke-width:3px

                """)
    }

    @Test func manyReferencesBetweenTwoObjectsAreOneArrow() throws {
        let target = Vertex("target")
        let root = Vertex("root", links: Array(repeating: target, count: 50_000))
        let graph = try ObjectGraph(GraphArchive(GraphEncoder().encode(root) as Bytes))
        let diagram = GraphDiagram(objectsOf: graph)
        for length in [Int.min, 0, 4, .max] {
            #expect(GraphDiagram(objectsOf: graph, maximumTextLength: length).nodes.count == diagram.nodes.count)
        }
        #expect(diagram.edges.map(\.label) == ["links[0], … ×50,000"])
    }

    @Test func selectionsAreByDepthTypeRootAndNumber() throws {
        let leaf = Vertex("leaf")
        let item = Item(1, "item", links: [leaf])
        let root = Vertex("root", links: [item])
        let graph = try ObjectGraph(GraphArchive(GraphEncoder().encode(root) as Bytes))
        func names(_ selection: GraphSelection) -> [String] {
            selection.objects(of: graph).objects.compactMap { graph.names[$0] }
        }
        #expect(names(GraphSelection()) == ["root", "item", "leaf"])
        #expect(names(GraphSelection(maximumDepth: 0)) == ["root"])
        #expect(names(GraphSelection(maximumDepth: 1)) == ["root", "item"])
        let itemID = try #require(graph.id(named: "item"))
        #expect(names(GraphSelection(root: itemID)) == ["item", "leaf"])
        #expect(names(GraphSelection(root: itemID, includesReferrers: true)) == ["item", "root", "leaf"])
        #expect(names(GraphSelection(root: itemID, includesReferrers: true, maximumCount: 2)) == ["item", "root"])
        #expect(names(GraphSelection(types: ["Item"])) == ["item"])
        #expect(names(GraphSelection(types: ["GraphInspectionTests.Vertex"])) == ["root", "leaf"])
        #expect(names(GraphSelection(excludedTypes: ["Item"])) == ["root", "leaf"])
        #expect(names(GraphSelection(root: 99)) == [])
        let few = GraphSelection(maximumCount: 1).objects(of: graph)
        #expect(few.objects == [1] && few.omittedCount == 2)
        let diagram = GraphDiagram(objectsOf: graph, selection: GraphSelection(maximumCount: 1))
        #expect(diagram.nodes.map(\.title) == ["Vertex #1"])
        #expect(diagram.nodes[0].rows.last == "→ 1 not shown")
        #expect(diagram.title == "1 of 3 objects" && diagram.note == "2 more objects are not shown.")
        #expect(diagram.svg().contains(">2 more objects are not shown.</text>"))
        #expect(diagram.dot().contains("graph [label=\"1 of 3 objects. 2 more objects are not shown.\""))
        #expect(
            diagram.mermaid().hasPrefix(
                "---\ntitle: \"1 of 3 objects. 2 more objects are not shown.\"\n---\nflowchart TD\n"))
        let middle = GraphDiagram(objectsOf: graph, selection: GraphSelection(root: itemID, includesReferrers: true))
        #expect(middle.nodes.map(\.isEmphasized) == [true, false, false])
    }

    @Test func classesAreShownWithTheirReferences() throws {
        let leaves = (0..<3).map { Vertex("leaf \($0)") }
        let items = (0..<2).map { Item($0, "item", links: leaves) }
        leaves[0].parent = items[0]
        let graph = try ObjectGraph(
            GraphArchive(GraphEncoder().encode(Item(9, "root", links: items)) as Bytes))
        let diagram = GraphDiagram(typesOf: graph)
        #expect(diagram.nodes.map(\.title) == ["Item", "Vertex"])
        #expect(diagram.nodes.map { $0.rows[0] } == ["3 objects", "3 objects"])
        #expect(diagram.nodes.map(\.isEmphasized) == [true, false])
        #expect(
            diagram.edges == [
                GraphDiagram.Edge(from: 0, to: 0, label: "links ×2"),
                GraphDiagram.Edge(from: 0, to: 1, label: "links ×6"),
                GraphDiagram.Edge(from: 1, to: 0, label: "parent ×1", isDashed: true),
            ])
        let few = GraphDiagram(typesOf: graph, maximumCount: 1)
        #expect(few.nodes.map(\.title) == ["Item"] && few.note == "1 more type is not shown.")
        _ = try parse(diagram.svg())
    }

    /// An object with a reference in each of many fields.
    final class Hub: GEncodable {
        private struct Key: RawRepresentable { let rawValue: String }

        func encode(to encoder: any GEncoder) throws {
            for number in 0..<1_006 { try encoder.encode(Vertex("leaf"), for: Key(rawValue: "field\(number)")) }
        }
    }

    @Test func anArrowListsFewFields() throws {
        let graph = try ObjectGraph(GraphArchive(GraphEncoder().encode(Hub()) as Bytes))
        let diagram = GraphDiagram(typesOf: graph)
        let lines = (0..<6).map { "field\($0) ×1" } + ["… and 1,000 more"]
        #expect(diagram.edges.map(\.label) == [lines.joined(separator: "\n")])
    }

    @Test func diagramsWithoutSenseAreDrawnAsFarAsTheyHaveAny() throws {
        var diagram = GraphDiagram()
        _ = try parse(diagram.svg())
        diagram.nodes = [GraphDiagram.Node(title: "")]
        diagram.edges = [GraphDiagram.Edge(from: 0, to: 5), GraphDiagram.Edge(from: -1, to: 0)]
        _ = try parse(diagram.svg())
        #expect(!diagram.dot().contains("->") && !diagram.mermaid().contains("-->"))
    }

    /// A value whose key and text are one character each, of ten thousand bytes.
    private struct Marked: GCodable {
        struct Key: RawRepresentable { var rawValue: String }
        static let text = "e" + String(repeating: "\u{301}", count: 5_000)

        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws { try encoder.encode(Self.text, for: Key(rawValue: Self.text)) }
    }

    @Test func aCharacterOfManyMarksIsShortened() throws {
        let archive = try GraphArchive(GraphEncoder().encode(Marked()) as Bytes)
        for picture in [try archive.diagram().dot(), try archive.diagram().svg(), try archive.diagram().mermaid()] {
            #expect(picture.utf8.count < 8_000)
            #expect(picture.unicodeScalars.count { $0 == "\u{301}" } > 100)
        }
    }
}
