import GraphCodable

/// A node in the tree of all key sequences written so far. The path from the root to a node is its list of keys.
///
/// Values of one type write the same keys in the same order, so writing a key is usually one comparison with the key
/// that came next the last time, and all these values share one list of keys.
package final class KeyTransitions {
    /// The result of writing a key.
    package enum Step {
        case appended(KeyTransitions)
        /// The key is already in the list, as the field with this index.
        case repeated(Int)
    }

    private let key: String?
    private unowned let parent: KeyTransitions?
    private let depth: Int
    @exclusivity(unchecked) private var latest: (key: String, step: Step)?
    @exclusivity(unchecked) private var steps: [ExactText: Step] = [:]
    @exclusivity(unchecked) private var list: FieldKeys?
    /// The position of the node in a list that numbers the nodes, if there is one.
    @exclusivity(unchecked) package var number: UInt32?

    /// Creates the root, which has no keys. Keep it alive as long as any of its nodes.
    package init() {
        key = nil
        parent = nil
        depth = 0
    }

    private init(key: String, parent: KeyTransitions) {
        self.key = key
        self.parent = parent
        depth = parent.depth + 1
    }

    package func step(_ key: String) -> Step {
        if let latest, latest.key.isExactly(key) {
            return latest.step
        }
        let step = steps[ExactText(key)] ?? makeStep(key)
        latest = (key, step)
        return step
    }

    private func makeStep(_ key: String) -> Step {
        var node: KeyTransitions? = self
        while let current = node, let other = current.key {
            if other.isExactly(key) {
                return .repeated(current.depth - 1)
            }
            node = current.parent
        }
        let step = Step.appended(KeyTransitions(key: key, parent: self))
        steps[ExactText(key)] = step
        return step
    }

    /// The keys on the path from the root to this node.
    package var keys: FieldKeys {
        if let list {
            return list
        }
        var keys: [String] = []
        var node: KeyTransitions? = self
        while let current = node, let key = current.key {
            keys.append(key)
            node = current.parent
        }
        let list = depth == 0 ? FieldKeys.empty : FieldKeys(keys.reversed())
        self.list = list
        return list
    }
}
