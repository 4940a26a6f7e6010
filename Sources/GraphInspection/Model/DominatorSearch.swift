/// Implements ``DominatorTree``. The names are those of the paper by Lengauer and Tarjan.
///
/// Objects are numbered in the order of a depth-first search, and identified by these numbers.
struct DominatorSearch {
    private let graph: ObjectGraph
    /// The objects in the order of their numbers.
    private(set) var order: [UInt32] = []
    /// The number of each object's immediate dominator; 0 for the root.
    private(set) var dominators: [Int] = []
    /// The number of each object; -1 if it has not been visited.
    private var numbers: [Int]
    /// The object from which the search reached each object.
    private var parents: [Int] = []
    private var semidominators: [Int] = []
    /// The forest that grows as objects are linked to their parents.
    private var ancestors: [Int] = []
    /// The object with the smallest semidominator on each compressed path.
    private var labels: [Int] = []

    init(_ graph: ObjectGraph) {
        self.graph = graph
        numbers = Array(repeating: -1, count: graph.idCount)
    }

    mutating func run() {
        numberObjects()
        let count = order.count
        semidominators = Array(0..<count)
        labels = semidominators
        ancestors = Array(repeating: -1, count: count)
        dominators = Array(repeating: 0, count: count)
        // The objects with the same semidominator, as linked lists.
        var firstInBucket = Array(repeating: -1, count: count)
        var nextInBucket = Array(repeating: -1, count: count)
        for object in stride(from: count - 1, to: 0, by: -1) {
            for position in graph.referrers[Int(order[object])] where !graph.isConditional[Int(position)] {
                let predecessor = numbers[Int(graph.sources[Int(position)])]
                guard predecessor >= 0 else { continue }
                let label = evaluate(predecessor)
                semidominators[object] = min(semidominators[object], semidominators[label])
            }
            let semidominator = semidominators[object]
            nextInBucket[object] = firstInBucket[semidominator]
            firstInBucket[semidominator] = object
            let parent = parents[object]
            ancestors[object] = parent
            var other = firstInBucket[parent]
            firstInBucket[parent] = -1
            while other >= 0 {
                let label = evaluate(other)
                dominators[other] = semidominators[label] < semidominators[other] ? label : parent
                other = nextInBucket[other]
            }
        }
        for object in 0..<count where dominators[object] != semidominators[object] {
            dominators[object] = dominators[dominators[object]]
        }
    }

    /// Numbers the reachable objects with a depth-first search, using an explicit stack.
    private mutating func numberObjects() {
        guard Int(graph.root) < numbers.count else { return }
        var stack: [(number: Int, rest: Range<Int>)] = []
        visit(graph.root, from: 0, &stack)
        while let last = stack.indices.last {
            guard let position = stack[last].rest.first else {
                stack.removeLast()
                continue
            }
            stack[last].rest.removeFirst()
            let target = graph.targets.elements[position]
            if !graph.isConditional[position], numbers[Int(target)] < 0 {
                visit(target, from: stack[last].number, &stack)
            }
        }
    }

    private mutating func visit(_ object: UInt32, from parent: Int, _ stack: inout [(number: Int, rest: Range<Int>)]) {
        numbers[Int(object)] = order.count
        stack.append((order.count, graph.targets.range(Int(object))))
        order.append(object)
        parents.append(parent)
    }

    /// Returns the object with the smallest semidominator on the path to the root of its tree in the forest, and
    /// compresses the path.
    private mutating func evaluate(_ object: Int) -> Int {
        guard ancestors[object] >= 0 else { return object }
        var way: [Int] = []
        var current = object
        while ancestors[ancestors[current]] >= 0 {
            way.append(current)
            current = ancestors[current]
        }
        for member in way.reversed() {
            let ancestor = ancestors[member]
            if semidominators[labels[ancestor]] < semidominators[labels[member]] {
                labels[member] = labels[ancestor]
            }
            ancestors[member] = ancestors[ancestor]
        }
        return labels[object]
    }
}
