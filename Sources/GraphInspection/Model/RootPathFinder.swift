/// Finds short paths from the root to objects, without conditional references.
struct RootPathFinder {
    private static let none = UInt32.max

    private let graph: ObjectGraph
    /// The previous object on the path to each object; `none` for unreachable objects.
    private var parents: [UInt32]
    /// The references of objects on requested paths, by their targets, because one object may have very many.
    private var steps: [UInt32: [UInt32: ObjectReference]] = [:]

    /// Searches for an object, or for all, breadth first: in O(*n* + *m*) for *n* objects and *m* references.
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

    /// Returns the references on the path to an object, or the last ones if there are more than `limit`; `nil` if the object is
    /// not reachable.
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

    /// Returns the path to an object, escaped for display: `members[1].address`; `root` for the root, and empty for
    /// unreachable objects. Only the last references of a long one are shown.
    mutating func text(of id: UInt32) -> String {
        let limit = 6
        guard id != graph.root else { return "root" }
        guard let way = way(to: id, limit: limit + 1) else { return "" }
        let text = way.suffix(limit).map(\.path).joined(separator: ".").replacing(".[", with: "[")
        return way.count > limit ? "…" + text : text
    }
}
