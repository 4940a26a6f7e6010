/// Makes a plan that fails smaller, as long as it fails in the same way.
struct Shrinker {
    private(set) var plan: Plan
    private let isFailing: (Plan) -> Bool
    private var attempts = 0

    /// - Parameters:
    ///   - plan: A plan that fails.
    ///   - isFailing: Whether another plan fails in the same way.
    init(_ plan: Plan, isFailing: @escaping (Plan) -> Bool) {
        self.plan = plan
        self.isFailing = isFailing
        var size = -1
        while size != attemptsThatHelped, attempts < 20_000 {
            size = attemptsThatHelped
            makeSmaller()
        }
    }

    private var attemptsThatHelped = 0

    @discardableResult
    private mutating func attempt(_ change: (inout Plan) -> Void) -> Bool {
        var smaller = plan
        change(&smaller)
        attempts += 1
        guard attempts < 20_000, isFailing(smaller) else { return false }
        plan = smaller
        attemptsThatHelped += 1
        return true
    }

    private mutating func makeSmaller() {
        if plan.chain > 0 { attempt { $0.chain = 0 } }
        if plan.before != .nothing { attempt { $0.before = .nothing } }
        if !plan.options.isEmpty { attempt { $0.options = [] } }
        for root in plan.root.smaller { if attempt({ $0.root = root }) { break } }
        removeVertices()
        for number in plan.archived.sorted() { simplify(number) }
    }

    /// Takes vertices away, many together at first.
    private mutating func removeVertices() {
        var size = plan.archived.count / 2
        while size > 0 {
            var rest = plan.archived.sorted()
            while !rest.isEmpty {
                let some = Array(rest.suffix(size))
                rest.removeLast(some.count)
                attempt { plan in
                    for number in some { plan.remove(number) }
                }
            }
            size /= 2
        }
    }

    private mutating func simplify(_ number: Int) {
        if plan.vertices[number].endsWithCall { attempt { $0.vertices[number].endsWithCall = false } }
        if plan.vertices[number].isReversed { attempt { $0.vertices[number].isReversed = false } }
        if plan.vertices[number].kind.isObject {
            if plan.vertices[number].kind != .node {
                attempt { $0.vertices[number].kind = .node }
            }
            if plan.vertices[number].hashing != .number { attempt { $0.vertices[number].hashing = .number } }
        }
        var index = plan.vertices[number].fields.count - 1
        while index >= 0 {
            if !attempt({ $0.removeField(index, of: number) }) { simplifyField(index, of: number) }
            index -= 1
        }
    }

    private mutating func simplifyField(_ index: Int, of number: Int) {
        var isChanged = true
        while isChanged {
            let terms = plan.vertices[number].fields[index].value.smaller
            isChanged = terms.contains { term in attempt { $0.vertices[number].fields[index].value = term } }
        }
        guard plan.vertices[number].kind.isObject, plan.vertices[number].kind != .made else { return }
        if plan.vertices[number].fields[index].style != .orDefer {
            attempt { $0.vertices[number].fields[index].style = .orDefer }
        }
        if plan.vertices[number].fields[index].isOfSubclass {
            attempt { $0.vertices[number].fields[index].isOfSubclass = false }
        }
    }
}

extension Plan {
    /// Takes all references to a vertex away.
    mutating func remove(_ number: Int) {
        root = root.removing(number) ?? .list([])
        for index in vertices.indices {
            for field in vertices[index].fields.indices.reversed() {
                if let value = vertices[index].fields[field].value.removing(number) {
                    vertices[index].fields[field].value = value
                } else {
                    removeField(field, of: index)
                }
            }
        }
    }

    mutating func removeField(_ index: Int, of number: Int) {
        vertices[number].fields.remove(at: index)
        switch vertices[number].hashing {
        case .field(let field) where field >= index:
            vertices[number].hashing = field == index ? .number : .field(field - 1)
        case .text(let field) where field >= index:
            vertices[number].hashing = field == index ? .number : .text(field - 1)
        default: break
        }
    }
}
