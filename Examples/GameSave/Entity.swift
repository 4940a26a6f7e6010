import GraphCodable

/// Something that has a place in the world.
class Entity: GCodable, GNamed {
    class var archiveName: ArchiveName { "Entity" }

    var name: String
    var position: SIMD2<Float>

    init(_ name: String, at position: SIMD2<Float>) {
        self.name = name
        self.position = position
    }

    private enum Key: String {
        case name, position
    }

    required init(from decoder: any GDecoder) throws {
        name = try decoder.decode(for: Key.name)
        position = try decoder.decode(for: Key.position)
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(name, for: Key.name)
        try encoder.encode(position, for: Key.position)
    }
}

/// An entity that fights. Creatures may be each other's targets, so targets are set after all creatures have been
/// decoded.
class Creature: Entity {
    // The first version of the game called this class Monster.
    override class var archiveName: ArchiveName { ArchiveName("Creature", aliases: ["GameSave.Monster"]) }

    var health = 10
    weak var target: Creature?

    override init(_ name: String, at position: SIMD2<Float>) {
        super.init(name, at: position)
    }

    private enum Key: String {
        case health, target
    }

    required init(from decoder: any GDecoder) throws {
        try super.init(from: decoder)
        health = try decoder.decode(for: Key.health)
        try decoder.deferDecode(for: Key.target) { self.target = $0 }
    }

    override func encode(to encoder: any GEncoder) throws {
        try super.encode(to: encoder)
        try encoder.encode(health, for: Key.health)
        try encoder.encodeConditional(target, for: Key.target)
    }
}

final class Player: Creature {
    override class var archiveName: ArchiveName { "Player" }

    var inventory: [Item: Int] = [:]

    override init(_ name: String, at position: SIMD2<Float>) {
        super.init(name, at: position)
    }

    private enum Key: String {
        case inventory
    }

    required init(from decoder: any GDecoder) throws {
        try super.init(from: decoder)
        inventory = try decoder.decode(for: Key.inventory)
    }

    override func encode(to encoder: any GEncoder) throws {
        try super.encode(to: encoder)
        try encoder.encode(inventory, for: Key.inventory)
    }
}

/// Something that can be carried. The raw values are archived, so they must not change.
enum Item: String, GCodable {
    case torch, sword, bread
}
