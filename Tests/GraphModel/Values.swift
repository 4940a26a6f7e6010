import GraphCodable

/// What a value of a protocol type is asked for as.
protocol Marked {
    func markedTerm(_ meeting: inout GraphWalk) -> PlanValue
}

/// The keys of fields.
struct FieldKey: RawRepresentable {
    let rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }
    init(_ index: Int) { rawValue = Self.names.indices.contains(index) ? Self.names[index] : "\(index)" }
    private static let names = (0..<40).map { "field\($0)" }
    static let number = FieldKey(rawValue: "number")
    static let again = FieldKey(rawValue: "again")
}

/// A struct that is described by a vertex: it has its fields, in the order of archiving and without keys.
struct Box: FieldType, Marked {
    let number: Int
    let fields: [any FieldType]

    init(_ number: Int, _ fields: [any FieldType]) { (self.number, self.fields) = (number, fields) }

    init(from decoder: any GDecoder) throws {
        let number: Int = try decoder.decode()
        let vertices = try Trial.get().plan.vertices
        guard vertices.indices.contains(number) else { throw Refusal.Refused() }
        self.number = number
        fields = try vertices[number].fields.map { field in
            func value<Value: FieldType>(_ type: Value.Type) throws -> any FieldType { try decoder.decode() as Value }
            return try value(FieldTypes.types[field.type])
        }
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(number)
        for field in fields { try encoder.encode(field) }
    }

    /// Equal by its number, and hashed by all that it has.
    static func == (left: Box, right: Box) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        for field in fields { field.hash(into: &hasher) }
    }

    static func random(_ source: inout PlanSource) -> PlanValue { .ref(source.vertex(.box)) }
    static func make(_ term: PlanValue, _ maker: GraphMaker) -> Box { maker.box(term.references.first ?? 0) }
    func term(_ meeting: inout GraphWalk) -> PlanValue {
        meeting.meet(number, fields)
        return .ref(number)
    }
    func markedTerm(_ meeting: inout GraphWalk) -> PlanValue { term(&meeting) }
}

/// A struct with an identity, so that it is archived once.
struct Badge: FieldType, GIdentifiable, Marked {
    let box: Box
    var gcodableID: Int? { box.number }

    init(_ box: Box) { self.box = box }

    init(from decoder: any GDecoder) throws {
        box = try Box(from: decoder)
        try Trial.get().badgeCounts[box.number, default: 0] += 1
    }
    func encode(to encoder: any GEncoder) throws { try box.encode(to: encoder) }

    static func random(_ source: inout PlanSource) -> PlanValue { .ref(source.vertex(.badge)) }
    static func make(_ term: PlanValue, _ maker: GraphMaker) -> Badge { Badge(Box.make(term, maker)) }
    func term(_ meeting: inout GraphWalk) -> PlanValue { box.term(&meeting) }
    func markedTerm(_ meeting: inout GraphWalk) -> PlanValue { term(&meeting) }
}

/// An enum with references.
enum Payload: FieldType {
    case nothing
    case node(Node)
    case couple(Node, Box)
    case group(Set<Node>)

    init(from decoder: any GDecoder) throws {
        switch try decoder.decode() as Int {
        case 1: self = .node(try decoder.decode())
        case 2: self = .couple(try decoder.decode(), try decoder.decode())
        case 3: self = .group(try decoder.decode())
        default: self = .nothing
        }
    }

    func encode(to encoder: any GEncoder) throws {
        switch self {
        case .nothing: try encoder.encode(0)
        case .node(let node):
            try encoder.encode(1)
            try encoder.encode(node)
        case .couple(let node, let box):
            try encoder.encode(2)
            try encoder.encode(node)
            try encoder.encode(box)
        case .group(let nodes):
            try encoder.encode(3)
            try encoder.encode(nodes)
        }
    }

    static func random(_ source: inout PlanSource) -> PlanValue {
        switch source.below(4) {
        case 1 where source.canRefer(to: Node.self): .list([Node.random(&source)])
        case 2 where source.canRefer(to: Node.self) && source.canRefer(to: Box.self):
            .list([.pair(Node.random(&source), Box.random(&source))])
        case 3: .list([Set<Node>.random(&source)])
        default: .list([])
        }
    }

    static func make(_ term: PlanValue, _ maker: GraphMaker) -> Payload {
        guard case .list(let terms) = term, let first = terms.first else { return .nothing }
        switch first {
        case .pair(let node, let box): return .couple(Node.make(node, maker), Box.make(box, maker))
        case .set: return .group(Set<Node>.make(first, maker))
        default: return .node(Node.make(first, maker))
        }
    }

    func term(_ meeting: inout GraphWalk) -> PlanValue {
        switch self {
        case .nothing: .list([])
        case .node(let node): .list([node.term(&meeting)])
        case .couple(let node, let box): .list([.pair(node.term(&meeting), box.term(&meeting))])
        case .group(let nodes): .list([nodes.term(&meeting)])
        }
    }
}

/// An optional of a protocol type.
struct AnyValue: FieldType {
    let value: (any Marked)?
    init(_ value: (any Marked)?) { self.value = value }
    init(from decoder: any GDecoder) throws { value = try decoder.decode(any: (any Marked)?.self) }
    func encode(to encoder: any GEncoder) throws { try encoder.encode(any: value) }

    static func random(_ source: inout PlanSource) -> PlanValue {
        .list(source.list(Node.self, limit: 2, orValues: true))
    }
    static func make(_ term: PlanValue, _ maker: GraphMaker) -> AnyValue {
        AnyValue(AnyValues.make(term, maker).values.first)
    }
    func term(_ meeting: inout GraphWalk) -> PlanValue { .list(value.map { [$0.markedTerm(&meeting)] } ?? []) }

    static func == (left: AnyValue, right: AnyValue) -> Bool { AnyValues(left.value) == AnyValues(right.value) }
    func hash(into hasher: inout Hasher) { AnyValues(value).hash(into: &hasher) }
}

/// An array of values of a protocol type.
struct AnyValues: FieldType {
    let values: [any Marked]
    init(_ values: [any Marked]) { self.values = values }
    init(_ value: (any Marked)?) { values = value.map { [$0] } ?? [] }
    init(from decoder: any GDecoder) throws { values = try decoder.decode(any: [any Marked].self) }
    func encode(to encoder: any GEncoder) throws { try encoder.encode(any: values) }

    static func random(_ source: inout PlanSource) -> PlanValue { .list(source.list(Node.self, orValues: true)) }
    static func make(_ term: PlanValue, _ maker: GraphMaker) -> AnyValues {
        guard case .list(let terms) = term else { return AnyValues([]) }
        return AnyValues(
            terms.compactMap { term -> (any Marked)? in
                let number = term.references.first ?? 0
                return switch maker.plan.vertices[number].kind {
                case .box: Box.make(term, maker)
                case .badge: Badge.make(term, maker)
                default: Node.make(term, maker)
                }
            })
    }
    func term(_ meeting: inout GraphWalk) -> PlanValue { .list(values.map { $0.markedTerm(&meeting) }) }

    /// By number.
    private var numbers: [Int] {
        values.map { ($0 as? Node)?.number ?? ($0 as? Box)?.number ?? ($0 as? Badge)?.box.number ?? -1 }
    }
    static func == (left: AnyValues, right: AnyValues) -> Bool { left.numbers == right.numbers }
    func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
}
