/// Makes saves, the same for each number in every run.
struct SaveMaker {
    static let items = [
        "apple", "arrow", "axe", "book", "bow", "bread", "coal", "coin", "fish", "gem", "hammer", "key", "lamp", "map",
        "ore", "potion", "ring", "rope", "shield", "sword",
    ]
    static let guildCount = 40
    static let accountCount = 5_000
    /// About what a player takes in the file.
    static let playerBytes = 40

    private var state: UInt64

    /// - Parameters:
    ///   - number: The number of the save.
    ///   - kilobytes: About how large its file will be. There is a player for each, and the map is the rest.
    static func save(number: Int, kilobytes: Int) -> Save {
        var maker = SaveMaker(state: UInt64(number) &+ 1)
        let guilds = (0..<guildCount).map { Guild(name: "guild \($0)") }
        let players = (0..<kilobytes).map { _ in maker.player(in: guilds) }
        let heights = (0..<kilobytes * (1_000 - playerBytes)).map { _ in UInt8(truncatingIfNeeded: maker.next()) }
        return Save(players: players, heights: heights)
    }

    private mutating func player(in guilds: [Guild]) -> Player {
        let guild = below(5) == 0 ? nil : guilds[below(guilds.count)]
        let inventory = (0..<below(20)).map { _ in
            Stack(item: Self.items[below(Self.items.count)], count: 1 + below(99))
        }
        return Player(name: "player \(below(Self.accountCount))", guild: guild, inventory: inventory)
    }

    private mutating func below(_ bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }

    /// SplitMix64.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
