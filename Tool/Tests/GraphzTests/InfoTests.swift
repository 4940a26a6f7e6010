import Foundation
import GraphCodable
import GraphCodableCompression
import Testing

@Suite("graphz info")
struct InfoTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
    }

    private func object(_ run: ToolRun) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    }

    @Test func tellsAboutACompressedArchive() throws {
        let run = try workspace.run("info", "city.graphz")
        #expect(run.status == 0)
        #expect(run.errors == "")
        let lines = run.text.split(separator: "\n").map(String.init)
        #expect(lines.contains("archive   city.graphz"))
        #expect(lines.contains("form      compressed, format version 1"))
        #expect(lines.contains("codec     zlib"))
        #expect(lines.contains("objects   5,000"))
        #expect(lines.contains("       5,000       2 class GraphzTests.Station"))
    }

    @Test func tellsAboutARawArchive() throws {
        let run = try workspace.run("info", "city.graph")
        #expect(run.status == 0)
        #expect(run.text.contains("form      raw\n"))
        #expect(run.text.contains("objects   5,000\n"))
    }

    @Test func printsJSON() throws {
        let run = try workspace.run("info", "--json", "city.graphz")
        #expect(run.status == 0)
        let report = try object(run)
        #expect(report["kind"] as? String == "compressed")
        #expect(report["plainBytes"] as? Int == workspace.raw.count)
        #expect(report["bytes"] as? Int == (try workspace.data("city.graphz").count))
        let container = try #require(report["container"] as? [String: Any])
        #expect(container["codec"] as? String == "zlib")
        #expect(container["blockCount"] as? Int == (workspace.raw.count + 65_535) / 65_536)
        let archive = try #require(report["archive"] as? [String: Any])
        #expect(archive["objectCount"] as? Int == Workspace.stationCount)
        let types = try #require(archive["types"] as? [[String: Any]])
        #expect(types.contains { $0["name"] as? String == "GraphzTests.Station" && $0["version"] as? Int == 2 })
    }

    /// What would drive a terminal or forge a line stands in the file's name, the metadata and a type's name.
    @Test func textOfTheArchiveIsPrintable() throws {
        let hostile = "a\nforged: line\u{1B}[2J\u{9B}\u{202E}\u{2028}b"
        // No program can choose such a name, so it takes the place of one of the same size.
        let name = String(repeating: "k", count: hostile.utf8.count)
        try Key.register(as: name)
        var raw = try GraphEncoder().encode([Key()]) as Bytes
        let start = try #require(raw.indices.first { raw[$0...].starts(with: name.utf8) })
        raw.replaceSubrange(start..<start + name.utf8.count, with: hostile.utf8)
        let options = GraphContainerWritingOptions(metadata: [hostile: hostile])
        let archive = Data(try GraphContainer.compress(raw, codec: .zlib, options: options))
        try archive.write(to: workspace.url("\(hostile).graphz"))
        try archive.dropLast(3).write(to: workspace.url("\(hostile)2.graphz"))
        for arguments in [
            ["info"], ["info", "--json"], ["verify"], ["verify", "--json"], ["dump", "--json"], ["salvage", "--json"],
            ["dump", "--sections", "all"], ["dump", "--qualified"],
            ["salvage"],
        ] {
            for name in [hostile + ".graphz", hostile + "2.graphz"] {
                let run = try ToolRun(arguments + [name], in: workspace.folder)
                let unprintable = (run.text + run.errors).unicodeScalars.filter {
                    $0 != "\n" && $0 != "\t"
                        && [.control, .format, .lineSeparator, .paragraphSeparator].contains(
                            $0.properties.generalCategory)
                }
                #expect(unprintable.isEmpty, "\(arguments)")
                #expect(!(run.text + run.errors).contains("\nforged"), "\(arguments)")
            }
        }
        let report = try object(try workspace.run("info", "--json", hostile + ".graphz"))
        #expect((report["container"] as? [String: Any])?["metadata"] as? [String: String] == [hostile: hostile])
    }

    final class Key: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    @Test func listsBlocks() throws {
        let report = try object(try workspace.run("info", "--json", "--blocks", "city.graphz"))
        let container = try #require(report["container"] as? [String: Any])
        let blocks = try #require(container["blocks"] as? [[String: Any]])
        #expect(blocks.compactMap { $0["plainBytes"] as? Int }.reduce(0, +) == workspace.raw.count)
        let run = try workspace.run("info", "--blocks", "city.graphz")
        #expect(run.text.contains("\nblock        offset    stored     plain\n    0            32"))
    }

    @Test func listsTheSoundBlocksOfADamagedArchive() throws {
        let offsets =
            try #require(
                try object(try workspace.run("info", "--json", "--blocks", "city.graphz"))["container"]
                    as? [String: Any]
            )["blocks"] as? [[String: Any]]
        let offset = try #require(offsets?[2]["offset"] as? Int)
        var data = try workspace.data("city.graphz")
        data[offset + 9] ^= 1
        try data.write(to: workspace.url("bad.graphz"))
        let run = try workspace.run("info", "--blocks", "bad.graphz")
        #expect(run.status == 10)
        #expect(run.errors == (try workspace.run("verify", "--checksums-only", "bad.graphz")).errors)
        #expect(run.errors.hasPrefix("graphz: bad.graphz, byte \(offset): "))
        let sound = try workspace.run("info", "--blocks", "city.graphz").text.split(separator: "\n")
        let lines = run.text.split(separator: "\n")
        for number in [0, 1, 3] {
            let line = try #require(sound.first { $0.hasPrefix("    \(number)  ") })
            #expect(lines.contains(line))
        }
        #expect(lines.contains { $0.hasPrefix("    2 damaged, byte \(offset): ") })
        #expect(lines.contains("objects   5,000"))
        let json = try workspace.run("info", "--json", "--blocks", "bad.graphz")
        #expect(json.status == 10)
        let blocks = (try object(json)["container"] as? [String: Any])?["blocks"] as? [[String: Any]]
        #expect(blocks?.count == offsets?.count)
        #expect((blocks?[2]["error"] as? String)?.hasPrefix("damaged, byte \(offset): ") == true)
        #expect(blocks?[2]["plainOffset"] as? Int == 2 << 16 && blocks?[2]["offset"] == nil)
        #expect(blocks?[1] as? NSDictionary == offsets?[1] as? NSDictionary)
    }

    @Test func readsStandardInput() throws {
        let named = try object(try workspace.run("info", "--json", "city.graphz"))
        let piped = try object(try workspace.run("info", "--json", "-", input: try workspace.data("city.graphz")))
        #expect(piped["name"] as? String == "standard input")
        #expect((piped["archive"] as? NSDictionary) == (named["archive"] as? NSDictionary))
        // A real pipe cannot be read in any order.
        let shell = try workspace.shell("cat city.graphz | \"$GRAPHZ\" info --json -")
        #expect(shell.status == 0)
        #expect((try object(shell)["archive"] as? NSDictionary) == (named["archive"] as? NSDictionary))
    }

    @Test func standardInputThatCannotBeReadIsAnError() throws {
        // A folder can be opened, but not read; an input that is closed cannot be used at all.
        for (input, reason) in [("< .", "is a directory"), ("<&-", "bad file descriptor")] {
            let run = try workspace.shell("\"$GRAPHZ\" info - \(input)")
            #expect(run.status == 2)
            #expect(run.errors == "graphz: Standard input cannot be read: \(reason).\n")
        }
        // The end comes at once.
        let empty = try workspace.shell("\"$GRAPHZ\" info - </dev/null")
        #expect(empty.status == 9)
        #expect(empty.errors.hasPrefix("graphz: standard input: There is nothing to decode: the archive is empty."))
    }

    @Test func aTemporaryFileThatCannotBeMadeIsAnError() throws {
        let run = try workspace.shell("cat city.graphz | TMPDIR=\"$PWD/missing\" \"$GRAPHZ\" info -")
        #expect(run.status == 2)
        let folder = workspace.url("missing").path
        #expect(run.errors == "graphz: A temporary file cannot be made in \(folder): no such file or directory.\n")
    }

    @Test func doesNotReadTheMiddle() throws {
        // Blocks of which nothing is needed may be damaged: info does not even look at them.
        var data = try workspace.data("city.graphz")
        data.replaceSubrange(data.count / 2..<data.count / 2 + 100, with: Data(repeating: 0, count: 100))
        try data.write(to: workspace.url("city.graphz"))
        let run = try workspace.run("info", "city.graphz")
        #expect(run.status == 0)
        #expect(run.text.contains("objects   5,000\n"))
        #expect(try workspace.run("verify", "city.graphz").status != 0)
    }

    @Test func tellsWhatItKnowsOfAnArchiveWithAnUnknownCodec() throws {
        try workspace.write(.custom(PrivateCodec()), "private.graphz", metadata: ["author": "me\u{1B}[2J"])
        let run = try workspace.run("info", "private.graphz")
        #expect(run.status == 7)
        #expect(run.text.contains("codec     codec 200\n"))
        #expect(run.text.contains(#"metadata  "author" = "me\u{1B}[2J""#))
        #expect(run.errors.hasPrefix("graphz: private.graphz, byte 9: The archive uses codec 200, "))
        #expect(run.errors.filter { $0 == "\n" }.count == 1)
    }
}
