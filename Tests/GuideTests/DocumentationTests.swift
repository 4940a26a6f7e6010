import Foundation
import Testing

/// The code of the documentation is compiled and run: each article is one program, and prints what the article says.
@Suite struct DocumentationTests {
    private static let catalogue = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/GraphCodable/GraphCodable.docc").standardizedFileURL

    /// The names of all articles.
    static let articles = ((try? FileManager.default.contentsOfDirectory(atPath: catalogue.path)) ?? [])
        .filter { $0.hasSuffix(".md") }.sorted()

    @Test(arguments: articles)
    func anArticlesCodePrintsWhatItSays(article: String) throws {
        let text = try String(contentsOf: Self.catalogue.appending(path: article), encoding: .utf8)
        let code = Self.blocks("swift", in: text)
        try #require(!code.isEmpty)
        let output = try GuideProgram(source: code.joined(separator: "\n")).output()
        #expect(output == Self.blocks("text", in: text).joined())
    }

    @Test func everyArticleIsInTheTopics() throws {
        try #require(Self.articles.count > 5)
        let front = try String(contentsOf: Self.catalogue.appending(path: "GraphCodable.md"), encoding: .utf8)
        for article in Self.articles where article != "GraphCodable.md" {
            #expect(front.contains("<doc:\(article.dropLast(3))>"))
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
