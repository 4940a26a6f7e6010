import GraphCodable

/// The root of a saved game.
///
/// Like all classes here, it has an archive name, so later versions may rename and move it.
final class World: GCodable, GNamed, GVersion {
    static let archiveName: ArchiveName = "World"
    /// The version of the saved games. It is raised whenever a class has a new field, so that older games do not save again without
    /// the field what they have loaded.
    static let encodeVersion: UInt32 = 2

    var turn = 0
    var entities: [Entity] = []
    /// The player, who is also one of the entities.
    var player: Player?
    /// The weather, added in the second version of the game. Older saves don't have it.
    var weather = "clear"

    init() {}

    private enum Key: String {
        case turn, entities, player, weather
    }

    init(from decoder: any GDecoder) throws {
        try decoder.refuseVersions(after: Self.encodeVersion)
        turn = try decoder.decode(for: Key.turn)
        entities = try decoder.decode(for: Key.entities)
        player = try decoder.decode(for: Key.player)
        weather = try decoder.decode(for: Key.weather, default: "clear")
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(turn, for: Key.turn)
        try encoder.encode(entities, for: Key.entities)
        try encoder.encode(player, for: Key.player)
        try encoder.encode(weather, for: Key.weather)
    }
}
