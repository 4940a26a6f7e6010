/// Finds short ways from the root to objects, over references that are not conditional.
struct PlaceFinder {
    private static let none = UInt32.max

    private let graph: ObjectGraph
    /// The object before each one on the way; `none` where no way leads to.
    private var parents: [UInt32]
    /// The references of objects on ways that were asked for, by what they lead to: one object may lead to very many.
    private var steps: [UInt32: [UInt32: ObjectReference]] = [:]

    /// - Parameter goal: The object to look for; `nil` for all.
    /// - Complexity: O(*n* + *m*) for *n* objects and *m* references: a breadth-first search.
    init(_ graph: ObjectGraph, goal: UInt32? = nil) {
        self.graph = graph
        parents = Array(repeating: Self.none, count: graph.idCount)
        guard Int(graph.root) < parents.count else { return }
        parents[Int(graph.root)] = graph.root
        var queue = [graph.root]
        var next = 0
        while next < queue.count {
            let object = queue[next]
            next += 1
            for position in graph.targets.range(Int(object)) where !graph.isConditional[position] {
                let target = graph.targets.elements[position]
                guard parents[Int(target)] == Self.none else { continue }
                parents[Int(target)] = object
                guard target != goal else { return }
                queue.append(target)
            }
        }
    }

    /// The references on the way to an object, the last ones if there are more than `limit`.
    ///
    /// - Returns: The references; `nil` when no way leads to the object.
    mutating func way(to id: UInt32, limit: Int = .max) -> [ObjectReference]? {
        guard Int(id) < parents.count, parents[Int(id)] != Self.none else { return nil }
        var way: [ObjectReference] = []
        var object = id
        while object != graph.root, way.count < limit {
            let parent = parents[Int(object)]
            if let step = step(from: parent, to: object) {
                way.append(step)
            }
            object = parent
        }
        return way.reversed()
    }

    private mutating func step(from parent: UInt32, to object: UInt32) -> ObjectReference? {
        if steps[parent] == nil {
            let references = graph.references(from: parent).filter { !$0.isConditional }
            steps[parent] = Dictionary(references.map { ($0.target, $0) }, uniquingKeysWith: { first, _ in first })
        }
        return steps[parent]?[object]
    }

    /// Where an object is, printable: `members[1].address`; `root` for the root, and empty when no way leads to it.
    ///
    /// - Parameter limit: How many references are shown, the last ones.
    mutating func text(of id: UInt32, limit: Int = 6) -> String {
        guard id != graph.root else { return "root" }
        guard let way = way(to: id, limit: limit + 1) else { return "" }
        let text = way.suffix(limit).map(\.path).joined(separator: ".").replacing(".[", with: "[")
        return way.count > limit ? "…" + text : text
    }
}
