import Foundation
import GraphCodable
import GraphCodableCompression
import Testing

@Suite("graphz for those who know other tools")
struct ToolConventionTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
    }

    @Test func jsonHasALineForAFolderWithoutArchives() throws {
        try FileManager.default.createDirectory(at: workspace.url("empty"), withIntermediateDirectories: false)
        let run = try workspace.run("info", "--json", "-r", "city.graphz", "empty")
        #expect(run.status != 0)
        let lines = run.text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.last?.contains("error") == true, "\(run.text)")
    }

    @Test func lettersStandForCommands() throws {
        let run = try workspace.shell(
            """
            "$GRAPHZ" -zc city.graph >a.graphz && "$GRAPHZ" -dc a.graphz | cmp - city.graph
            "$GRAPHZ" -t a.graphz && "$GRAPHZ" -l a.graphz | grep -c objects
            "$GRAPHZ" -9 -o- city.graph | "$GRAPHZ" -d | cmp - city.graph
            "$GRAPHZ" -dfo b a.graphz && cmp b city.graph
            "$GRAPHZ" compress -T1 --codec=zlib -1 -ob.graphz city.graph && "$GRAPHZ" verify -q b.graphz
            """)
        #expect(run.status == 0)
        #expect(run.text == "a.graphz: sound, 5,000 objects\n1\n")
        #expect(run.errors == "")
    }

    @Test func withoutAFileCommandsAreFilters() throws {
        let run = try workspace.shell(
            """
            cat city.graph | "$GRAPHZ" compress | "$GRAPHZ" recode --codec zlib | "$GRAPHZ" decompress | cmp - city.graph
            "$GRAPHZ" compress <city.graph >a.graphz; "$GRAPHZ" verify <a.graphz; cat a.graphz | "$GRAPHZ" info | head -n 2
            "$GRAPHZ" dump <a.graphz | head -n 1; "$GRAPHZ" salvage <a.graphz | tail -n 1
            """)
        #expect(run.errors == "")
        #expect(
            run.text.hasPrefix(
                """
                standard input: sound, 5,000 objects
                archive   standard input
                form      compressed, format version 1
                == BODY ==
                """))
        #expect(run.text.hasSuffix("\n5,000 of 5,000 objects recovered\n"))
    }

    @Test(.enabled(if: Workspace.hasTerminals)) func nobodyTypesArchives() throws {
        for command in ["compress", "decompress", "recode", "info", "verify", "dump", "salvage", "-d"] {
            let run = try workspace.terminal("\"$GRAPHZ\" \(command)")
            #expect(run.status == 64)
            #expect(run.text.hasPrefix("graphz: Name an archive, or send one through a pipe."), "\(run.text)")
        }
        let output = try workspace.terminal("cat city.graph | \"$GRAPHZ\" compress")
        #expect(output.status == 3)
    }

    @Test(.enabled(if: Workspace.hasTerminals)) func noArchiveIsWrittenToATerminalByAnyName() throws {
        _ = try workspace.shell("ln -s /dev/tty tty")
        for (command, name) in [
            ("compress -o /dev/tty city.graph", "/dev/tty"), ("recode --codec zlib -o tty city.graphz", "tty"),
            ("decompress -o /dev/stderr city.graphz", "/dev/stderr"),
            ("salvage -o /dev/tty city.graphz", "/dev/tty"),
            ("salvage --plain \"$(tty)\" city.graphz", "/dev/pts/"),
        ] {
            let run = try workspace.terminal("\"$GRAPHZ\" \(command)")
            #expect(run.status == 3, "\(command)")
            #expect(run.text.hasPrefix("graphz: \(name)"), "\(run.text)")
            #expect(run.text.contains(": An archive would only confuse the terminal. Name a file, or use --force."))
        }
        let forced = try workspace.terminal("\"$GRAPHZ\" compress -f -o /dev/tty city.graph")
        #expect(forced.status == 0 && forced.output.count > 1_000)
        #expect(try workspace.terminal("\"$GRAPHZ\" compress -o /dev/null city.graph").status == 0)
    }

    /// Makes archives in folders, and something that is none in each.
    private func makeFolders() throws {
        _ = try workspace.shell(
            """
            mkdir -p saves/b saves/a/deep
            cp city.graphz saves/1.graphz; cp city.graph saves/b/2.graph; cp city.graphz saves/a/deep/3.graphz
            echo no >saves/notes.txt; echo no >saves/.hidden.tmp
            ln -s ../city.graphz saves/link.graphz; ln -s .. saves/loop
            """)
    }

    @Test func foldersAreSearched() throws {
        try makeFolders()
        let verified = try workspace.run("verify", "-r", "saves", "city.graph")
        #expect(
            verified.text
                == """
                saves/1.graphz: sound, 5,000 objects
                saves/a/deep/3.graphz: sound, 5,000 objects
                saves/b/2.graph: sound, 5,000 objects
                city.graph: sound, 5,000 objects
                4 archives: all sound

                """)
        #expect(verified.status == 0 && verified.errors == "")
        let folder = try workspace.run("verify", "saves")
        #expect(folder.status == 2)
        #expect(
            folder.errors
                == "graphz: saves: This is a folder, not a file. To search it for archives, use --recursive.\n")
        #expect(try workspace.run("decompress", "-r", "saves").status == 0)
        #expect(try workspace.data("saves/a/deep/3.graph") == workspace.raw)
        #expect(try workspace.run("compress", "--rm", "-fr", "saves/").status == 0)
        let left = try workspace.shell("cd saves; find . -type f | sort | tr '\\n' ' '")
        #expect(left.text == "./.hidden.tmp ./1.graphz ./a/deep/3.graphz ./b/2.graphz ./notes.txt ")
        #expect(try workspace.run("recode", "-r", "saves", "--in-place", "--codec", "none").status == 0)
        let table = try workspace.run("info", "-r", "saves")
        #expect(table.text.split(separator: "\n").dropFirst().prefix(3).allSatisfy { $0.contains("  none  ") })
        #expect(try workspace.run("verify", "-rq", "saves").status == 0)
    }

    @Test func namesInFoldersMayBeAnyBytes() throws {
        #if !canImport(Darwin)
        let run = try workspace.shell(
            """
            mkdir f; cp city.graphz "f/$(printf 'caf\\351').graphz"; "$GRAPHZ" verify -r f; chmod 0 f; "$GRAPHZ" verify -r f missing
            """)
        #expect(run.text.hasPrefix("f/caf\\xE9.graphz: sound, 5,000 objects\n"))
        #expect(
            run.errors.hasSuffix(
                "graphz: missing: Cannot open: no such file or directory.\n"
            ))
        #endif
    }

    @Test func argumentsMayBeAnyBytes() throws {
        // Some file systems refuse the name.
        let run = try workspace.shell(
            """
            name="$(printf 'a\\377\\376.html')"; "$GRAPHZ" "$name"; "$GRAPHZ" "-$name"; "$GRAPHZ" dump x "$name"
            "$GRAPHZ" info "--$name"; "$GRAPHZ" info "$name"; "$GRAPHZ" compress --codec "$name" city.graph
            "$GRAPHZ" graph --only "$name" city.graph; "$GRAPHZ" diff --key "$name" city.graph city.graph
            cp city.graphz "$name" 2>log; "$GRAPHZ" -d "$name"
            """)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 9)
        #expect(lines.allSatisfy { $0.contains("a\\xFF\\xFE.html") }, "\(run.errors)")
    }

    @Test func severalArchivesMakeATable() throws {
        try workspace.write(.none, "none.graphz")
        let run = try workspace.run("info", "city.graph", "missing", "none.graphz")
        #expect(run.status == 2)
        let lines = run.text.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
        #expect(lines.map(\.first) == ["archive", "city.graph", "none.graphz", "2"])
        #expect(lines.dropFirst().map(\.last) == ["5,000", "5,000", "10,000"])
        #expect(Set(run.text.split(separator: "\n").map(\.count)).count == 1, "columns are aligned")
        #expect(run.errors == "graphz: missing: Cannot open: no such file or directory.\n")
        let full = try workspace.run("info", "-v", "city.graph", "none.graphz").text
        #expect(full.contains("archive   city.graph\n") && full.contains("\n\narchive   none.graphz\n"))
    }

    @Test func errorsOfOneArchiveDoNotStopTheOthers() throws {
        try Data("no".utf8).write(to: workspace.url("bad.graphz"))
        let run = try workspace.run("decompress", "-f", "missing.graphz", "bad.graphz", "city.graphz", "odd.name")
        #expect(run.status == 2)
        #expect(run.errors.split(separator: "\n").count == 3)
        #expect(try workspace.data("city.graph") == workspace.raw)
        let output = try workspace.run("compress", "-o", "x", "city.graph", "bad.graphz")
        #expect(output.status == 64)
        #expect(output.errors == "graphz: Only one archive can go to --output.\n")
        #expect(try workspace.run("compress", "-c", "city.graph", "city.graph").status == 64)
        #expect(try !workspace.files.contains("x"))
    }

    @Test func theInputIsRemovedOnlyWhenItsOutputIsThere() throws {
        #expect(try workspace.run("decompress", "--rm", "city.graphz").status == 3)
        #expect(try workspace.run("decompress", "--rm", "-k", "-f", "city.graphz").status == 0)
        #expect(try workspace.run("compress", "--rm", "-o", "/dev/null", "city.graph").status == 64)
        #expect(try workspace.run("compress", "--rm", "-f", "-o", "./city.graph", "city.graph").status == 64)
        #expect(try workspace.run("compress", "--rm", "missing.graph").status == 2)
        #expect(try workspace.shell("\"$GRAPHZ\" compress --rm -o x <city.graph").status == 64)
        let link = try workspace.shell("ln -s city.graph link.graph; \"$GRAPHZ\" compress --rm link.graph")
        #expect(link.errors == "graphz: link.graph: --rm removes regular files only.\n")
        #expect(try workspace.files == ["city.graph", "city.graphz", "link.graph"])
        #expect(try workspace.data("city.graph") == workspace.raw)
        #expect(try workspace.run("compress", "-kf", "--rm", "city.graph").status == 0)
        #expect(try workspace.files == ["city.graphz", "link.graph"])
    }

    @Test func aLevelNeverMakesLZ4SlowerUnasked() throws {
        let run = try workspace.shell(
            """
            for level in --codec=lz4 -1 -2 --codec=lz4:1; do "$GRAPHZ" compress $level -o- city.graph | cksum; done | uniq | wc -l
            for level in -9 --codec=lz4:9 --codec=lz4hc --codec=lz4hc:9; do "$GRAPHZ" compress $level <city.graph | cksum; done |
                uniq | wc -l
            "$GRAPHZ" compress -o a.graphz city.graph; "$GRAPHZ" info a.graphz | grep codec
            """)
        #expect(
            run.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } == [
                "1", "1", "codec     lz4",
            ])
        #expect(run.errors == "")
    }

    @Test func programsAndTheToolHaveTheSameDefault() throws {
        try GraphEncoder().save([1, 2, 3], to: workspace.url("saved.graphz"))
        #expect(try GraphContainerFile(workspace.url("saved.graphz")).summary.codecName == "lz4")
        #expect(GraphCodec.default == .lz4)
    }

    @Test func quietVerificationPrintsNothing() throws {
        try Data("no".utf8).write(to: workspace.url("bad"))
        let run = try workspace.run("verify", "-q", "city.graphz", "bad", "missing")
        #expect(run.status == 4)
        #expect(run.text == "" && run.errors == "")
        #expect(try workspace.run("-tq", "city.graphz").status == 0)
    }

    @Test func verdictsAreJSON() throws {
        try Data("no".utf8).write(to: workspace.url("bad"))
        let run = try workspace.run("verify", "--json", "city.graphz", "bad")
        #expect(run.status == 4)
        let lines = try run.text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(lines.count == 2)
        #expect(lines[0]["isSound"] as? Bool == true && lines[0]["objectCount"] as? Int == 5_000)
        let error = try #require(lines[1]["error"] as? [String: Any])
        #expect(lines[1]["isSound"] as? Bool == false && error["status"] as? Int == 4)
        #expect((error["message"] as? String)?.hasPrefix("bad: This is neither ") == true)
        let infos = try workspace.run("info", "--json", "city.graph", "city.graphz").text.split(separator: "\n")
        #expect(infos.count == 2)
    }

    @Test(.enabled(if: Workspace.hasTerminals)) func terminalsGetColors() throws {
        func colored(_ script: String) throws -> ToolRun { try workspace.terminal(script, kind: "xterm") }
        let green = "\u{1B}[32msound\u{1B}[0m"
        #expect(try colored("\"$GRAPHZ\" -t city.graphz").text.contains(green))
        for plain in ["NO_COLOR=1 \"$GRAPHZ\" -t", "TERM=dumb \"$GRAPHZ\" -t", "\"$GRAPHZ\" -t --color never"] {
            // On a slow machine the progress stands before it.
            let text = try colored("\(plain) city.graphz").text
            #expect(text.hasSuffix("city.graphz: sound, 5,000 objects\r\n") && !text.contains("\u{1B}[32m"))
        }
        #expect(try colored("NO_COLOR= \"$GRAPHZ\" -t city.graphz | cat").text.contains(": sound"))
        #expect(try workspace.run("verify", "--color=always", "city.graphz").text.contains(green))
        let failed = try colored("\"$GRAPHZ\" -t missing")
        #expect(failed.text.hasPrefix("\u{1B}[1;31mgraphz:\u{1B}[0m missing: "))
    }
}
