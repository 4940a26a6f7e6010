import Foundation
import GraphCodable
import GraphCodableCompression
import Testing

/// What `--json` prints has the members that `Docs/format-reports.md` lists, and no others.
@Suite("Members of the JSON of graphz")
struct JSONMembersTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.saveTwoVersions()
        try workspace.raw.prefix(1_000).write(to: workspace.url("cut.graph"))
        let block = try GraphContainerFile(workspace.url("city.graphz").path).block(3)
        for (name, place) in [("header.graphz", 0), ("bad.graphz", 100)] {
            var archive = try workspace.data("city.graphz")
            archive[Int(block.byteOffset) + place] ^= 1
            try archive.write(to: workspace.url(name))
        }
    }

    @Test(arguments: [
        ("Info", ["info city.graph", "info --blocks city.graphz", "info --blocks header.graphz", "info cut.graph"]),
        ("Verify", ["verify city.graph bad.graphz", "verify --checksums-only city.graph city.graphz"]),
        ("Sizes", ["sizes city.graph", "sizes city.graphz"]),
        ("Diff", ["diff old.graph new.graph", "diff new.graph old.graph"]),
        ("Salvage", ["salvage cut.graph", "salvage -o rest.graph --remove bad.graphz", "salvage city.graph"]),
    ])
    func areThoseOfTheDocument(name: String, commands: [String]) throws {
        var members = try JSONMembers(document: Self.document)
        for command in commands {
            let arguments = command.split(separator: " ").map(String.init)
            let run = try ToolRun([arguments[0], "--json"] + arguments.dropFirst(), in: workspace.folder)
            #expect(!run.output.isEmpty, "\(command): \(run.errors)")
            for line in run.text.split(separator: "\n") {
                let report = try JSONDecoder().decode(JSON.self, from: Data(line.utf8))
                // Of an archive that cannot be read there is no more.
                if name == "Info", case .object(let report) = report, Set(report.keys) == ["name", "error"] {
                    continue
                }
                members.check(report, .named(name), at: name)
            }
        }
        #expect(members.problems == [])
        #expect(members.unseen == [])
    }

    private static var document: String {
        get throws {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            return try String(
                contentsOf: folder.appendingPathComponent("../../../Docs/format-reports.md").standardizedFileURL,
                encoding: .utf8)
        }
    }
}

/// Types in the notation of TypeScript, and the values that they describe.
private struct JSONMembers {
    indirect enum Form {
        case named(String)
        case list(Form)
        case dictionary(Form)
        case object([(name: String, isOptional: Bool, form: Form)])
    }

    private var forms: [String: Form] = [:]
    private var tokens: ArraySlice<String> = []
    private var documented: Set<String> = []
    private var seen: Set<String> = []
    private(set) var problems: [String] = []

    /// Reads the lines that begin with `type`, and those that belong to them.
    init(document: String) throws {
        let block = try #require(document.split(separator: "```ts\n").dropFirst().first?.split(separator: "```").first)
        tokens = block.matches(of: /[A-Za-z]+|[{}<>?:,=]|\[\]/).map { String($0.output) }[...]
        while !tokens.isEmpty {
            try skip("type")
            let name = try next()
            try skip("=")
            forms[name] = try readForm()
        }
    }

    private mutating func next() throws -> String {
        let token = tokens.popFirst()
        return try #require(token)
    }

    private mutating func skip(_ token: String) throws {
        let found = try next()
        try #require(found == token)
    }

    private mutating func readForm() throws -> Form {
        var form: Form
        let first = try next()
        if first == "{" {
            var members: [(name: String, isOptional: Bool, form: Form)] = []
            var separator = ","
            while separator == "," {
                let name = try next()
                let isOptional = tokens.first == "?"
                if isOptional { tokens.removeFirst() }
                try skip(":")
                members.append((name, isOptional, try readForm()))
                separator = try next()
            }
            form = .object(members)
        } else if first == "Record" {
            for token in ["<", "string", ","] { try skip(token) }
            form = .dictionary(try readForm())
            try skip(">")
        } else {
            form = .named(first)
        }
        while tokens.first == "[]" {
            tokens.removeFirst()
            form = .list(form)
        }
        return form
    }

    /// Notes what is not as the document says.
    mutating func check(_ value: JSON, _ form: Form, at path: String) {
        switch (form, value) {
        case (.named("string"), .string), (.named("number"), .number), (.named("boolean"), .boolean): break
        case (.named(let name), _) where forms[name] != nil:
            if let form = forms[name] { check(value, form, at: path) }
        case (.list(let form), .list(let values)):
            for value in values { check(value, form, at: path) }
        case (.dictionary(let form), .object(let values)):
            for value in values.values { check(value, form, at: path) }
        case (.object(let members), .object(let values)):
            documented.formUnion(members.map { "\(path).\($0.name)" })
            for member in members {
                if let value = values[member.name] {
                    seen.insert("\(path).\(member.name)")
                    check(value, member.form, at: "\(path).\(member.name)")
                } else if !member.isOptional {
                    problems.append("\(path).\(member.name) is missing")
                }
            }
            let unknown = Set(values.keys).subtracting(members.map(\.name))
            problems += unknown.sorted().map { "\(path).\($0) is not in the document" }
        default:
            problems.append("\(path) is \(value)")
        }
    }

    /// What the document lists, and no output had.
    var unseen: [String] { documented.subtracting(seen).sorted() }
}

private indirect enum JSON: Decodable {
    case string(String)
    case number(Double)
    case boolean(Bool)
    case list([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }
}
