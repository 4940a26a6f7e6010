import Foundation
import GraphCodableCompression
import Testing

@Suite("JSON of graphz")
struct JSONOutputTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
    }

    private func objects(_ run: ToolRun) throws -> [[String: Any]] {
        try run.text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test func dumpsALineForEachObject() throws {
        let run = try workspace.run("dump", "--json", "city.graphz")
        #expect(run.status == 0 && run.errors == "")
        let lines = try objects(run)
        #expect(lines.count == 5_001)
        let stations = Dictionary(grouping: lines.dropFirst()) { $0["type"] as? String }
        #expect(stations.keys.compactMap(\.self) == ["GraphzTests.Station"])
        let root = try #require(lines[0]["value"] as? [[String: Int]])
        #expect(root.count == 4_999 && root[1_249] == ["ref": 1_250])
        let fields = try #require(lines[1_250]["fields"] as? [String: Any])
        #expect(fields["name"] as? String == "Station 1250" && fields["next"] as? [String: Int] == ["ref": 5_000])
        #expect(try workspace.run("dump", "--json", "--numbers", "city.graphz").status == 64)
    }

    @Test func salvageReportsInOneLine() throws {
        var bad = try workspace.data("city.graphz")
        bad[Int(try GraphContainerFile(workspace.url("city.graphz").path).block(3).byteOffset) + 100] ^= 1
        try bad.write(to: workspace.url("bad.graphz"))
        let run = try workspace.run("salvage", "--json", "bad.graphz", "--list", "2", "-o", "rest.graph", "--remove")
        #expect(run.status == 15 && run.errors == "")
        let report = try #require(try objects(run).first)
        let container = try #require(report["container"] as? [String: Any])
        let range = try #require((container["lostRanges"] as? [[String: Any]])?.first)
        #expect(range["firstBlock"] as? Int == 3 && range["blockCount"] as? Int == 1)
        #expect(range["plainOffset"] as? Int == 196_608 && range["reason"] as? String == "damaged")
        let graph = try #require(report["graph"] as? [String: Any])
        #expect(graph["objectCount"] as? Int == 5_000 && (graph["lostObjects"] as? [Any])?.count == 2)
        #expect(graph["isRootLost"] as? Bool == false && report["error"] == nil)
        #expect(report["removedElementCount"] as? Int ?? 0 > 0)
        // Where the archive goes to standard output, the report does not.
        let piped = try workspace.shell(
            "\"$GRAPHZ\" salvage --json -o- city.graphz 2>report | cmp - city.graph; cat report")
        #expect((try objects(piped).first?["graph"] as? [String: Any])?["lostObjectCount"] as? Int == 0)
        // What is known is told even if nothing can be recovered.
        try bad.prefix(bad.count / 2).write(to: workspace.url("half.graphz"))
        let half = try #require(try objects(try workspace.run("salvage", "--json", "half.graphz")).first)
        #expect(half["container"] != nil && half["graph"] == nil)
        #expect((half["error"] as? [String: Any])?["status"] as? Int == 16)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/jq"), "needs jq"))
    func jqReachesEveryValue() throws {
        let run = try workspace.shell(
            """
            "$GRAPHZ" dump --json city.graphz | jq -r 'select(.fields.next == null and .type) | .fields.name'
            "$GRAPHZ" verify --json city.graph city.graphz | jq -s 'map(.objectCount) | add'
            "$GRAPHZ" info --json city.graphz | jq -r '.archive.types[] | select(.isClass) | .name'
            """)
        #expect(run.text == "last\n10000\nGraphzTests.Station\n")
    }
}
