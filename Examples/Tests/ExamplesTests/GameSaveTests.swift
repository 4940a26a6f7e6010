import Foundation
import GraphCodable
import Testing

@testable import GameSave

struct GameSaveTests {
    @Test func aGameGoesOnFromTheSaveBeforeADamagedOne() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("GameSaveTests-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try Game.play(in: folder) == "Turn 2, 1 before the last save; the fight goes on: true")
    }

    @Test func aSaveLosesNothing() throws {
        #expect(try GraphCodableUti.roundTripProblems(of: Game.sample()) == [])
    }

    @Test func savesAreFoundByTheNamesOfTheGame() throws {
        let names = try GraphArchive(GraphEncoder().encode(Game.sample()) as Bytes).summary.types.filter(\.isClass)
        #expect(Set(names.map(\.archiveName)) == ["World", "Player", "Creature", "Entity"])
    }
}
