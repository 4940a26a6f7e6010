import GraphCodable

/// The document of an editor: a tree of nodes with back references, sets, dictionaries and values of any type.
///
/// With its links, anchors and styles, each node adds five objects.
public final class EditorDocument: GCodable {
    public private(set) var root: EditorNode
    private(set) var styles: [EditorStyle]
    private(set) var selection: Set<EditorNode> = []
    private(set) var named: [String: EditorNode] = [:]

    private enum Key: String {
        case root, styles, selection, named
    }

    /// - Parameter count: The number of nodes.
    public init(count: Int) {
        var random = Randomness()
        styles = (0..<40).map { EditorStyle("style \($0)", &random) }
        root = EditorGroup(0, style: styles[0], &random)
        var groups = [root]
        var nodes = [root]
        for number in 1..<count {
            let style = styles[random.next(styles.count)]
            let node =
                number % 8 == 1 ? EditorGroup(number, style: style, &random) : EditorNode(number, style: style, &random)
            (groups[random.next(groups.count)] as? EditorGroup)?.add(node)
            if node is EditorGroup { groups.append(node) }
            nodes.append(node)
        }
        for node in nodes {
            node.link(to: nodes[random.next(count)], nodes[random.next(count)])
        }
        for _ in 0..<count / 100 {
            let node = nodes[random.next(count)]
            selection.insert(node)
            named[node.name] = node
        }
    }

    public init(from decoder: GDecoder) throws {
        root = try decoder.decode(for: Key.root)
        styles = try decoder.decode(for: Key.styles)
        selection = try decoder.decode(for: Key.selection)
        named = try decoder.decode(for: Key.named)
    }

    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(root, for: Key.root)
        try encoder.encode(styles, for: Key.styles)
        try encoder.encode(selection, for: Key.selection)
        try encoder.encode(named, for: Key.named)
    }
}

/// How nodes look: shared by many.
final class EditorStyle: GCodable {
    let name: String
    let width: Double
    let dashes: [Double]

    private enum Key: String {
        case name, width, dashes
    }

    init(_ name: String, _ random: inout Randomness) {
        self.name = name
        width = Double(random.next(100)) / 10
        dashes = [Double(random.next(10)), 2]
    }

    init(from decoder: GDecoder) throws {
        name = try decoder.decode(for: Key.name)
        width = try decoder.decode(for: Key.width)
        dashes = try decoder.decode(for: Key.dashes)
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(name, for: Key.name)
        try encoder.encode(width, for: Key.width)
        try encoder.encode(dashes, for: Key.dashes)
    }
}

/// A node, equal to another if it has the same number.
public class EditorNode: GCodable, Hashable {
    let number: Int
    let name: String
    let position: Position
    let form: EditorForm
    let style: EditorStyle
    let attributes: [String: any GCodable]
    private(set) var anchors: [String: EditorAnchor] = [:]
    private(set) var links: Set<EditorLink> = []
    fileprivate(set) weak var parent: EditorGroup?

    private enum Key: String {
        case number, name, position, form, style, attributes, anchors, links, parent
    }

    init(_ number: Int, style: EditorStyle, _ random: inout Randomness) {
        self.number = number
        name = "node \(number)"
        position = Position(x: Double(random.next(10_000)) / 4, y: Double(random.next(10_000)) / 4)
        form = random.next(2) == 0 ? .circle(radius: Double(random.next(50))) : .label(text: "text \(number)", size: 12)
        self.style = style
        attributes = random.next(2) == 0 ? ["locked": true, "note": "note \(number)"] : ["weight": random.next(1_000)]
        anchors = ["start": EditorAnchor(0), "end": EditorAnchor(1)]
    }

    fileprivate func link(to targets: EditorNode...) {
        links = Set(targets.enumerated().map { EditorLink(number * 2 + $0, to: $1) })
    }

    public required init(from decoder: GDecoder) throws {
        number = try decoder.decode(for: Key.number)
        name = try decoder.decode(for: Key.name)
        position = try decoder.decode(for: Key.position)
        form = try decoder.decode(for: Key.form)
        style = try decoder.decode(for: Key.style)
        attributes = try decoder.decode(any: [String: any GCodable].self, for: Key.attributes)
        anchors = try decoder.decode(for: Key.anchors)
        try decoder.decodeOrDefer(for: Key.links, into: self) { $0.links = $1 }
        try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
    }

    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(number, for: Key.number)
        try encoder.encode(name, for: Key.name)
        try encoder.encode(position, for: Key.position)
        try encoder.encode(form, for: Key.form)
        try encoder.encode(style, for: Key.style)
        try encoder.encode(any: attributes, for: Key.attributes)
        try encoder.encode(anchors, for: Key.anchors)
        try encoder.encode(links, for: Key.links)
        try encoder.encodeConditional(parent, for: Key.parent)
    }

    public static func == (left: EditorNode, right: EditorNode) -> Bool { left.number == right.number }

    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A node that contains others.
final class EditorGroup: EditorNode {
    private(set) var children: [EditorNode] = []

    private enum Key: String {
        case children
    }

    override init(_ number: Int, style: EditorStyle, _ random: inout Randomness) {
        super.init(number, style: style, &random)
    }

    fileprivate func add(_ node: EditorNode) {
        node.parent = self
        children.append(node)
    }

    required init(from decoder: GDecoder) throws {
        try super.init(from: decoder)
        try decoder.decodeOrDefer(for: Key.children, into: self) { $0.children = $1 }
    }

    override func encode(to encoder: GEncoder) throws {
        try super.encode(to: encoder)
        try encoder.encode(children, for: Key.children)
    }
}

/// What a node draws.
enum EditorForm: GCodable {
    case circle(radius: Double)
    case label(text: String, size: Int)

    private enum Key: String {
        case radius, text, size
    }

    init(from decoder: GDecoder) throws {
        if let radius = try decoder.decodeIfPresent(for: Key.radius) as Double? {
            self = .circle(radius: radius)
        } else {
            self = try .label(text: decoder.decode(for: Key.text), size: decoder.decode(for: Key.size))
        }
    }

    func encode(to encoder: GEncoder) throws {
        switch self {
        case .circle(let radius):
            try encoder.encode(radius, for: Key.radius)
        case .label(let text, let size):
            try encoder.encode(text, for: Key.text)
            try encoder.encode(size, for: Key.size)
        }
    }
}

/// Where a link meets a node.
final class EditorAnchor: GCodable {
    let offset: Int

    private enum Key: String {
        case offset
    }

    init(_ offset: Int) { self.offset = offset }

    init(from decoder: GDecoder) throws { offset = try decoder.decode(for: Key.offset) }

    func encode(to encoder: GEncoder) throws { try encoder.encode(offset, for: Key.offset) }
}

/// A link to another node.
final class EditorLink: GCodable, Hashable {
    let number: Int
    weak var target: EditorNode?

    private enum Key: String {
        case number, target
    }

    init(_ number: Int, to target: EditorNode) { (self.number, self.target) = (number, target) }

    init(from decoder: GDecoder) throws {
        number = try decoder.decode(for: Key.number)
        try decoder.deferDecode(for: Key.target) { self.target = $0 }
    }

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(number, for: Key.number)
        try encoder.encodeConditional(target, for: Key.target)
    }

    static func == (left: EditorLink, right: EditorLink) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
