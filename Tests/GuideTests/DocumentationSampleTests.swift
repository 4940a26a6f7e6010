import Foundation
import Testing

/// The code of the documentation is compiled and run: each article is one program, and prints what the article says.
struct DocumentationSampleTests {
    /// An article of a library's documentation.
    struct Article: CustomTestStringConvertible, Sendable {
        let library: String
        let name: String

        var testDescription: String { "\(library)/\(name)" }

        func text() throws -> String {
            try String(contentsOf: catalogue(of: library).appending(path: name), encoding: .utf8)
        }

        var hasCode: Bool { (try? text().contains("```swift\n")) ?? false }
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    private static func catalogue(of library: String) -> URL {
        root.appending(path: "Sources/\(library)/\(library).docc")
    }

    private static let libraries = [
        "GraphCodable", "GraphCodableCompression", "GraphInspection", "GraphCodableMacros", "CyclicCoding",
        "VersionedCodable", "Serializable",
    ]

    /// All articles.
    private static let articles = libraries.flatMap { library in
        ((try? FileManager.default.contentsOfDirectory(atPath: catalogue(of: library).path)) ?? [])
            .filter { $0.hasSuffix(".md") }.sorted().map { Article(library: library, name: $0) }
    }

    /// Checks that the Swift code of a document is a program that prints the blocks of text.
    private static func expectOutput(of text: String, options: [String] = []) throws {
        let code = blocks("swift", in: text).joined(separator: "\n")
        #if !Macros
        if code.contains("import GraphCodableMacros") { return }
        #endif
        var program = GuideProgram(complete: code)
        program.options += options
        let output = try program.output()
        #expect(output == blocks("text", in: text).joined())
    }

    @Test(arguments: articles.filter { $0.hasCode })
    func `the code of an article is a program that prints what the article says`(article: Article) throws {
        try Self.expectOutput(of: article.text())
    }

    @Test func `models and files also work where everything is isolated to the main actor`() throws {
        let article = Article(library: "GraphCodableCompression", name: "ActorsAndFiles.md")
        try Self.expectOutput(of: article.text(), options: ["-default-isolation", "MainActor"])
    }

    @Test func `the manifest and the example of the README work as they stand`() throws {
        let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let code = Self.blocks("swift", in: text)
        try #require(code.count == 2)
        #if Macros
        #expect(try GuideProgram(complete: code[1]).output() == Self.blocks("text", in: text).joined())
        #endif
        let manifest = try GuideProgram(complete: code[0]).manifest()
        #expect(manifest.contains("MyApp") && manifest.contains("GraphCodableCompression"))
    }

    #if Macros
    /// With `MAKE_PICTURES` in the environment the picture is made again; see `make pictures`.
    @Test func `the picture of a team shows the graph of the README's example`() throws {
        let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let code = ["import GraphInspection", Self.blocks("swift", in: text)[1]]
        let drawing = """
            let graph = try ObjectGraph(GraphArchive(GraphEncoder().encode(team) as Bytes))
            Swift.print(GraphDiagram(objectsOf: graph).svg(), terminator: "")
            """
        var program = GuideProgram(
            complete: (code + ["func print(_ text: String, _ value: Bool) {}", drawing]).joined(separator: "\n"))
        program.moduleName = "ExamplesTests"
        let svg = try program.output()
        let file = Self.root.appending(path: "Docs/team.svg")
        if ProcessInfo.processInfo.environment["MAKE_PICTURES"] != nil {
            try svg.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == svg)
    }
    #endif

    @Test(arguments: libraries)
    func `every article is in the topics of its library`(library: String) throws {
        let front = try Article(library: library, name: library + ".md").text()
        for article in Self.articles where article.library == library && article.name != library + ".md" {
            #expect(front.contains("<doc:\(article.name.dropLast(3))>"), "\(article)")
        }
    }

    /// The code blocks of a language.
    private static func blocks(_ language: String, in text: String) -> [String] {
        var blocks: [String] = []
        var current: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let lines = current {
                if line == "```" {
                    blocks.append(lines.map { $0 + "\n" }.joined())
                    current = nil
                } else {
                    current = lines + [line]
                }
            } else if line == "```\(language)" {
                current = []
            }
        }
        return blocks
    }
}
