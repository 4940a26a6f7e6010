import Foundation
import GraphCodable
import GraphCodableCompression

/// The answers to the three questions, as `answers.py` prints them, too.
struct Answers: Codable, Equatable, Sendable {
    struct Inventory: Codable, Equatable, Sendable {
        let save: String
        let player: String
        let count: Int
    }

    /// How many there are of each item.
    private(set) var items: [String: Int] = [:]
    /// The players who share a guild in a save.
    private(set) var guilds: [String: Set<String>] = [:]
    /// The ten largest inventories, the largest first.
    private(set) var largest: [Inventory] = []

    /// Returns the answers for all saves in a folder, which tasks on a number of cores read.
    static func ask(_ folder: URL, cores: Int) async throws -> Answers {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "graphz" }
        return try await withThrowingTaskGroup(of: Answers.self) { group in
            for first in 0..<cores {
                group.addTask {
                    var answers = Answers()
                    for file in stride(from: first, to: files.count, by: cores).map({ files[$0] }) {
                        try answers.add(file)
                    }
                    return answers
                }
            }
            return try await group.reduce(into: Answers()) { $0.add($1) }
        }
    }

    private mutating func add(_ file: URL) throws {
        let save = try GraphDecoder().load(
            Save.self, from: file, options: GraphContainerReadingOptions(threadCount: 1))
        var all: [Inventory] = []
        for player in save.players {
            if let guild = player.guild { guilds[guild.name, default: []].insert(player.name) }
            for stack in player.inventory { items[stack.item, default: 0] += stack.count }
            let count = player.inventory.reduce(0) { $0 + $1.count }
            all.append(Inventory(save: file.lastPathComponent, player: player.name, count: count))
        }
        keepLargest(of: all)
    }

    private mutating func add(_ other: Answers) {
        items.merge(other.items, uniquingKeysWith: +)
        guilds.merge(other.guilds) { $0.union($1) }
        keepLargest(of: other.largest)
    }

    private mutating func keepLargest(of more: [Inventory]) {
        largest = Array(
            (largest + more).sorted { ($1.count, $0.save, $0.player) < ($0.count, $1.save, $1.player) }.prefix(10))
    }

    /// The answers as JSON, in one order.
    func json() throws -> String {
        struct Sorted: Encodable {
            let items: [String: Int]
            let guilds: [String: [String]]
            let largest: [Inventory]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let sorted = Sorted(items: items, guilds: guilds.mapValues { $0.sorted() }, largest: largest)
        return String(decoding: try encoder.encode(sorted), as: UTF8.self)
    }
}
