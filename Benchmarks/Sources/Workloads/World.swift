import Foundation
import GraphCodable

/// A place in the world.
struct Position: GCodable {
    var x: Double
    var y: Double

    private enum Key: String {
        case x, y
    }

    init(x: Double, y: Double) {
        (self.x, self.y) = (x, y)
    }

    init(from decoder: GDecoder) throws {
        x = try decoder.decode(for: Key.x)
        y = try decoder.decode(for: Key.y)
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(x, for: Key.x)
        try encoder.encode(y, for: Key.y)
    }
}

/// What an entity carries.
struct Item: GCodable {
    var kind: String
    var count: Int

    private enum Key: String {
        case kind, count
    }

    init(kind: String, count: Int) {
        (self.kind, self.count) = (kind, count)
    }

    init(from decoder: GDecoder) throws {
        kind = try decoder.decode(for: Key.kind)
        count = try decoder.decode(for: Key.count)
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(kind, for: Key.kind)
        try encoder.encode(count, for: Key.count)
    }
}

/// Somebody in a game's world.
public class Entity: GCodable {
    var name: String
    var position: Position
    var health: Int
    var tags: [String]
    var items: [Item]
    weak var target: Entity?

    private enum Key: String {
        case name, position, health, tags, items, target
    }

    init(_ number: Int, _ random: inout Randomness) {
        name = "villager \(number)"
        position = Position(x: Double(random.next(100_000)) / 10, y: Double(random.next(100_000)) / 10)
        health = random.next(120)
        let tagNames = ["hostile", "friendly", "boss", "undead", "flying"]
        tags = (0..<random.next(3)).map { _ in tagNames[random.next(5)] }
        let kinds = ["sword", "shield", "potion", "coin", "apple", "torch", "arrow"]
        items = (0..<random.next(4)).map { _ in Item(kind: kinds[random.next(7)], count: random.next(20)) }
    }

    public required init(from decoder: GDecoder) throws {
        name = try decoder.decode(for: Key.name)
        position = try decoder.decode(for: Key.position)
        health = try decoder.decode(for: Key.health)
        tags = try decoder.decode(for: Key.tags)
        items = try decoder.decode(for: Key.items)
        try decoder.deferDecode(for: Key.target) { self.target = $0 }
    }

    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(name, for: Key.name)
        try encoder.encode(position, for: Key.position)
        try encoder.encode(health, for: Key.health)
        try encoder.encode(tags, for: Key.tags)
        try encoder.encode(items, for: Key.items)
        try encoder.encodeConditional(target, for: Key.target)
    }

    /// A world, a third of it monsters.
    public static func world(count: Int) -> [Entity] {
        var random = Randomness()
        let entities = (0..<count).map { $0 % 3 == 0 ? Monster($0, &random) : Entity($0, &random) }
        for entity in entities where random.next(2) == 0 {
            entity.target = entities[random.next(count)]
        }
        return entities
    }
}

/// An entity with a rage of three decimals.
final class Monster: Entity {
    var rage: Double

    private enum Key: String {
        case rage
    }

    override init(_ number: Int, _ random: inout Randomness) {
        rage = Double(random.next(1_000)) / 1_000
        super.init(number, &random)
        name = "monster \(number)"
    }

    required init(from decoder: GDecoder) throws {
        rage = try decoder.decode(for: Key.rage)
        try super.init(from: decoder)
    }

    override func encode(to encoder: GEncoder) throws {
        try super.encode(to: encoder)
        try encoder.encode(rage, for: Key.rage)
    }
}

/// The same numbers in every run: a linear congruential generator, after Knuth's MMIX.
struct Randomness {
    private var state: UInt64 = 12_345

    mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    mutating func bits() -> UInt64 {
        UInt64(next(1 << 31)) << 33 ^ UInt64(next(1 << 31)) << 11 ^ UInt64(next(1 << 31))
    }
}

extension Bulk {
    /// A smooth signal: two waves of different lengths.
    public static func signal(count: Int = 4_000_000) -> [Double] {
        (0..<count).map { index -> Double in
            let time = Double(index)
            return 1_000 * sin(time * 0.001) + 0.3 * cos(time * 0.05)
        }
    }

    /// Numbers without any pattern, from 0 to 1.
    public static func randomDoubles(count: Int = 4_000_000) -> [Double] {
        var random = Randomness()
        return (0..<count).map { _ in Double(random.bits() >> 11) * 0x1p-53 }
    }
}
