import GraphCodable

/// The base class of a tree of views, whose children know their parent.
public class View: GCodable {
    let frame: [Float]
    var isHidden = false
    weak var parent: View?
    var children: [View] = []

    init(_ id: Int) {
        frame = [Float(id), 10, 200, 40]
    }

    private enum Key: String {
        case frame, isHidden, parent, children
    }

    public required init(from decoder: GDecoder) throws {
        frame = try decoder.decode(for: Key.frame)
        isHidden = try decoder.decode(for: Key.isHidden)
        children = try decoder.decode(for: Key.children)
        try decoder.deferDecode(for: Key.parent) { self.parent = $0 }
    }

    public func encode(to encoder: GEncoder) throws {
        try encoder.encode(frame, for: Key.frame)
        try encoder.encode(isHidden, for: Key.isHidden)
        try encoder.encode(children, for: Key.children)
        try encoder.encodeConditional(parent, for: Key.parent)
    }

    func add(_ child: View) {
        child.parent = self
        children.append(child)
    }

    /// A tree of `count` views with eight children each, of three classes in turn.
    public static func tree(count: Int) -> View {
        let views = (0..<count).map { id in
            switch id % 3 {
            case 0: View(id)
            case 1: Label(id)
            default: Button(id)
            }
        }
        for id in 1..<count {
            views[(id - 1) / 8].add(views[id])
        }
        return views[0]
    }
}

/// A view that shows a text.
class Label: View {
    let text: String

    override init(_ id: Int) {
        text = "Label \(id % 100)"
        super.init(id)
    }

    private enum Key: String {
        case text
    }

    required init(from decoder: GDecoder) throws {
        text = try decoder.decode(for: Key.text)
        try super.init(from: decoder)
    }

    override func encode(to encoder: GEncoder) throws {
        try encoder.encode(text, for: Key.text)
        try super.encode(to: encoder)
    }
}

/// A label that can be pressed.
final class Button: Label {
    let action: Int

    override init(_ id: Int) {
        action = id
        super.init(id)
    }

    private enum Key: String {
        case action
    }

    required init(from decoder: GDecoder) throws {
        action = try decoder.decode(for: Key.action)
        try super.init(from: decoder)
    }

    override func encode(to encoder: GEncoder) throws {
        try encoder.encode(action, for: Key.action)
        try super.encode(to: encoder)
    }
}
