/// A node of the tree of all slot sequences that one type has written so far.
///
/// The path from a type's root to a node is a sequence of slots. A node at which a composite has ended is a shape of
/// the archive. Nodes have fixed addresses and belong to the session's ``ShapeArena``, which keeps them until the
/// session forgets its types.
@usableFromInline
struct ShapeTreeNode {
    let parent: UnsafeMutablePointer<ShapeTreeNode>?
    let type: UnsafeMutablePointer<EncodedType>
    /// The key of the slot from the parent to this node, or `nil` for an unkeyed slot.
    let key: String?
    let depth: Int
    let unkeyedCount: Int

    var firstChild: UnsafeMutablePointer<ShapeTreeNode>?
    var childCount = 0
    let nextSibling: UnsafeMutablePointer<ShapeTreeNode>?

    /// The slot that is expected after the slots up to this node while nothing is known about the slots that follow:
    /// none.
    var end = ExpectedSlot.unexpected
    /// The slots from the root to this node, created when the node is first expected as a shape: `depth` slots, and one
    /// that ends them.
    var path: UnsafeMutablePointer<ExpectedSlot>?
    /// The shape at which the last composite that passed through this node ended.
    var predicted: UnsafeMutablePointer<ShapeTreeNode>?

    /// The archive for which ``id`` is valid.
    var epoch: UInt64 = 0
    var id: UInt32 = 0

    /// Returns whether this is the node of a key, or of an unkeyed slot if there is none.
    func hasKey(_ other: String?) -> Bool {
        guard let key, let other else { return key == nil && other == nil }
        return key.isExactly(other)
    }
}

/// One slot that the writer expects next.
@usableFromInline
struct ExpectedSlot: BitwiseCopyable {
    /// The identity of the key, which the nodes keep alive. After the last slot of a shape, it is ``KeyIdentity/none``.
    @usableFromInline let identity: KeyIdentity
    /// The node for the slots before this one, or `nil` if no slot is expected.
    let node: UnsafeMutablePointer<ShapeTreeNode>?
    /// The literal of the row of keys that is known to begin here, if any.
    @usableFromInline var row: UnsafePointer<UInt8>?

    /// The value where no slot can be expected: outside a record, and in an open composite.
    static var unexpected: ExpectedSlot { ExpectedSlot(identity: .none, node: nil) }
}

/// Creates and owns the shape nodes and paths of one session.
struct ShapeArena: ~Copyable {
    /// The number of children above which a child is looked up by its parent and key.
    private static var fewChildren: Int { 8 }

    private struct Edge: Hashable {
        let parent: UnsafeMutablePointer<ShapeTreeNode>
        let key: ExactText?

        init(_ parent: UnsafeMutablePointer<ShapeTreeNode>, _ key: String?) {
            self.parent = parent
            self.key = key.map { ExactText($0) }
        }
    }

    private var nodes: [UnsafeMutablePointer<ShapeTreeNode>] = []
    private var paths: [UnsafeMutablePointer<ExpectedSlot>] = []
    /// The children of nodes with many children.
    private var children: [Edge: UnsafeMutablePointer<ShapeTreeNode>] = [:]
    /// The keys on the path to the node that was looked up or added last, if the path is long.
    private var longPath: (node: UnsafeMutablePointer<ShapeTreeNode>, keys: Set<ExactText>)?

    /// The number of nodes, as a measure of the memory used.
    var nodeCount: Int { nodes.count }

    deinit {
        for path in paths {
            path.deallocate()
        }
        for node in nodes {
            node.deinitialize(count: 1)
            node.deallocate()
        }
    }

    mutating func makeRoot(of type: UnsafeMutablePointer<EncodedType>) -> UnsafeMutablePointer<ShapeTreeNode> {
        insert(ShapeTreeNode(parent: nil, type: type, key: nil, depth: 0, unkeyedCount: 0, nextSibling: nil))
    }

