import Foundation
import Testing

@testable import GraphCodable

struct TypeTableTests {
    @Test func everyTypeOfTheTableComesBackWithItsEdgeValues() {
        for typeCase in TypeTable.standardLibrary + TypeTable.foundation {
            #expect(typeCase.failures == [])
        }
    }

    @Test func theTableInTheDocumentsSaysHowEachTypeIsWritten() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Docs/system-types.md")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        for type in TypeTable.standardLibrary + TypeTable.foundation where !lines.contains(where: type.isDescribed) {
            Issue.record("Docs/system-types.md has no row for \(type.name): \(type.forms), \(type.note)")
        }
    }
}
