import GraphCodable
import TestSupport

/// Makes plans at random.
struct PlanSource {
    private var generator: SplitMix64
    private var plan = Plan.empty
    private var objects: [Int] = []
    private var valuesByKind: [Plan.Kind: [Int]] = [:]
    /// For each value, how deeply it may contain others.
    private var levels: [Int: Int] = [:]
    /// Values that refer to what comes before them.
    private var leadsBack: Set<Int> = []
    /// The vertex whose fields are being made.
    private var current = -1
    /// Whether only what comes later may be referred to, so that no initializer needs itself.
    private var isForward = true
    private var triesLeft = 0
    /// Whether objects may be hashed by references. Almost every large graph of such objects is refused with `hashChanged`.
    private var hashesByReferences = true
    /// Whether there may be unowned references. Almost every large graph loses the target of one.
    private var hasUnownedReferences = true
    private var options: GraphEncoder.Options { plan.options }

    private init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    /// - Parameters:
    ///   - seed: What the plan is made from.
    ///   - largest: How many vertices it may have.
    static func plan(seed: UInt64, largest: Int) -> Plan {
        var source = PlanSource(seed: seed)
        source.makePlan(largest: largest)
        return source.plan
    }

    // MARK: Choices

    mutating func below(_ count: Int) -> Int { Int(generator.next() % UInt64(max(count, 1))) }
    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
    private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// What may be referred to as a kind of value.
    private func candidates(_ kind: Plan.Kind) -> [Int] {
        let level = levels[current] ?? 3
        let isStrict = isForward || (levels[current] != nil && !leadsBack.contains(current))
        return (valuesByKind[kind] ?? []).filter {
            levels[$0, default: 0] < level && (!isStrict || ($0 > current && !leadsBack.contains($0)))
        }
    }

    /// The objects that may be referred to.
    private var objectRange: Range<Int> {
        guard isForward else { return 0..<objects.count }
        var (low, high) = (0, objects.count)
        while low < high {
            let middle = (low + high) / 2
            if objects[middle] > current { high = middle } else { low = middle + 1 }
        }
        return low..<objects.count
    }

    func canRefer<Value: FieldType>(to type: Value.Type) -> Bool {
        switch type {
        case is Node.Type: !objectRange.isEmpty
        case is Box.Type: !candidates(.box).isEmpty
        case is Badge.Type: !candidates(.badge).isEmpty
        case is Payload.Type, is String.Type, is Int.Type: true
        default: true
        }
    }

    /// A vertex of a kind that may be referred to; there must be one.
    mutating func vertex(_ kind: Plan.Kind) -> Int {
        guard kind.isObject else { return pick(candidates(kind)) }
        let range = objectRange
        // Mostly neighbours, some of them very often.
        switch below(10) {
        case 0..<5: return objects[min(range.lowerBound + below(4), range.upperBound - 1)]
        case 5: return objects[range.lowerBound + below(min(range.count, 3))]
        default: return objects[range.lowerBound + below(range.count)]
        }
    }

    /// An object before or after this one.
    mutating func anyNode() -> Int { pick(objects) }

    /// Elements of a collection.
    mutating func list<Element: FieldType>(_ type: Element.Type, limit: Int = 4, orValues: Bool = false) -> [PlanValue]
    {
        guard canRefer(to: type) else { return [] }
        let count = chance(2) ? below(limit == 4 ? 70 : limit) : below(limit)
        return (0..<count).map { _ in
            if orValues, chance(40) {
                if chance(50), canRefer(to: Box.self) { return Box.random(&self) }
                if canRefer(to: Badge.self) { return Badge.random(&self) }
            }
            return Element.random(&self)
        }
    }

    // MARK: Making a plan

    private mutating func makePlan(largest: Int) {
        let sizes = [1..<4, 2..<8, 2..<8, 4..<16, 8..<40, chance(12) ? 40..<3_000 : 3..<9]
        let range = pick(sizes)
        let size = min(range.lowerBound + below(range.count), largest)
        if size >= 40 { (hashesByReferences, hasUnownedReferences) = (chance(25), chance(25)) }
        if chance(25) {
            plan.options = pick([
                .tryHashableIdentityAtLast, .tryHashableIdentityAtLast, .tryHashableIdentityAtFirst,
                .ignoreGIdentifiableProtocol, .disableInheritance,
            ])
        }
        plan.chain = chance(85) ? 0 : pick([1, 30, 300, chance(10) ? 5_000 : 2])
        plan.before = chance(85) ? .nothing : pick([.damagedArchive, .otherGraph])
        // Otherwise an attempt may not be in vain: equal values may be one value, and objects may be of any class.
        triesLeft = plan.options.isEmpty && chance(30) ? 3 : 0
        for number in 0..<max(size, 1) { addVertex(number) }
        // Most graphs have no cycle of initializers that need one another.
        let backwards = chance(90) ? 0 : pick([2, 20])
        for number in plan.vertices.indices {
            current = number
            if plan.vertices[number].kind.isObject { addHashing(backwards) }
            // More values than a shape may have without keys.
            let mayBeFull = plan.vertices[number].kind == .box || plan.vertices[number].kind == .badge
            let count = mayBeFull && chance(3) ? 20 : chance(5) ? 8 : below(4)
            for _ in 0..<count { addField(backwards) }
        }
        current = -1
        isForward = false
        let types: [any FieldType.Type] = [
            [Node].self, Node?.self, Set<Node>.self, [Node: Node].self, Box?.self, Set<Set<Node>>.self, Payload.self,
            [Badge: Node].self,
        ]
        let type = below(3) > 0 ? types[0] : pick(types)
        plan.rootType = FieldTypes.index(type)
        plan.root = type == types[0] ? .list([.ref(0)] + list(Node.self, limit: 3)) : type.random(&self)
    }

