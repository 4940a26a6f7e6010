import GraphCodable
import Observation

// All of this belongs to the main actor, as the package's settings say, and so do its conformances.

class Figure: GCodable {
    var name: String
    weak var world: World?

    init(_ name: String) {
        self.name = name
    }

    private enum Key: String {
        case name, world
    }

    required init(from decoder: any GDecoder) throws {
        name = try decoder.decode(for: Key.name)
        try decoder.deferDecode(for: Key.world) { self.world = $0 }
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(name, for: Key.name)
        try encoder.encodeConditional(world, for: Key.world)
    }
}

final class Player: Figure {}

@Observable final class World: GCodable {
    var figures: [Figure] = []
    var turn = 0

    init() {}

    private enum Key: String {
        case figures, turn
    }

    init(from decoder: any GDecoder) throws {
        figures = try decoder.decode(for: Key.figures)
        turn = try decoder.decode(for: Key.turn, default: 0)
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(figures, for: Key.figures)
        try encoder.encode(turn, for: Key.turn)
    }

    func add(_ figure: Figure) {
        figure.world = self
        figures.append(figure)
    }
}

/// Belongs to no actor, so that it can be loaded elsewhere.
nonisolated final class Map: GCodable, GNamed {
    static let archiveName = ArchiveName("game.Map", aliases: ["Level"])

    var rows: [String]
    var neighbour: Map?

    init(_ rows: [String], neighbour: Map? = nil) {
        self.rows = rows
        self.neighbour = neighbour
    }

    private enum Key: String {
        case rows, neighbour
    }

    init(from decoder: any GDecoder) throws {
        rows = try decoder.decode(for: Key.rows)
        neighbour = try decoder.decode(for: Key.neighbour)
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(rows, for: Key.rows)
        try encoder.encode(neighbour, for: Key.neighbour)
    }
}

/// A value, which can be sent anywhere.
nonisolated struct Score: GCodable, Sendable {
    var points: [Int] = []

    init() {}

    init(from decoder: any GDecoder) throws {
        points = try decoder.decode()
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(points)
    }
}
