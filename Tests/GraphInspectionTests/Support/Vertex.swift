import GraphCodable
import GraphInspection

/// An object of the graphs that the tests make.
class Vertex: GEncodable {
    var name: String
    var weight: Int
    var links: [Vertex]
    weak var parent: Vertex?

    init(_ name: String, weight: Int = 0, links: [Vertex] = []) {
        self.name = name
        self.weight = weight
        self.links = links
    }

    private enum Key: String { case name, weight, links, parent }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(name, for: Key.name)
        try encoder.encode(weight, for: Key.weight)
        try encoder.encode(links, for: Key.links)
        try encoder.encodeConditional(parent, for: Key.parent)
    }
}

/// Another class of objects, with an identity.
final class Item: Vertex {
    var id: Int

    init(_ id: Int, _ name: String, links: [Vertex] = []) {
        self.id = id
        super.init(name, links: links)
    }

    private enum Key: String { case id }

    override func encode(to encoder: any GEncoder) throws {
        try encoder.encode(id, for: Key.id)
        try super.encode(to: encoder)
    }
}

/// Objects that may refer to each other in cycles; these are opened when it goes.
final class VertexGraph {
    var vertices: [Vertex]

    init(_ vertices: [Vertex]) {
        self.vertices = vertices
    }

    deinit {
        for vertex in vertices { vertex.links = [] }
    }

    /// A graph in which each of `count` objects has up to `degree` links, and the first one is the root.
    convenience init(
        random count: Int, degree: Int, isAcyclic: Bool = false, using generator: inout some RandomNumberGenerator
    ) {
        self.init((0..<count).map { Vertex("v\($0)", weight: $0 % 7) })
        for (index, vertex) in vertices.enumerated() {
            for _ in 0..<Int.random(in: 0...degree, using: &generator) {
                let first = isAcyclic ? index + 1 : 0
                guard first < count else { continue }
                let target = vertices[Int.random(in: first..<count, using: &generator)]
                vertex.links.append(target)
                target.parent = vertex
            }
        }
    }

    func archive() throws -> GraphArchive {
        try GraphArchive(GraphEncoder().encode(vertices[0]) as Bytes)
    }

    func read() throws -> ObjectGraph {
        try ObjectGraph(archive())
    }
}

extension ObjectGraph {
    /// The number of the object with a name.
    func id(named name: String) -> UInt32? {
        objects.first { id in fields(of: id).contains { $0.key == "name" && $0.text == "\"\(name)\"" } }
    }

    /// The names of the objects by their numbers.
    var names: [UInt32: String] {
        Dictionary(
            uniqueKeysWithValues: objects.compactMap { id in
                fields(of: id).first { $0.key == "name" }.map { (id, String($0.text.dropFirst().dropLast())) }
            })
    }
}
