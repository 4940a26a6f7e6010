#if Macros
import GraphCodable
import GraphCodableMacros

/// A subclass whose fields the macro archives: those that may wait are decoded with `decodeOrDefer`.
@GCodable
final class MacroNode: Node {
    var text = ""
    var node: Node?
    weak var weakNode: Node?
    var list: [Node] = []
    var set: Set<Node> = []
    var optionalSet: Set<Node>?
    var dictionary: [Node: Node] = [:]
    var sets: Set<Set<Node>> = []
    var box: Box?
    var boxes: Set<Box> = []
    var badge: Badge?

    /// The types of fields that it may have, each at most once.
    static let types: [Int] = [
        FieldTypes.index(String.self), FieldTypes.index(Node?.self), FieldTypes.index(WeakNode.self),
        FieldTypes.index([Node].self), FieldTypes.index(Set<Node>.self), FieldTypes.index(Set<Node>?.self),
        FieldTypes.index([Node: Node].self), FieldTypes.index(Set<Set<Node>>.self), FieldTypes.index(Box?.self),
        FieldTypes.index(Set<Box>.self), FieldTypes.index(Badge?.self),
    ]

    required init(_ number: Int, _ trial: Trial) { super.init(number, trial) }

    override class var archivesOwnFields: Bool { true }

    // An optional is wrapped once more: it would be unwrapped instead.
    override func value(_ index: Int) -> (any FieldType)? {
        switch FieldTypes.types[vertex.fields[index].type] {
        case is String.Type: text
        case is WeakNode.Type: WeakNode(weakNode)
        case is Node?.Type: .some(node)
        case is [Node].Type: list
        case is Set<Node>.Type: set
        case is Set<Node>?.Type: .some(optionalSet)
        case is [Node: Node].Type: dictionary
        case is Set<Set<Node>>.Type: sets
        case is Box?.Type: .some(box)
        case is Set<Box>.Type: boxes
        default: .some(badge)
        }
    }

    override func assign(_ index: Int, _ value: any FieldType) {
        switch value {
        case let value as String: text = value
        case let value as WeakNode: weakNode = value.node
        case let value as [Node]: list = value
        case let value as [Node: Node]: dictionary = value
        default: break
        }
        switch FieldTypes.types[vertex.fields[index].type] {
        case is Node?.Type: node = value as? Node
        case is Set<Node>.Type: set = value as? Set<Node> ?? []
        case is Set<Node>?.Type: optionalSet = value as? Set<Node>
        case is Set<Set<Node>>.Type: sets = value as? Set<Set<Node>> ?? []
        case is Box?.Type: box = value as? Box
        // Not by its value: an empty set is one of any type.
        case is Set<Box>.Type: boxes = value as? Set<Box> ?? []
        case is Badge?.Type: badge = value as? Badge
        default: break
        }
    }

    override func takeFields() -> [(any FieldType)?] {
        let values = vertex.fields.indices.map { value($0) }
        (node, list, set, optionalSet, dictionary) = (nil, [], [], nil, [:])
        (sets, box, boxes, badge) = ([], nil, [], nil)
        return values
    }
}
#endif
