import Foundation
import GraphCodable
import GraphCodableCompression
import Testing

@testable import ThousandSaves

struct ThousandSavesTests {
    @Test func anyNumberOfCoresGivesTheAnswersOfTheSaves() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "saves-" + UUID().uuidString)
        try ThousandSaves.write(5, kilobytes: 20, to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let answers = try await Answers.ask(folder, cores: 1)
        #expect(try await Answers.ask(folder, cores: 3) == answers)

        let players = (0..<5).flatMap { SaveMaker.save(number: $0, kilobytes: 20).players }
        let counts = players.map { $0.inventory.reduce(0) { $0 + $1.count } }
        #expect(answers.items.values.reduce(0, +) == counts.reduce(0, +))
        #expect(answers.largest.map(\.count) == Array(counts.sorted(by: >).prefix(10)))
        #expect(Set(answers.guilds.keys) == Set(players.compactMap { $0.guild?.name }))
    }
}
