import Foundation
import GraphCodable
import GraphCodableCompression

/// The file of a game, with its backups.
struct SavedGame {
    let url: URL
    /// The number of older saves to keep beside the file.
    var backupCount = 3

    init(_ url: URL) {
        self.url = url
        // The class was renamed, and is only decoded as an Entity.
        Creature.register()
    }

    /// Saves a world. If anything fails, the file remains as it was.
    func save(_ world: World) throws {
        try GraphEncoder().save(world, to: url, keeping: backupCount, codec: .lz4)
    }

    /// Loads the newest save that is not damaged.
    ///
    /// - Returns: The world, and the number of newer saves that are damaged.
    func load() throws -> (world: World, age: Int) {
        let loaded = try GraphDecoder().load(World.self, from: url, backups: backupCount)
        return (loaded.root, loaded.backup ?? 0)
    }
}
