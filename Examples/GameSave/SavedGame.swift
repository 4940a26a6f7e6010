import Foundation
import GraphCodable
import GraphCodableCompression

/// The file of a game, with its backups.
struct SavedGame {
    let url: URL
    /// How many older saves are kept beside the file.
    var backupCount = 3

    init(_ url: URL) {
        self.url = url
        // Renamed, and only ever asked for as an Entity.
        Creature.register()
    }

    /// Saves a world. Whatever happens meanwhile, the file is the old one or the new one.
    func save(_ world: World) throws {
        try GraphEncoder().save(world, to: url, keeping: backupCount, codec: .lz4)
    }

    /// Loads the newest save that is not damaged.
    ///
    /// - Returns: The world, and how many saves before the last one it is.
    func load() throws -> (world: World, age: Int) {
        let loaded = try GraphDecoder().load(World.self, from: url, backups: backupCount)
        return (loaded.root, loaded.backup ?? 0)
    }
}
