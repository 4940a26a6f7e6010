import Foundation
import GraphCodable
import GraphCodableCompression
import TestSupport
import Testing

@Suite("graphz verify")
struct VerifyTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
    }

    @Test func soundArchivesPass() throws {
        let run = try workspace.run("verify", "city.graph", "city.graphz")
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(
            run.text == "city.graph: sound, 5,000 objects\ncity.graphz: sound, 5,000 objects\n2 archives: all sound\n"
        )
        #expect(try workspace.run("verify", "--quiet", "city.graphz").text == "")
        let checksums = try workspace.run("verify", "--checksums-only", "city.graph", "city.graphz")
        #expect(checksums.status == 0)
        #expect(checksums.text.hasPrefix("city.graph: raw archive, no checksums\ncity.graphz: sound, "))
        #expect(
            try workspace.run("verify", "-", input: workspace.raw).text == "standard input: sound, 5,000 objects\n")
    }

    private func expect(
        _ data: Data, status: Int32, _ beginning: String, _ options: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try data.write(to: workspace.url("bad"))
        let run = try ToolRun(["verify"] + options + ["bad"], in: workspace.folder)
        #expect(run.status == status, sourceLocation: sourceLocation)
        #expect(!run.wasKilled, sourceLocation: sourceLocation)
        #expect(run.text == "", sourceLocation: sourceLocation)
        #expect(run.errors.hasPrefix("graphz: bad\(beginning)"), "\(run.errors)", sourceLocation: sourceLocation)
        #expect(run.errors.filter { $0 == "\n" }.count == 1, sourceLocation: sourceLocation)
    }

    /// The statuses of `Docs/graphz.md` for the errors of both formats.
    private static let statuses = [
        "notAnArchive": 4, "transferDamage": 5, "unsupportedVersion": 6, "unsupportedCodec": 7, "unsupportedFeature": 8,
        "truncated": 9, "damaged": 10, "malformed": 11, "trailingBytes": 12, "limitExceeded": 13, "depthExceeded": 13,
    ]

    @Test func eachArchiveThatBreaksARuleHasTheStatusOfItsError() throws {
        let folder = Corpus.folder.appending(path: "refused")
        // The tool also reads raw archives.
        let archives = try (Corpus.refused("graph") + Corpus.refused("graphz")).filter {
            $0.name != "Z3-raw-archive.graphz"
        }
        #expect(archives.count > 150)
        let lines = try ToolRun(["verify", "--json"] + archives.map(\.name), in: folder).text.split(separator: "\n")
        #expect(lines.count == archives.count)
        for (archive, line) in zip(archives, lines) {
            let verdict = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(verdict["name"] as? String == archive.name)
            let status = (verdict["error"] as? [String: Any])?["status"] as? Int
            // A signature of a raw archive that was changed as text is: the core does not tell it from any other file.
            let error = archive.rule == "R5" && archive.error == "notAnArchive" ? "transferDamage" : archive.error
            #expect(status == Self.statuses[error], "\(archive.name): \(line)")
        }
    }

    @Test func eachKindOfDamageHasItsStatus() throws {
        let good = try workspace.data("city.graphz")
        try expect(
            Data("This is no archive.".utf8), status: 4, ": This is neither a compressed archive nor a raw one: ")
        var bad = good
        bad.replaceSubrange(4..<6, with: [0x0A])
        try expect(bad, status: 5, ": The archive was changed in transfer: ")
        try expect(good.prefix(5), status: 9, ", byte 5: The archive ends ")
        try expect(good.dropLast(), status: 9, ", byte ")
        try expect(good.prefix(good.count / 2), status: 9, ", byte ")
        bad = good
        bad[good.count / 2] ^= 1
        try expect(bad, status: 10, ", byte ")
        try expect(bad, status: 10, ", byte ", "--checksums-only")
        try expect(good + [0], status: 12, ", byte \(good.count): ")
        try expect(Data(), status: 9, ": There is nothing to decode: the archive is empty.")
        try workspace.write(.custom(PrivateCodec()), "private.graphz")
        try expect(
            try workspace.data("private.graphz"), status: 7,
            ", byte 9: The archive uses codec 200, which this reader does not know. ")
    }

    @Test func whatFollowsAnArchiveHasTheSameStatusForEachCommandThatReadsAll() throws {
        let good = try workspace.data("city.graphz")
        for (data, statusOfInfo) in [(good + [0], Int32(9)), (good + good, 11)] {
            try data.write(to: workspace.url("bad.graphz"))
            for command in ["verify", "dump", "sizes", "explore", "graph", "classes", "decompress"] {
                #expect(try workspace.run(command, "bad.graphz").status == 12, "\(command)")
            }
            #expect(try workspace.run("info", "bad.graphz").status == statusOfInfo)
        }
    }

    @Test func damageInsideARawArchiveIsFoundByItsRules() throws {
        var bad = workspace.raw
        bad[8] = 9
        try expect(bad, status: 6, ", byte 8 of the raw archive: ")
        try expect(workspace.raw.dropLast(), status: 9, ", byte ")
        bad = workspace.raw
        bad[9] = 0xFF
        try expect(bad, status: 11, ", byte 10 of the raw archive: ")
        // Checksums that hold do not make a payload sound.
        try expect(
            Data(try bad.withUnsafeBytes { try GraphContainer.compress($0, codec: .lz4) }), status: 11,
            ", byte 10 of the raw archive: ")
    }

    @Test func limitsAreObeyed() throws {
        let run = try workspace.run("verify", "--max-size", "64K", "city.graphz")
        #expect(run.status == 13)
        #expect(run.errors.contains("--max-size"))
        #expect(try workspace.run("verify", "--max-size", "16M", "city.graphz").status == 0)
    }

    @Test(arguments: ["info", "verify", "dump", "salvage"]) func entriesOfTheDirectoryAreLimited(command: String) throws
    {
        let summary = try GraphArchive(workspace.raw).summary
        let entries =
            summary.keys.count + summary.types.count
            + summary.shapes.reduce(summary.shapes.count) { $0 + $1.keys.count }
        for name in ["city.graph", "city.graphz"] {
            let run = try workspace.run(command, "--max-entries", "\(entries - 1)", name)
            #expect(run.status == 13, "\(name)")
            #expect(run.errors.hasPrefix("graphz: \(name), byte "), "\(run.errors)")
            #expect(run.errors.contains("Raise --max-entries if you trust the archive."), "\(run.errors)")
            #expect(run.errors.filter { $0 == "\n" }.count == 1)
            #expect(try workspace.run(command, "--max-entries", "\(entries)", name).status == 0, "\(name)")
        }
    }

    @Test(arguments: ["verify", "dump"]) func objectsAreLimited(command: String) throws {
        let count = try GraphArchive(workspace.raw).summary.objectCount
        let run = try workspace.run(command, "--max-objects", "\(count - 1)", "city.graphz")
        #expect(run.status == 13)
        #expect(run.errors.contains("Raise --max-objects if you trust the archive."), "\(run.errors)")
        #expect(try workspace.run(command, "--max-objects", "\(count)", "city.graphz").status == 0)
    }

    @Test(arguments: ["verify", "info --json"]) func resultsDoNotWaitForTheNextArchive(command: String) throws {
        // Nobody writes to the pipe.
        let run = try workspace.shell(
            """
            mkfifo pipe; "$GRAPHZ" \(command) city.graphz pipe >results &
            for _ in $(seq 100); do test -s results && break; sleep 0.1; done
            kill $!; cat results
            """)
        #expect(run.text.contains("city.graphz"), "\(run.errors)")
    }

    @Test func allArchivesAreVerifiedAndTheFirstFailureIsTheVerdict() throws {
        try Data("no".utf8).write(to: workspace.url("bad"))
        let run = try workspace.run("verify", "missing", "city.graphz", "bad")
        #expect(run.status == 2)
        #expect(run.text == "city.graphz: sound, 5,000 objects\n3 archives: 1 sound, 2 not\n")
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first == "graphz: missing: Cannot open: no such file or directory.")
        #expect(lines.last?.hasPrefix("graphz: bad: This is neither ") == true)
    }
}
