/// Boxes with arrows between them, which this library can draw (``svg()``) or export for other tools (``dot()``,
/// ``mermaid()``).
///
/// Texts may contain anything; each format escapes them.
public struct GraphDiagram: Sendable, Hashable {
    /// A box.
    public struct Node: Sendable, Hashable {
        /// The title, shown in bold.
        public var title: String
        /// Lines below the title.
        public var rows: [String]
        /// Whether the box is highlighted, like that of the root.
        public var isEmphasized: Bool

        /// Creates a box.
        ///
        /// - Parameters:
        ///   - title: The title, shown in bold.
        ///   - rows: The lines below the title; none by default.
        ///   - isEmphasized: Whether the box is highlighted.
        public init(title: String, rows: [String] = [], isEmphasized: Bool = false) {
            self.title = title
            self.rows = rows
            self.isEmphasized = isEmphasized
        }
    }

    /// An arrow from one box to another, or to the same one.
    public struct Edge: Sendable, Hashable {
        /// The index of the box at which the arrow begins.
        public var source: Int
        /// The index of the box to which the arrow points.
        public var target: Int
        /// The text beside the arrow, which may be empty or have several lines.
        public var label: String
        /// Whether the line is dashed, as for conditional references.
        public var isDashed: Bool

        var lines: [Substring] { label.split(separator: "\n") }

        /// Creates an arrow.
        ///
        /// - Parameters:
        ///   - source: The index of the box at which the arrow begins.
        ///   - target: The index of the box to which it points.
        ///   - label: The text beside the arrow; empty by default.
        ///   - isDashed: Whether the line is dashed.
        public init(from source: Int, to target: Int, label: String = "", isDashed: Bool = false) {
            self.source = source
            self.target = target
            self.label = label
            self.isDashed = isDashed
        }
    }

    /// The description of the picture for screen readers.
    public var title: String
    /// What the picture leaves out, which is said below it; empty for nothing.
    public var note: String
    /// The boxes. Those from which the others can be reached should come first.
    public var nodes: [Node]
    /// The arrows. An arrow with an invalid index is not drawn.
    public var edges: [Edge]

    /// Creates a diagram.
    ///
    /// - Parameters:
    ///   - title: The description of the picture for screen readers.
    ///   - note: What the picture leaves out; nothing by default.
    ///   - nodes: The boxes.
    ///   - edges: The arrows.
    public init(title: String = "", note: String = "", nodes: [Node] = [], edges: [Edge] = []) {
        self.title = title
        self.note = note
        self.nodes = nodes
        self.edges = edges
    }

    /// Returns the note on what was left out; empty for nothing.
    static func note(omitting count: Int, _ what: String) -> String {
        switch count {
        case 0: ""
        case 1: "1 more \(what) is not shown."
        default: "\(DecimalText.grouped(count)) more \(what)s are not shown."
        }
    }

    /// The edges between existing boxes.
    var soundEdges: [Edge] {
        edges.filter { nodes.indices.contains($0.source) && nodes.indices.contains($0.target) }
    }
}
