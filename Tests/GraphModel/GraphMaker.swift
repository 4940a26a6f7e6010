/// Makes the objects of a plan.
final class GraphMaker {
    let trial: Trial
    /// For how many more elements sets and dictionaries have room, which changes their order.
    let spareCapacity: Int
    private(set) var nodes: [Int: Node] = [:]
    private var boxes: [Int: Box] = [:]
    var plan: Plan { trial.plan }

    init(_ trial: Trial, spareCapacity: Int = 0) { (self.trial, self.spareCapacity) = (trial, spareCapacity) }

    func box(_ number: Int) -> Box {
        if let box = boxes[number] { return box }
        let box = Box(number, plan.vertices[number].fields.map { make($0) })
        boxes[number] = box
        return box
    }

    func make(_ field: Plan.Field) -> any FieldType { FieldTypes.types[field.type].make(field.value, self) }

    /// Makes all objects and sets their fields: first what objects are hashed by, so that no collection is built too early.
    func makeNodes() {
        let plan = plan
        for (number, vertex) in plan.vertices.enumerated() where vertex.kind.isObject {
            nodes[number] = Self.type(vertex.kind).init(number, trial)
        }
        let hasCollections = plan.collections
        var done: [Int: Set<Int>] = [:]
        func sets(_ number: Int, where isChosen: (Int, Plan.Field) -> Bool) {
            for (index, field) in plan.vertices[number].fields.enumerated()
            where !done[number, default: []].contains(index) && isChosen(index, field) {
                nodes[number]?.assign(index, make(field))
                done[number, default: []].insert(index)
            }
        }
        for number in nodes.keys {
            sets(number) { _, field in
                !field.value.hasCollection && !field.value.references.contains { hasCollections[$0] }
            }
        }
        for number in nodes.keys.sorted(by: >) {
            sets(number) { index, _ in plan.vertices[number].hashing == .field(index) }
        }
        for number in nodes.keys { sets(number) { _, _ in true } }
    }

    static func type(_ kind: Plan.Kind) -> Node.Type {
        switch kind {
        case .leaf: Leaf.self
        case .branch: Branch.self
        case .retired: Retired.self
        case .versioned: Versioned.self
        case .identified: Identified.self
        case .made:
            #if Macros
            MacroNode.self
            #else
            Node.self
            #endif
        case .elder: Elder0.self
        case .relic: Relic0.self
        case .fossil: Fossil0.self
        case .node, .box, .badge: Node.self
        }
    }
}

extension Plan {
    static let empty = Plan(vertices: [], rootType: 0, root: .list([]))

    /// For each vertex that is a value, whether there is a set or a dictionary anywhere in it.
    var collections: [Bool] {
        var known = [Bool?](repeating: nil, count: vertices.count)
        func find(_ number: Int) -> Bool {
            if let result = known[number] { return result }
            guard !vertices[number].kind.isObject else { return false }
            let result = vertices[number].fields.contains { field in
                field.value.hasCollection || field.value.references.contains { find($0) }
            }
            known[number] = result
            return result
        }
        return vertices.indices.map { find($0) }
    }
}
