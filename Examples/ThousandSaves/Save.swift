import GraphCodable

/// The root of a saved game.
final class Save: GCodable, GNamed {
    static let archiveName: ArchiveName = "saves.Save"

    let players: [Player]
    /// The map, which is most of the bytes, and of which no question asks.
    let heights: [UInt8]

    init(players: [Player], heights: [UInt8]) {
        self.players = players
        self.heights = heights
    }

    private enum Key: String {
        case players, heights
    }

    init(from decoder: any GDecoder) throws {
        players = try decoder.decode(for: Key.players)
        heights = try decoder.decode(for: Key.heights)
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(players, for: Key.players)
        try encoder.encode(heights, for: Key.heights)
    }
}

/// A guild, which its players share.
final class Guild: GCodable, GNamed {
    static let archiveName: ArchiveName = "saves.Guild"

    let name: String

    init(name: String) {
        self.name = name
    }

    private enum Key: String {
        case name
    }

    init(from decoder: any GDecoder) throws {
        name = try decoder.decode(for: Key.name)
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(name, for: Key.name)
    }
}

/// A player with what they carry.
final class Player: GCodable, GNamed {
    static let archiveName: ArchiveName = "saves.Player"

    let name: String
    let guild: Guild?
    let inventory: [Stack]

    init(name: String, guild: Guild?, inventory: [Stack]) {
        self.name = name
        self.guild = guild
        self.inventory = inventory
    }

    private enum Key: String {
        case name, guild, inventory
    }

    init(from decoder: any GDecoder) throws {
        name = try decoder.decode(for: Key.name)
        guild = try decoder.decode(for: Key.guild)
        inventory = try decoder.decode(for: Key.inventory)
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(name, for: Key.name)
        try encoder.encode(guild, for: Key.guild)
        try encoder.encode(inventory, for: Key.inventory)
    }
}

/// Equal items in an inventory.
struct Stack: GCodable {
    let item: String
    let count: Int

    init(item: String, count: Int) {
        self.item = item
        self.count = count
    }

    private enum Key: String {
        case item, count
    }

    init(from decoder: any GDecoder) throws {
        item = try decoder.decode(for: Key.item)
        count = try decoder.decode(for: Key.count)
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(item, for: Key.item)
        try encoder.encode(count, for: Key.count)
    }
}
