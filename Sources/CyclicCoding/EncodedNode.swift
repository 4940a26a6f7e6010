import CodingTree
import GraphCodable

/// The content that one `Encoder` has received so far.
final class EncodedNode {
    /// A value, or a nested container that is still being filled.
    enum Child {
        case value(TreeValue)
        case node(EncodedNode)

        func value(_ stack: GrowingStack) throws -> TreeValue {
            switch self {
            case .value(let value): value
            case .node(let node): try stack.call { try node.finish(stack) }
            }
        }
    }

    private enum Content {
        case empty
        case single(TreeValue)
        case array([Child])
        case fields(FieldsBuilder<Child>)
    }

    private let keys: KeyTransitions
    private var content = Content.empty

    init(keys: KeyTransitions) {
        self.keys = keys
    }

    /// Returns the content as a tree. An encoder that received nothing produces empty fields.
    func finish(_ stack: GrowingStack) throws -> TreeValue {
        switch content {
        case .empty: .fields(.empty)
        case .single(let value): value
        case .array(let children): .array(try children.map { try $0.value(stack) })
        case .fields(let fields): .fields(try fields.finish { try $0.value(stack) })
        }
    }

    func setSingle(_ value: TreeValue) {
        content = .single(value)
    }

    // MARK: Keyed values

    func becomeKeyed() {
        guard case .fields = content else {
            content = .fields(FieldsBuilder(sharing: keys))
            return
        }
    }

    func set(_ child: Child, for key: String) {
        var fields = takeFields()
        fields.set(child, for: key)
        content = .fields(fields)
    }

    /// Returns the nested container for a key, and creates it if necessary.
    func nested(for key: String) -> EncodedNode {
        var fields = takeFields()
        defer { content = .fields(fields) }
        if case .node(let node)? = fields[key] {
            return node
        }
        let node = EncodedNode(keys: keys)
        fields.set(.node(node), for: key)
        return node
    }

    /// Removes the fields from this node, so that they are uniquely referenced and can be modified in place.
    private func takeFields() -> FieldsBuilder<Child> {
        if case .fields(let fields) = content {
            content = .empty
            return fields
        }
        return FieldsBuilder(sharing: keys)
    }

    // MARK: Unkeyed values

    func becomeUnkeyed() {
        guard case .array = content else {
            content = .array([])
            return
        }
    }

    var count: Int {
        if case .array(let children) = content {
            return children.count
        }
        return 0
    }

    func append(_ child: Child) {
        var children: [Child] = []
        if case .array(let present) = content {
            children = present
        }
        content = .empty
        children.append(child)
        content = .array(children)
    }

    func appendNested() -> EncodedNode {
        let node = EncodedNode(keys: keys)
        append(.node(node))
        return node
    }
}
