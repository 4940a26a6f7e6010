import Foundation
import Testing

/// The code of the documentation is compiled and run: each article is one program, and prints what the article says.
@Suite struct DocumentationTests {
    /// An article of a library's documentation.
    struct Article: CustomTestStringConvertible, Sendable {
        let library: String
        let name: String

        var testDescription: String { "\(library)/\(name)" }

        func text() throws -> String {
            try String(contentsOf: catalogue(of: library).appending(path: name), encoding: .utf8)
        }
    }

    private static func catalogue(of library: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/\(library)/\(library).docc").standardizedFileURL
    }

    /// All articles of a library.
    private static func articles(of library: String) -> [Article] {
        ((try? FileManager.default.contentsOfDirectory(atPath: catalogue(of: library).path)) ?? [])
            .filter { $0.hasSuffix(".md") }.sorted().map { Article(library: library, name: $0) }
    }

    @Test(arguments: articles(of: "GraphCodable"))
    func anArticlesCodePrintsWhatItSays(article: Article) throws {
        let text = try article.text()
        let code = Self.blocks("swift", in: text)
        try #require(!code.isEmpty)
        let output = try GuideProgram(source: code.joined(separator: "\n")).output()
        #expect(output == Self.blocks("text", in: text).joined())
    }

    #if compiler(>=6.2)
    @Test(arguments: articles(of: "GraphCodableCompression"), [[], ["-default-isolation", "MainActor"]])
    func anArticleOnFilesHoldsWhateverTheDefaultIsolation(article: Article, options: [String]) throws {
        let text = try article.text()
        var program = GuideProgram(source: Self.blocks("swift", in: text).joined(separator: "\n"))
        program.savesFiles = true
        program.languageMode = "6"
        program.options = options
        #expect(try program.output() == Self.blocks("text", in: text).joined())
    }
    #endif

    @Test(arguments: ["GraphCodable", "GraphCodableCompression"])
    func everyArticleIsInTheTopics(library: String) throws {
        let articles = Self.articles(of: library)
        try #require(articles.count > 1)
        let front = try Article(library: library, name: library + ".md").text()
        for article in articles where article.name != library + ".md" {
            #expect(front.contains("<doc:\(article.name.dropLast(3))>"))
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
