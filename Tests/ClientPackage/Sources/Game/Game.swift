import Foundation
import GraphCodable
import GraphCodableCompression

@main struct Game {
    static func main() async throws {
        try World.register(as: "game.World")
        try Player.register(as: "game.Player")
        let folder = FileManager.default.temporaryDirectory.appending(path: "Game-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await saveWorld(in: folder)
        try await loadMapElsewhere(in: folder)
        try await keepWorldSaved(in: folder)
        try await keepScoreSaved(in: folder)
    }

    static func saveWorld(in folder: URL) async throws {
        let world = World()
        world.add(Player("Ada"))
        world.add(Figure("rook"))
        let url = folder.appending(path: "world.graphz")
        let progress = Progress(totalUnitCount: 1)
        try await GraphEncoder().save(world, to: url, keeping: 2, progress: progress)
        let loaded = try await GraphDecoder().load(World.self, from: url)
        print("world:", loaded.figures[0] is Player, loaded.figures[1].world === loaded, progress.isFinished)
        let archive = try GraphEncoder().encode(world) as Data
        try await GraphEncoder().save(encoded: archive, to: url, codec: .zlib)
        print("again:", try await GraphDecoder().load(World.self, from: url, backups: 2).root.figures.map(\.name))
    }

    static func loadMapElsewhere(in folder: URL) async throws {
        let url = folder.appending(path: "map.graphz")
        try await GraphEncoder().save(Map(["#.#"], neighbour: Map(["..."])), to: url)
        let map = try await readMap(url)
        map.rows.append("###")
        print("map:", map.rows, map.neighbour?.rows ?? [])
    }

    @concurrent static func readMap(_ url: URL) async throws -> sending Map {
        try await GraphDecoder().load(Map.self, from: url)
    }

    static func keepWorldSaved(in folder: URL) async throws {
        let url = folder.appending(path: "autosaved.graphz")
        let world = World()
        let autosaver = try GraphAutosaver(to: url, keeping: 2) { result in
            if case .failure(let error) = result { print("not saved:", error) }
        }
        for turn in 1...100 {
            world.turn = turn
            try autosaver.save(world)
        }
        try await autosaver.finish()
        print("autosaved:", try await GraphDecoder().load(World.self, from: url).turn, autosaver.hasUnsavedState)
    }

    static func keepScoreSaved(in folder: URL) async throws {
        let url = folder.appending(path: "score.graphz")
        let autosaver = try GraphAutosaver(to: url)
        var score = Score()
        for points in 1...100 {
            score.points.append(points)
            try autosaver.save(snapshot: score)
        }
        try await autosaver.flush()
        print("score:", try await GraphDecoder().load(Score.self, from: url).points.count)
    }
}
