/// A depth-first search of a directed graph, which finds its strongly connected components.
///
/// The algorithm is that of Pearce (An improved algorithm for finding the strongly connected components of a directed graph,
/// 2005), which needs one number for each vertex. It does not recurse.
package struct DepthFirstSearch {
    /// For each vertex, the number of its component, which is smaller than those of components to which it leads.
    package let components: ContiguousArray<UInt32>
    /// For each vertex, its position in the order in which the search leaves the vertices.
    package let positions: ContiguousArray<UInt32>

    /// A vertex on the path of the search, and its next edge.
    private struct Step {
        let id: UInt32
        var next: Int
        /// Whether no edge leads back to a vertex before this one.
        var isRoot = true
    }

    /// Searches a graph from each vertex that has not been reached from those before it.
    ///
    /// - Parameters:
    ///   - starts: For each vertex, the index of its first edge.
    ///   - ends: For each vertex, the end of its edges.
    ///   - targets: For each edge, the vertex to which it leads.
    package init(starts: ContiguousArray<Int>, ends: ContiguousArray<Int>, targets: ContiguousArray<UInt32>) {
        // While a vertex is on the path or on the stack, its number is the lowest index to which it is known to lead.
        var numbers = ContiguousArray<UInt32>(repeating: 0, count: starts.count)
        var positions = numbers
        var position: UInt32 = 0
        var index: UInt32 = 1
        // Numbers of components descend, so they are always above the indices.
        var component = UInt32.max
        var path: ContiguousArray<Step> = []
        var stack: ContiguousArray<UInt32> = []
        for start in starts.indices where numbers[start] == 0 {
            numbers[start] = index
            index += 1
            path.append(Step(id: UInt32(start), next: starts[start]))
            while let last = path.indices.last {
                let id = Int(path[last].id)
                if path[last].next < ends[id] {
                    let target = Int(targets[path[last].next])
                    if numbers[target] == 0 {
                        numbers[target] = index
                        index += 1
                        path.append(Step(id: UInt32(target), next: starts[target]))
                        continue
                    }
                    if numbers[target] < numbers[id] {
                        numbers[id] = numbers[target]
                        path[last].isRoot = false
                    }
                    path[last].next += 1
                    continue
                }
                positions[id] = position
                position += 1
                if path.removeLast().isRoot {
                    index -= 1
                    while let top = stack.last, numbers[id] <= numbers[Int(top)] {
                        stack.removeLast()
                        numbers[Int(top)] = component
                        index -= 1
                    }
                    numbers[id] = component
                    component -= 1
                } else {
                    stack.append(UInt32(id))
                }
            }
        }
        (components, self.positions) = (numbers, positions)
    }
}
