import Foundation
import GraphCodable
import GraphCodableCompression
import Testing

/// What the tool does; what the page does is tested in a browser, by `Scripts/explore-test`.
@Suite("graphz explore")
struct ExploreTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
    }

    /// The bytes of the archive in a page.
    private func archive(in page: Data) throws -> Data {
        let parts = String(decoding: page, as: UTF8.self)
            .components(separatedBy: "<script type=\"application/x-graph-part\"").dropFirst()
        return try parts.reduce(into: Data()) { archive, part in
            let text = try #require(part.components(separatedBy: "</script>").first?.components(separatedBy: ">").last)
            archive += try #require(Data(base64Encoded: text))
        }
    }

    @Test func aPageHoldsTheArchiveAsItIs() throws {
        for name in ["city.graph", "city.graphz"] {
            let run = try workspace.run("explore", name, "--force")
            #expect(run.status == 0)
            #expect(run.errors == "")
            #expect(run.text == "")
            #expect(try archive(in: workspace.data("city.html")) == workspace.data(name))
        }
        let piped = try workspace.run("explore", "-", input: workspace.data("city.graphz"))
        #expect(try archive(in: piped.output) == workspace.data("city.graphz"))
        #expect(String(decoding: piped.output, as: UTF8.self).contains(" data-name=\"standard input\""))
    }

    @Test func aPageCanBeEmpty() throws {
        #expect(try workspace.run("explore", "--empty").status == 0)
        #expect(try archive(in: workspace.data("explore.html")).isEmpty)
    }

    @Test func aPageUsesNothingButItself() throws {
        let page = try workspace.run("explore", "--empty", "-o-").text
        #expect(page.contains("content=\"default-src 'none'; script-src 'nonce-"))
        // The only address in it is a name.
        let text = page.replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
        for loaded in ["http:", "https:", "@import", " src=\"", " href=\"", "url(/", "url('", "url(\""] {
            #expect(!text.contains(loaded), "\(loaded)")
        }
    }

    @Test func namesCannotLeaveTheirAttribute() throws {
        let name = "\"><b>&\"\u{301}.graph"
        try workspace.raw.write(to: workspace.url(name))
        let page = try workspace.run("explore", name, "-o", "-").text
        #expect(page.contains(" data-name=\"&quot;&gt;&lt;b&gt;&amp;&quot;\u{301}.graph\">"))
    }

    @Test func nothingIsReplacedUnasked() throws {
        try Data("mine".utf8).write(to: workspace.url("city.html"))
        let run = try workspace.run("explore", "city.graphz")
        #expect(run.status == 3)
        #expect(run.errors == "graphz: city.html: This exists already. Use --force to replace it.\n")
        #expect(try workspace.data("city.html") == Data("mine".utf8))
    }

    @Test func whatIsNoSoundArchiveIsRefused() throws {
        var damaged = try workspace.data("city.graphz")
        damaged[damaged.count / 2] ^= 1
        try damaged.write(to: workspace.url("damaged.graphz"))
        try Data("no archive".utf8).write(to: workspace.url("text"))
        for (name, status, beginning) in [("damaged.graphz", Int32(10), ", byte "), ("text", 4, ": This is neither ")] {
            let run = try workspace.run("explore", name, "--output", "page.html")
            #expect(run.status == status)
            #expect(run.errors.hasPrefix("graphz: \(name)\(beginning)"), "\(run.errors)")
        }
        #expect(try !workspace.files.contains("page.html"))
    }

    @Test func aPageThatWouldBeTooLargeIsRefused() throws {
        // A sparse file is large and takes no room; the raw archive's end mark is checked first.
        let file = workspace.url("huge.graph")
        try workspace.raw.write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        let trailer = workspace.raw.suffix(24)
        try handle.seek(toOffset: 1 << 28)
        try handle.write(contentsOf: trailer)
        try handle.close()
        let run = try workspace.run("explore", "huge.graph")
        #expect(run.status == 13)
        #expect(
            run.errors
                == "graphz: huge.graph: The archive has 268,435,480 bytes, more than the 268,435,456 that "
                + "go into a page. Use 'graphz dump'.\n")
    }

    #if !canImport(Darwin)
    @Test func aPageOfAnyNameIsOpened() throws {
        let run = try workspace.shell(
            """
            mkdir bin; printf '#!/bin/sh\\nprintf %%s "$1" >opened' >bin/xdg-open; chmod +x bin/xdg-open
            PATH="$PWD/bin:$PATH" "$GRAPHZ" explore --empty --open --output="$(printf -- '-a b\\377.html')"
            """)
        #expect(run.status == 0 && run.errors == "")
        let address = try String(decoding: workspace.data("opened"), as: UTF8.self)
        #expect(address.hasPrefix("file:///") && address.hasSuffix("/-a%20b%FF.html"), "\(address)")
    }
    #endif

    @Test func openingNeedsAFile() throws {
        let run = try workspace.run("explore", "--open", "--output", "-")
        #expect(run.status == 64)
        #expect(run.errors == "graphz: --open needs a file. Name one with --output. See 'graphz help explore'.\n")
    }
}
