import GraphCodable

/// Walks over what has been decoded, and notes the objects that it meets.
struct GraphWalk {
    private let plan: Plan
    private let isShallow: Bool
    private(set) var found: [Int: Node] = [:]
    private var pending: [Node] = []
    private(set) var problems: [Problem] = []
    /// The elements of collections that have been compared with what the plan says.
    private let archived: Set<Int>

    init(_ plan: Plan, isShallow: Bool = false, archived: Set<Int> = []) {
        (self.plan, self.isShallow, self.archived) = (plan, isShallow, archived)
    }

    mutating func meet(_ node: Node) {
        guard !isShallow else { return }
        if let known = found[node.number] {
            if known !== node { problems.append(Problem("an object is there twice", "v\(node.number)")) }
        } else {
            found[node.number] = node
            pending.append(node)
        }
    }

    /// Meets a value with fields.
    mutating func meet(_ number: Int, _ fields: [any FieldType]) {
        guard !isShallow else { return }
        // Not converted as an array: that would unwrap optionals in it.
        compare(fields.map { Optional.some($0) }, with: number)
    }

    mutating func check<Element: Hashable>(_ set: Set<Element>) {
        guard !isShallow else { return }
        var (rest, again) = (set, Set<Element>())
        for element in set {
            if !set.contains(element) || rest.remove(element) == nil || !again.insert(element).inserted {
                return problems.append(Problem("a set does not find its element", "\(Set<Element>.self)"))
            }
        }
        if !rest.isEmpty || set != again { problems.append(Problem("a set does not find its element", "at the end")) }
    }

    mutating func check<Key: Hashable, Value>(_ dictionary: [Key: Value]) {
        guard !isShallow else { return }
        var (rest, again) = (dictionary, [Key: Value]())
        for (key, value) in dictionary {
            if dictionary[key] == nil || rest.removeValue(forKey: key) == nil
                || again.updateValue(value, forKey: key) != nil
            {
                return problems.append(Problem("a dictionary does not find its key", "\([Key: Value].self)"))
            }
        }
        if !rest.isEmpty { problems.append(Problem("a dictionary does not find its key", "at the end")) }
    }

    /// Walks over a graph, and compares it with the plan.
    mutating func walk(from root: any FieldType) {
        let term = root.term(&self)
        if term != plan.root { problems.append(Problem("a field differs", "the root is \(term)")) }
        while let node = pending.popLast() {
            let vertex = plan.vertices[node.number]
            let expected: Node.Type =
                switch vertex.kind {
                case .retired, .relic: Successor.self
                case .elder, .fossil: Elder1.self
                default: GraphMaker.type(vertex.kind)
                }
            if type(of: node) != expected {
                problems.append(Problem("a class differs", "v\(node.number): \(type(of: node))"))
            }
            let values = vertex.fields.indices.map { node.value($0) }
            for (index, value) in values.enumerated() where value == nil {
                problems.append(Problem("a field is not set", "v\(node.number), field \(index)"))
            }
            for (index, count) in node.settings.enumerated() where count > 1 {
                problems.append(Problem("a closure was called twice", "v\(node.number), field \(index)"))
            }
            if node.endCalls != (vertex.endsWithCall ? 1 : 0) {
                problems.append(Problem("whenDecoded was not called once", "v\(node.number): \(node.endCalls)"))
            }
            if node.completions != (node is any GDecodeCompletion ? 1 : 0) {
                problems.append(Problem("didDecode was not called once", "v\(node.number): \(node.completions)"))
            }
            compare(values, with: node.number)
        }
    }

    private mutating func compare(_ fields: [(any FieldType)?], with number: Int) {
        for (index, value) in fields.enumerated() {
            guard let value else { continue }
            let field = plan.vertices[number].fields[index]
            var expected = field.value
            if FieldTypes.isWeak(field.type), let target = expected.references.first, !archived.contains(target) {
                expected = .list([])
            }
            let term = value.term(&self)
            if term != expected {
                problems.append(Problem("a field differs", "v\(number), field \(index) is \(term)"))
            }
        }
    }
}

/// What is wrong with a trial.
package struct Problem: CustomStringConvertible {
    /// What kind of problem it is. A plan is made smaller as long as it has this one.
    package let kind: String
    let detail: String

    init(_ kind: String, _ detail: String) { (self.kind, self.detail) = (kind, detail) }

    package var description: String { detail.isEmpty ? kind : "\(kind): \(detail)" }
}
