/// The way from the root of a graph to one of its values.
///
/// It prints as one would write it in Swift: `Screen.childs[2].parent`. What does not print in a name or a key is escaped.
public struct CodingPath: Sendable, Hashable {
    /// One step of a path.
    public enum Step: Sendable, Hashable {
        /// The type at which the path begins, or an object's class.
        case type(String)
        /// A keyed value.
        case key(String)
        /// The position, from 0, of an unkeyed value, of an element or of a dictionary's pair.
        case index(Int)
    }

    /// The steps, from the root on.
    public var steps: [Step]

    /// Makes a path of the given steps; of none by default.
    public init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// Whether the path has no steps.
    public var isEmpty: Bool { steps.isEmpty }
}

extension CodingPath: CustomStringConvertible {
    /// The path as one would write it in Swift. The middle of a very long one is left out.
    public var description: String {
        guard steps.count > 64 else { return Self.text(of: steps[...]) }
        let omitted = steps.count - 48
        return Self.text(of: steps.prefix(16)) + "…(\(omitted) steps)…" + Self.text(of: steps.suffix(32))
    }

    private static func text(of steps: ArraySlice<Step>) -> String {
        var text = ""
        for step in steps {
            switch step {
            case .type(let name):
                text = text.isEmpty ? name : "\(text)(\(name))"
            case .key(let key):
                text += text.isEmpty ? key : ".\(key)"
            case .index(let index):
                text += "[\(index)]"
            }
        }
        return EscapedText.printable(text)
    }
}
