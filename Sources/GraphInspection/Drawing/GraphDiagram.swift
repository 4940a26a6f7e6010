/// Boxes with arrows between them, to be drawn by this library (``svg(style:)``) or by other tools (``dot()``, ``mermaid()``).
///
/// Its texts may hold anything; each format is written so that they are shown as texts.
public struct GraphDiagram: Sendable, Hashable {
    /// A box.
    public struct Node: Sendable, Hashable {
        /// What stands above, in bold.
        public var title: String
        /// The lines below the title.
        public var rows: [String]
        /// Whether the box stands out, as the root does.
        public var isEmphasized: Bool

        /// Makes a box.
        public init(title: String, rows: [String] = [], isEmphasized: Bool = false) {
            self.title = title
            self.rows = rows
            self.isEmphasized = isEmphasized
        }
    }

    /// An arrow from one box to another, or to the same one.
    public struct Edge: Sendable, Hashable {
        /// The position of the box that it begins at.
        public var source: Int
        /// The position of the box that it points to.
        public var target: Int
        /// What stands beside it, in one line or several; may be empty.
        public var label: String
        /// Whether its line is dashed, as for conditional references.
        public var isDashed: Bool

        /// The lines of the label.
        var lines: [Substring] { label.split(separator: "\n") }

        /// Makes an arrow.
        public init(from source: Int, to target: Int, label: String = "", isDashed: Bool = false) {
            self.source = source
            self.target = target
            self.label = label
            self.isDashed = isDashed
        }
    }

    /// What the picture shows, for those who cannot see it.
    public var title: String
    /// The boxes; those from which the others are reached first.
    public var nodes: [Node]
    /// The arrows. Those whose positions name no box are not drawn.
    public var edges: [Edge]

    /// Makes a diagram.
    public init(title: String = "", nodes: [Node] = [], edges: [Edge] = []) {
        self.title = title
        self.nodes = nodes
        self.edges = edges
    }

    /// The edges between boxes that are there.
    var soundEdges: [Edge] {
        edges.filter { nodes.indices.contains($0.source) && nodes.indices.contains($0.target) }
    }
}
