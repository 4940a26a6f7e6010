import Foundation

/// Plays three turns and saves each, damages the last save, and continues from the one before.
@main
struct Game {
    static func main() {
        do {
            try run()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    static func run() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("GameSave-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        print(try play(in: folder))
    }

    /// - Returns: A description of what happened.
    static func play(in folder: URL) throws -> String {
        let game = SavedGame(folder.appendingPathComponent("game.graphz"))
        let world = sample()
        for _ in 0..<3 {
            world.turn += 1
            try game.save(world)
        }
        let handle = try FileHandle(forWritingTo: game.url)
        try handle.truncate(atOffset: 50)
        try handle.close()

        let (loaded, age) = try game.load()
        let fight = loaded.player?.target?.target === loaded.player
        return "Turn \(loaded.turn), \(age) before the last save; the fight goes on: \(fight)"
    }

    static func sample() -> World {
        let world = World()
        let player = Player("Ada", at: [1, 2])
        let troll = Creature("Troll", at: [3, 4])
        (player.target, troll.target) = (troll, player)
        player.inventory = [.torch: 2, .bread: 5]
        world.entities = [player, troll, Entity("Tree", at: [5, 6])]
        world.player = player
        world.weather = "rain"
        return world
    }
}
