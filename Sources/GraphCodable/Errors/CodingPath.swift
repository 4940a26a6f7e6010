/// The path from the root of a graph to one of its values.
///
/// A path prints as you would write it in Swift: `Screen.childs[2].parent`. Unprintable characters in names and keys
/// are escaped, and an empty key prints as `''`.
public struct CodingPath: Sendable, Hashable {
    /// One step of a path.
    public enum Step: Sendable, Hashable {
        /// The type at which the path begins, or the class of an object.
        case type(String)
        /// The key of a value.
        case key(String)
        /// The zero-based position of an unkeyed value, an element of a collection, or a key-value pair of a
        /// dictionary.
        case index(Int)
    }

    /// The steps, starting at the root.
    public var steps: [Step]

    /// Creates a path.
    ///
    /// - Parameter steps: The steps, starting at the root. The default is an empty path.
    public init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// A Boolean value that indicates whether the path has no steps.
    public var isEmpty: Bool { steps.isEmpty }
}

extension CodingPath: CustomStringConvertible {
    /// The path as you would write it in Swift. A path of more than 64 steps is abbreviated in the middle, as are
    /// names of more than 1,000 characters.
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
                let name = EscapedText.message(name, characters: longestName)
                text = text.isEmpty ? name : "\(text)(\(name))"
            case .key(let key):
                text += text.isEmpty ? "" : "."
                text += key.isEmpty ? "''" : EscapedText.message(key, characters: longestName)
            case .index(let index):
                text += "[\(index)]"
            }
        }
        return text
    }

    private static let longestName = 1_000
}
