import GraphCodableMacros

/// A node of a directed graph without cycles.
@GCodable
public final class DagNode {
    let id: Int
    let name: String
    let weight: Double
    let data: [Int32]
    var left: DagNode?
    var right: DagNode?
    /// A leaf that other nodes refer to as well.
    var shared: DagNode?

    init(_ id: Int) {
        self.id = id
        name = "n\(id)"
        weight = Double(id) * 0.37
        data = [Int32(truncatingIfNeeded: id), 2, 3]
    }

    /// A binary tree in the order of a heap, whose inner nodes also refer to one of the last eighth of the nodes.
    ///
    /// The targets are leaves, so that coders that follow a reference each time that they meet it come to an end; they
    /// write half as many nodes again.
    public static func graph(count: Int) -> DagNode {
        let nodes = (0..<count).map { DagNode($0) }
        let targets = max(count / 8, 1)
        for (index, node) in nodes.enumerated() where 2 * index + 1 < count {
            node.left = nodes[2 * index + 1]
            node.right = 2 * index + 2 < count ? nodes[2 * index + 2] : nil
            node.shared = nodes[count - 1 - index &* 7_919 % targets]
        }
        return nodes[0]
    }
}
