import Foundation
import GraphCodable
import GraphCodableCompression
import TestSupport
import Testing

@Suite("graphz salvage")
struct SalvageTests {
    private let workspace: Workspace
    private let good: Data

    init() throws {
        workspace = try Workspace()
        good = try workspace.data("city.graphz")
    }

    /// Damages the payload of a block of the archive.
    private func damage(block number: Int, _ name: String = "bad.graphz") throws {
        let file = try GraphContainerFile(workspace.url("city.graphz").path)
        var bytes = good
        bytes[Int(try file.block(number).byteOffset) + 100] ^= 1
        try bytes.write(to: workspace.url(name))
    }

    @Test func nothingIsLostOfASoundArchive() throws {
        let run = try workspace.run("salvage", "city.graphz", "-o", "copy.graph", "--plain", "plain")
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(run.text.hasSuffix("5,000 of 5,000 objects recovered\n"))
        #expect(try workspace.data("copy.graph") == workspace.raw)
        #expect(try workspace.data("plain") == workspace.raw)
        #expect(
            try workspace.run("salvage", "city.graph").text
                == "city.graph: raw archive, no checksums\n5,000 of 5,000 objects recovered\n")
    }

    @Test func aCodecCompressesWhateverTheName() throws {
        let run = try workspace.shell(
            """
            "$GRAPHZ" salvage --codec zlib -o- city.graphz 2>log | "$GRAPHZ" info | grep codec
            "$GRAPHZ" salvage -9 -o rest.graph city.graph >log; "$GRAPHZ" info rest.graph | grep codec
            """)
        #expect(run.text == "codec     zlib\ncodec     lz4\n" && run.errors == "")
    }

    @Test func anArchiveBehindAnotherIsNotDroppedInSilence() throws {
        try (good + good).write(to: workspace.url("two.graphz"))
        let run = try workspace.run("salvage", "two.graphz", "-o", "first.graph")
        #expect(run.status == 15 && run.text.contains("note: sections that were repeated or of another archive"))
        #expect(try workspace.data("first.graph") == workspace.raw)
    }

    @Test func theRestOfADamagedArchiveIsRecovered() throws {
        try damage(block: 3)
        #expect(try workspace.run("verify", "bad.graphz").status == 10)
        let before = try workspace.data("bad.graphz")
        let run = try workspace.run("salvage", "bad.graphz", "-o", "rest.graphz", "--remove", "--list", "2")
        #expect(run.status == 15)
        #expect(run.errors == "")
        #expect(
            run.text.contains("lost: block 3, bytes 196608 to 262143 of the raw archive: does not match its checksum"))
        #expect(run.text.contains("lost in all: "))
        #expect(run.text.contains(" of GraphzTests.Station\n"))
        #expect(run.text.contains(" more objects\n"))
        #expect(run.text.contains(" lost elements of collections were left out.\n"))
        #expect(try workspace.data("bad.graphz") == before)
        #expect(try workspace.run("verify", "rest.graphz").status == 0)
        let stations = try GraphDecoder().load([Station].self, from: workspace.url("rest.graphz"))
        #expect(stations.count > 2_500 && stations.count < 4_999)
        #expect(try workspace.run("dump", "rest.graphz").text.contains("\"Station 4999\""))
        #expect(run.text.contains("\(grouped(stations.count + 1)) of 5,000 objects recovered\n"))
        // Without --remove the elements stay, as nothing.
        #expect(try workspace.run("salvage", "bad.graphz", "-o", "holes.graph").status == 15)
        #expect(try GraphDecoder().load([Station?].self, from: workspace.url("holes.graph")).count == 4_999)
        #expect(try workspace.run("dump", "holes.graph").status == 0)
    }

    @Test func elementsThatContainLostObjectsCanBeLeftOut() throws {
        let raw: Data = try GraphEncoder().encode((0..<10_000).map { [Station("Station \($0)")] })
        try raw.write(to: workspace.url("city.graph"))
        #expect(try workspace.run("compress", "-f", "--block-size", "64K", "city.graph").status == 0)
        let whole = try GraphContainerFile(workspace.url("city.graphz").path)
        var bytes = try workspace.data("city.graphz")
        bytes[Int(try whole.block(1).byteOffset) + 100] ^= 1
        try bytes.write(to: workspace.url("bad.graphz"))
        func rest(_ option: String) throws -> [[Station]] {
            #expect(try workspace.run("salvage", "bad.graphz", "-f", "-o", "rest.graph", option).status == 15)
            return try GraphDecoder().load([[Station]].self, from: workspace.url("rest.graph"))
        }
        let removed = try rest("--remove")
        #expect(removed.count == 10_000 && removed.contains(where: \.isEmpty))
        #expect(try rest("--remove-containing").map(\.count) == removed.filter { !$0.isEmpty }.map(\.count))
    }

    private func grouped(_ count: Int) -> String { "\(count / 1_000),\(String(count % 1_000 + 1_000).dropFirst())" }

    @Test func applicationsRecoverInOneCall() throws {
        try damage(block: 3)
        let recovered = try GraphDecoder().recover([Station].self, from: workspace.url("bad.graphz"))
        #expect(!recovered.isComplete && recovered.container.lostRanges.count == 1)
        #expect(recovered.root.count + recovered.removedElementCount == 4_999)
        #expect(recovered.graph.lostObjectCount >= recovered.removedElementCount)
        let optional = try GraphDecoder().recover([Station?].self, from: workspace.url("bad.graphz"))
        #expect(optional.root.count == 4_999 && optional.removedElementCount == 0)
        #expect(optional.root.compactMap { $0 }.map(\.name) == recovered.root.map(\.name))
        let whole = try GraphDecoder().recover([Station].self, from: workspace.url("city.graphz"))
        #expect(whole.isComplete && whole.root.count == 4_999)
        #expect(try GraphDecoder().recover([Station].self, from: workspace.url("city.graph")).isComplete)
        let narrow = GraphDecoder(policy: GraphDecodingPolicy(maximumDirectoryEntryCount: 5))
        expectError(GraphCodableError.self, .limitExceeded) {
            try narrow.recover([Station].self, from: workspace.url("city.graphz"))
        }
    }

    @Test func anotherObjectCanBecomeTheRoot() throws {
        try damage(block: 0)
        let run = try workspace.run("salvage", "bad.graphz", "-o", "rest.graph", "--root", "4999")
        #expect(run.status == 15)
        #expect(run.text.contains("lost: the root\n"))
        #expect(try workspace.run("salvage", "bad.graphz").text.contains("lost: the root. What is left"))
        #expect(try GraphDecoder().load(Station.self, from: workspace.url("rest.graph")).name.hasPrefix("Station "))
        // One that is lost, and one that never was there.
        for number in [1, 77_000] {
            let lost = try workspace.run("salvage", "bad.graphz", "-o", "no.graph", "--root", "\(number)")
            #expect(lost.status == 64)
            #expect(
                lost.errors == """
                    graphz: bad.graphz: Object \(number) cannot be the root of what was recovered: it is lost, or the \
                    archive never had it.

                    """)
            #expect(try !workspace.files.contains("no.graph"))
        }
        expectError(GraphCodableError.self, .valueNotFound) {
            try GraphDecoder().recover([Station].self, from: workspace.url("bad.graphz"))
        }
    }

    @Test func withoutItsEndNoObjectCanBeTold() throws {
        try good.prefix(good.count / 2).write(to: workspace.url("bad.graphz"))
        let run = try workspace.run("salvage", "bad.graphz", "-o", "rest.graph", "--plain", "plain")
        #expect(run.status == 16)
        #expect(run.text.contains(" blocks recovered, "))
        #expect(run.text.contains("note: the end of the file is damaged or missing"))
        #expect(run.errors.contains("without it no object can be found"))
        #expect(try workspace.data("plain").starts(with: workspace.raw.prefix(1 << 16)))
        #expect(try !workspace.files.contains("rest.graph"))
        try workspace.raw.dropLast(9).write(to: workspace.url("bad.graph"))
        let raw = try workspace.run("salvage", "bad.graph")
        #expect(raw.status == 16)
        #expect(raw.errors.contains("without it no object can be found"))
        try good.prefix(40).write(to: workspace.url("bad.graphz"))
        #expect(try workspace.run("salvage", "bad.graphz").status == 16)
        try Data("nothing".utf8).write(to: workspace.url("bad.graphz"))
        #expect(try workspace.run("salvage", "bad.graphz").status == 4)
    }

    @Test func theDamagedArchiveIsNeverReplaced() throws {
        try damage(block: 1)
        let before = try workspace.data("bad.graphz")
        try FileManager.default.createSymbolicLink(
            at: workspace.url("link"), withDestinationURL: workspace.url("bad.graphz"))
        for arguments in [
            ["-o", "bad.graphz"], ["-o", "link"], ["--plain", "./bad.graphz"], ["-o", "link", "--force"],
        ] {
            let run = try ToolRun(["salvage", "bad.graphz", "--force"] + arguments, in: workspace.folder)
            #expect(run.status == 64, "\(arguments)")
            #expect(run.errors.contains("This is the input, which its output must not replace."), "\(arguments)")
        }
        #expect(try workspace.data("bad.graphz") == before)
        #expect(try workspace.run("salvage", "bad.graphz", "-o", "city.graph").status == 3)
    }

    @Test func pipesAreSalvaged() throws {
        try damage(block: 2)
        let run = try workspace.shell("cat bad.graphz | \"$GRAPHZ\" salvage - -o - --remove >rest.graph; echo $?")
        #expect(run.text == "15\n")
        #expect(run.errors.hasPrefix("standard input: "))
        #expect(try workspace.run("verify", "rest.graph").status == 0)
    }
}
