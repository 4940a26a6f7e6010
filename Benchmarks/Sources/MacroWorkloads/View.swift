import GraphCodableMacros

/// The base class of a tree of views, whose children know their parent.
@GCodable
public class View {
    let frame: [Float]
    var isHidden = false
    weak var parent: View?
    var children: [View] = []

    init(_ id: Int) {
        frame = [Float(id), 10, 200, 40]
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
@GCodable
class Label: View {
    let text: String

    override init(_ id: Int) {
        text = "Label \(id % 100)"
        super.init(id)
    }
}

/// A label that can be pressed.
@GCodable
final class Button: Label {
    let action: Int

    override init(_ id: Int) {
        action = id
        super.init(id)
    }
}