    /// Returns the child of `parent` for `key` (`nil` for an unkeyed slot), or `nil` if there is none yet.
    func child(of parent: UnsafeMutablePointer<ShapeTreeNode>, key: String?) -> UnsafeMutablePointer<ShapeTreeNode>? {
        if parent.pointee.childCount > Self.fewChildren {
            return children[Edge(parent, key)]
        }
        var child = parent.pointee.firstChild
        while let candidate = child {
            if candidate.pointee.hasKey(key) {
                return candidate
            }
            child = candidate.pointee.nextSibling
        }
        return nil
    }

    mutating func hasKey(_ key: String, before node: UnsafeMutablePointer<ShapeTreeNode>) -> Bool {
        if node.pointee.depth <= 16 {
            return Self.path(from: node).contains { $0.pointee.hasKey(key) }
        }
        // A type that writes many keys adds them one by one, so the path grows by one key each time.
        if longPath?.node != node {
            longPath = (node, keys(before: node))
        }
        return longPath?.keys.contains(ExactText(key)) ?? false
    }

    func keys(before node: UnsafeMutablePointer<ShapeTreeNode>) -> Set<ExactText> {
        Set(Self.path(from: node).lazy.compactMap { $0.pointee.key.map { ExactText($0) } })
    }

    /// The nodes from one to the root.
    @inline(__always)
    static func path(
        from node: UnsafeMutablePointer<ShapeTreeNode>
    ) -> some Sequence<UnsafeMutablePointer<ShapeTreeNode>> {
        sequence(first: node) { $0.pointee.parent }
    }

    mutating func makeChild(
        of parent: UnsafeMutablePointer<ShapeTreeNode>, key: String?
    ) -> UnsafeMutablePointer<ShapeTreeNode> {
        let node = insert(
            ShapeTreeNode(
                parent: parent, type: parent.pointee.type, key: key, depth: parent.pointee.depth + 1,
                unkeyedCount: parent.pointee.unkeyedCount + (key == nil ? 1 : 0),
                nextSibling: parent.pointee.firstChild))
        node.pointee.end = ExpectedSlot(identity: .none, node: node)
        if longPath?.node == parent {
            longPath?.node = node
            if let key {
                longPath?.keys.insert(ExactText(key))
            }
        }
        parent.pointee.firstChild = node
        parent.pointee.childCount += 1
        if parent.pointee.childCount == Self.fewChildren + 1 {
            var child: UnsafeMutablePointer<ShapeTreeNode>? = node
            while let known = child {
                children[Edge(parent, known.pointee.key)] = known
                child = known.pointee.nextSibling
            }
        } else if parent.pointee.childCount > Self.fewChildren {
            children[Edge(parent, key)] = node
        }
        return node
    }

    /// Returns the slots on the path to `node`, and creates them on the first call.
    mutating func path(to node: UnsafeMutablePointer<ShapeTreeNode>) -> UnsafeMutablePointer<ExpectedSlot> {
        if let path = node.pointee.path {
            return path
        }
        let count = node.pointee.depth
        let path = UnsafeMutablePointer<ExpectedSlot>.allocate(capacity: count + 1)
        var slot = path + count
        slot.initialize(to: ExpectedSlot(identity: .none, node: node))
        var current = node
        while let parent = current.pointee.parent {
            slot -= 1
            slot.initialize(
                to: ExpectedSlot(identity: current.pointee.key.map { KeyIdentity($0) } ?? .unkeyed, node: parent))
            current = parent
        }
        paths.append(path)
        node.pointee.path = path
        return path
    }

    private mutating func insert(_ node: ShapeTreeNode) -> UnsafeMutablePointer<ShapeTreeNode> {
        let pointer = UnsafeMutablePointer<ShapeTreeNode>.allocate(capacity: 1)
        pointer.initialize(to: node)
        nodes.append(pointer)
        return pointer
    }
}
