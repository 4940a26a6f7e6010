import GraphCodable
import Testing

final class Node: GCodable {
    var name: String
    var next: Node?
    weak var parent: Node?
    private enum Key: String { case name, next, parent }
    init(_ name: String, _ next: Node? = nil) { self.name = name; self.next = next }
    init(from decoder: GDecoder) throws {
        name = try decoder.decode(for: Key.name)
        next = try decoder.decode(for: Key.next)
        try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
    }
    func encode(to encoder: GEncoder) throws {
        try encoder.encode(name, for: Key.name)
        try encoder.encode(next, for: Key.next)
        try encoder.encodeConditional(parent, for: Key.parent)
    }
}

@Test func theCollectionsOfTheGuideComeBack() throws {
    let inRoot = [["a": 1.5, "b": 2.0], nil, ["c": 2.5, "d": 3.0, "e": nil]]
    let data = try GraphEncoder().encode(inRoot) as Bytes
    let outRoot = try GraphDecoder().decode(type(of: inRoot), from: data)
    #expect(outRoot == inRoot)
}

@Test func sharedObjects() throws {
    let a = Node("a")
    let root = [a, Node("b", a), Node("c", a)]
    a.parent = root[1]
    let data = try GraphEncoder().encode(root) as Bytes
    let out = try GraphDecoder().decode([Node].self, from: data)
    #expect(out[1].next === out[0])
    #expect(out[2].next === out[0])
    #expect(out[0].parent === out[1])
}
