import Foundation
import GraphCodable
import GraphInspection
import Testing

@Suite struct ReadmeTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL

    private func lines(of path: String) throws -> [String] {
        try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The runs of lines between a line that is `begin` and one that is `end`, apart from indentation.
    private func sections(of lines: [String], from begin: String, to end: String) -> [[String]] {
        var sections: [[String]] = []
        var current: [String]?
        for line in lines {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text == end, let section = current {
                sections.append(section)
                current = nil
            } else if text == begin {
                current = []
            } else {
                current?.append(line)
            }
        }
        return sections
    }

    private func withoutIndentation(_ lines: [String]) -> [String] {
        let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(indentation)) }
    }

    @Test func `the first example of the README is the one that is compiled here`() throws {
        let printed = sections(of: try lines(of: "README.md"), from: "```swift", to: "```")
        let compiled = sections(
            of: try lines(of: "Examples/Tests/ExamplesTests/ReadmeExample.swift"),
            from: "// README begin", to: "// README end")
        #expect(compiled.count == 3)
        #expect(printed.prefix(3) == compiled.map(withoutIndentation)[...])
    }

    #if Macros
    /// With `MAKE_PICTURES` in the environment the picture is made anew; see `make pictures`.
    @Test func `the picture in the README shows the graph of its first example`() throws {
        let ada = Engineer("Ada")
        let team = Team(lead: ada, members: [ada, Person("Charles")])
        let svg = try GraphArchive(GraphEncoder().encode(team) as Bytes).svg()
        let file = Self.root.appendingPathComponent("Docs/team.svg")
        if ProcessInfo.processInfo.environment["MAKE_PICTURES"] != nil {
            try svg.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == svg)
    }

    @Test func `the first example of the README prints what it says`() throws {
        #expect(try runReadmeExample() == [true, true, true])
    }

    @Test func `what the README writes by hand comes back as well`() throws {
        let team = ReadmeByHand.Team(members: [ReadmeByHand.Person("Ada")])
        let back = try GraphDecoder().decode(ReadmeByHand.Team.self, from: GraphEncoder().encode(team) as Bytes)
        #expect(back.members[0].name == "Ada" && back.members[0].team === back)
    }
    #endif
}
