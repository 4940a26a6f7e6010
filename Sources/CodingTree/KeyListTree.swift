import GraphCodable

/// The tree of all key sequences written so far. The path from the root to a node is its list of keys.
///
/// Values of one type write the same keys in the same order, so writing a key is usually one comparison with the key
/// that came next the last time, and all these values share one list of keys.
package final class KeyListTree {
    /// The result of writing a key.
    package enum Step {
        case appended(UInt32)
        /// The key is already in the list, as the field with this index.
        case repeated(Int)
    }

    private struct Node {
        let key: String
        let parent: UInt32
        let depth: Int
        /// The step that followed the last time.
        var latest: UInt32 = 0
        var list: FieldKeys?
    }

    /// The number of the node without keys.
    package static let root: UInt32 = 0
    @exclusivity(unchecked) private var nodes: ContiguousArray<Node>
    @exclusivity(unchecked) private var children = PositionTable()

    package init() {
        nodes = [Node(key: "", parent: 0, depth: 0, list: .empty)]
    }

    /// Returns the step from a node, which leads to the next new number if nothing has made it before.
    ///
    /// - Parameter isNew: Whether the node's list cannot have the key.
    package func step(from node: UInt32, _ key: String, isNew: Bool = false) -> Step {
        let latest = nodes[Int(node)].latest
        if latest != 0, nodes[Int(latest)].key.isExactly(key) {
            return .appended(latest)
        }
        let hash = TextHash.hash(key, at: node)
        let child = children.find(hash) { nodes[$0].parent == node && nodes[$0].key.isExactly(key) }
        if child == nil, !isNew, let index = index(of: key, in: node) {
            return .repeated(index)
        }
        let next = child.map { UInt32(truncatingIfNeeded: $0) } ?? add(key, to: node, hash)
        nodes[Int(node)].latest = next
        return .appended(next)
    }

    private func add(_ key: String, to node: UInt32, _ hash: UInt64) -> UInt32 {
        children.add(nodes.count, hash)
        nodes.append(Node(key: key, parent: node, depth: nodes[Int(node)].depth + 1))
        return UInt32(truncatingIfNeeded: nodes.count - 1)
    }

    private func index(of key: String, in node: UInt32) -> Int? {
        var node = nodes[Int(node)]
        while node.depth > 0 {
            if node.key.isExactly(key) { return node.depth - 1 }
            node = nodes[Int(node.parent)]
        }
        return nil
    }

    /// The keys on the path from the root to a node.
    package func keys(of number: UInt32) -> FieldKeys {
        var node = nodes[Int(number)]
        if let list = node.list {
            return list
        }
        var keys = Array(repeating: "", count: node.depth)
        while node.depth > 0 {
            keys[node.depth - 1] = node.key
            node = nodes[Int(node.parent)]
        }
        let list = FieldKeys(keys)
        nodes[Int(number)].list = list
        return list
    }
}
