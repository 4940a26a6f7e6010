import GraphCodable

extension FlattenedContainer: CustomStringConvertible {
    /// The referenced objects, then the root.
    ///
    /// A reference prints as `#0`. Keys are sorted, so the text doesn't depend on how the container was stored.
    public var description: String {
        let stack = GrowingStack()
        stack.begin()
        return "referenced: \(TreeValue.array(referenced).text("", stack)),\nroot: \(root.text("", stack))"
    }
}

extension TreeValue {
    /// - Parameter indent: The indentation of the line on which the text begins.
    fileprivate func text(_ indent: String, _ stack: GrowingStack) -> String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .uint(let value): "\(value)"
        case .wideInteger(let digits): digits
        case .double(let value): "\(value)"
        case .float(let value): "\(value)"
        case .string(let value): value.debugDescription
        case .data(let value): "\(value.count) bytes"
        case .reference(let number): "#\(number)"
        case .typed(let name, let value): "\(name) \(value.text(indent, stack))"
        case .array(let elements): (try? stack.call { Self.text(of: elements, indent, stack) }) ?? "[…]"
        case .fields(let fields): (try? stack.call { Self.text(of: fields, indent, stack) }) ?? "{ … }"
        }
    }

    /// Formats an array of simple values in one line, and any other with one line per element.
    private static func text(of elements: [TreeValue], _ indent: String, _ stack: GrowingStack) -> String {
        guard !elements.allSatisfy(\.isSimple) else {
            return "[\(elements.map { $0.text(indent, stack) }.joined(separator: ", "))]"
        }
        let inner = indent + "  "
        let lines = elements.map { inner + $0.text(inner, stack) }
        return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    }

    /// Formats fields in one line, unless one of them has several.
    private static func text(of fields: TreeFields, _ indent: String, _ stack: GrowingStack) -> String {
        let inner = indent + "  "
        let sorted = zip(fields.keys.keys, fields.values).sorted { $0.0 < $1.0 }
        let texts = sorted.map { "\($0): \($1.text(inner, stack))" }
        if texts.contains(where: { $0.contains("\n") }) {
            return "{ \(texts.joined(separator: ",\n\(inner)"))\n\(indent)}"
        }
        return "{ \(texts.joined(separator: ", ")) }"
    }

    /// Whether the text is short and has no structure.
    private var isSimple: Bool {
        switch self {
        case .array(let elements): elements.isEmpty
        case .fields(let fields): fields.values.isEmpty
        case .typed(_, let value): value.isSimple
        default: true
        }
    }
}
