import GraphCodable

/// The tree of all key sequences written so far. The path from the root to a node is its list of keys.
///
/// Values of one type write the same keys in the same order, so they share one list of keys. Writing a key is usually one
/// comparison with the key that came next the last time.
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
        /// The step that followed first, which is not in the table of all others.
        var first: UInt32 = 0
        /// The step that followed the last time.
        var latest: UInt32 = 0
        var list: FieldKeys?
    }

    /// The number of the node without keys.
    package static let root: UInt32 = 0
    @exclusivity(unchecked) private var nodes: ContiguousArray<Node>
    @exclusivity(unchecked) private var laterChildren = PositionTable()

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
        let child = latest == 0 ? nil : child(of: node, key)
        if child == nil, !isNew, let index = index(of: key, in: node) {
            return .repeated(index)
        }
        let next = child ?? add(key, to: node)
        nodes[Int(node)].latest = next
        return .appended(next)
    }

    private func child(of node: UInt32, _ key: String) -> UInt32? {
        let first = nodes[Int(node)].first
        if nodes[Int(first)].key.isExactly(key) { return first }
        return laterChildren.find(TextHash.hash(key, at: node)) {
            nodes[$0].parent == node && nodes[$0].key.isExactly(key)
        }.map { UInt32(truncatingIfNeeded: $0) }
    }

    private func add(_ key: String, to node: UInt32) -> UInt32 {
        let next = UInt32(truncatingIfNeeded: nodes.count)
        if nodes[Int(node)].first == 0 {
            nodes[Int(node)].first = next
        } else {
            laterChildren.add(nodes.count, TextHash.hash(key, at: node))
        }
        nodes.append(Node(key: key, parent: node, depth: nodes[Int(node)].depth + 1))
        return next
    }

    private func index(of key: String, in node: UInt32) -> Int? {
        // A copy of a node would retain its key and its list.
        var number = Int(node)
        while number != 0 {
            if nodes[number].key.isExactly(key) { return nodes[number].depth - 1 }
            number = Int(nodes[number].parent)
        }
        return nil
    }

    /// The keys on the path from the root to a node.
    package func keys(of number: UInt32) -> FieldKeys {
        if let list = nodes[Int(number)].list {
            return list
        }
        var keys = Array(repeating: "", count: nodes[Int(number)].depth)
        var node = Int(number)
        for index in keys.indices.reversed() {
            keys[index] = nodes[node].key
            node = Int(nodes[node].parent)
        }
        let list = FieldKeys(keys)
        nodes[Int(number)].list = list
        return list
    }
}
