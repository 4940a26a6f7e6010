import Foundation
import Testing

@testable import GraphCodable

@Suite struct TypeTableTests {
    @Test func everyTypeOfTheTableComesBackWithItsEdgeValues() {
        for typeCase in TypeTable.standardLibrary + TypeTable.foundation {
            #expect(typeCase.failures == [])
        }
    }

    @Test func theTableInTheDocumentsSaysHowEachTypeIsWritten() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Docs/GraphCodableTypes.md")
        let lines = Set(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init))
        for row in (TypeTable.standardLibrary + TypeTable.foundation).map(\.row) where !lines.contains(row) {
            Issue.record("Docs/GraphCodableTypes.md has not the row: \(row)")
        }
    }
}