    private mutating func addVertex(_ number: Int) {
        var kind = Plan.Kind.node
        if number > 0 {
            switch below(20) {
            case 0..<4: kind = .box
            case 4..<6: kind = .badge
            case 6..<14: break
            default:
                kind = pick([
                    .leaf, .branch, .branch, .retired, .versioned, .identified, .made, .made, .elder, .elder, .relic,
                    .fossil,
                ])
            }
        }
        if options.contains(.disableInheritance), kind.isObject { kind = .node }
        var vertex = Plan.Vertex(kind: kind)
        if kind.isObject {
            objects.append(number)
            vertex.isReversed = chance(15)
            vertex.endsWithCall = kind != .made && !kind.isMigrated && chance(15)
        } else {
            valuesByKind[kind, default: []].append(number)
            levels[number] = below(3)
            if chance(40) { leadsBack.insert(number) }
        }
        plan.vertices.append(vertex)
    }

    private mutating func addHashing(_ backwards: Int) {
        switch below(10) {
        case 0..<3: break
        case 3: plan.vertices[current].hashing = .identity
        case 4..<6:
            // A text of its own for each object.
            add(String.self, style(for: String.self, mayCall: false), backwards, value: .leaf(current))
            if plan.vertices[current].fields.isEmpty { return }
            plan.vertices[current].hashing = chance(50) ? .text(0) : .field(0)
        default:
            guard hashesByReferences else { return }
            let types: [any FieldType.Type] = [
                Node?.self, WeakNode.self, WeakNode.self, [Node].self, Set<Node>.self, [Node: Node].self, Box?.self,
            ]
            let type = pick(types)
            let style = style(for: type, mayCall: false)
            // What is hashed by a collection must not be in it.
            let isCollection = type != Node?.self && type != [Node].self && type != WeakNode.self
            isForward = isCollection || style.needsValue && !chance(backwards)
            if type == WeakNode.self, style.needsValue, objectRange.isEmpty { return }
            add(type, style, backwards, value: nil, mustBeForward: isCollection)
            if !plan.vertices[current].fields.isEmpty { plan.vertices[current].hashing = .field(0) }
        }
    }

    private mutating func addField(_ backwards: Int) {
        var type = FieldTypes.types[below(FieldTypes.types.count)]
        // Rather sets and objects than the many others.
        if chance(40) { type = pick([Node?.self, [Node].self, Set<Node>.self, [Node: Node].self, Set<Box>.self]) }
        if options.contains(.disableInheritance), type == AnyValue.self || type == AnyValues.self { return }
        if type == UnownedNode.self, !hasUnownedReferences { return }
        if plan.vertices[current].kind.isObject {
            add(type, style(for: type, mayCall: true), backwards, value: nil)
        } else if type != WeakNode.self, type != UnownedNode.self, type != AnyValue.self, type != AnyValues.self {
            add(type, .plain, backwards, value: nil)
        }
    }

    private mutating func style(for type: any FieldType.Type, mayCall: Bool) -> Plan.Style {
        if triesLeft > 0, chance(15), type != AnyValue.self, type != AnyValues.self {
            triesLeft -= 1
            return pick([.wrongThenPlain, .wrongThenOrDefer, .plainThenDeferred])
        }
        if type == AnyValue.self || type == AnyValues.self { return chance(60) ? .orDefer : .plain }
        let isWeak = type == WeakNode.self || type == UnownedNode.self
        switch below(20) {
        case 0..<5: return isWeak && chance(50) ? .deferred : .plain
        case 5: return isWeak ? .deferred : .ifPresent
        case 6..<15: return .orDefer
        case 15 where mayCall || hashesByReferences && chance(20): return .whenDecoded
        default: return .deferred
        }
    }

    /// Whether the macro's class has a property of a type that is not taken.
    private func madeMayHave(_ type: any FieldType.Type) -> Bool {
        #if Macros
        let index = FieldTypes.index(type)
        return MacroNode.types.contains(index) && !plan.vertices[current].fields.contains { $0.type == index }
        #else
        return true
        #endif
    }

    private mutating func add(
        _ type: any FieldType.Type, _ style: Plan.Style, _ backwards: Int, value: PlanValue?,
        mustBeForward: Bool = false
    ) {
        var style = style
        if plan.vertices[current].kind == .made {
            guard madeMayHave(type) else { return }
            style = type == WeakNode.self ? .deferred : .orDefer
        }
        // An older version is gone by then.
        if style == .whenDecoded, plan.vertices[current].kind.isMigrated { style = .deferred }
        let isObject = plan.vertices[current].kind.isObject
        isForward = mustBeForward || (isObject && style.needsValue && !chance(backwards))
        if !isObject { isForward = !leadsBack.contains(current) }
        if type == UnownedNode.self, objectRange.isEmpty { return }
        var value = value ?? type.random(&self)
        if type == WeakNode.self, style.needsValue, isForward {
            value = objectRange.isEmpty ? .list([]) : .list([.ref(vertex(.node))])
        }
        let isOfSubclass = plan.vertices[current].kind == .branch && chance(50)
        plan.vertices[current].fields.append(
            Plan.Field(type: FieldTypes.index(type), style: style, value: value, isOfSubclass: isOfSubclass))
    }
}
