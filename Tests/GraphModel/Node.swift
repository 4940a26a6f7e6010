import GraphCodable

/// An object, whose fields a plan describes.
class Node: FieldType, FieldOwner, Marked {
    let number: Int
    let trial: Trial
    private let serial: Int
    /// What has been decoded.
    var fields: [(any FieldType)?]
    /// How often each field was set.
    private(set) var settings: [Int]
    /// How often the call at the end of the initializer was made.
    private(set) var endCalls = 0
    /// How often the object was told that the graph is complete.
    private(set) var completions = 0

    var vertex: Plan.Vertex { trial.plan.vertices[number] }
    class var replacementType: any GDecodable.Type { self }
    /// The fields that this class archives, if a subclass archives the others.
    class var hasSubclassFields: Bool { false }

    /// Whether a subclass archives its fields in a way of its own.
    class var archivesOwnFields: Bool { false }

    /// What a field holds, or `nil` if it has not been decoded.
    func value(_ index: Int) -> (any FieldType)? { fields[index] }
    func assign(_ index: Int, _ value: any FieldType) { fields[index] = value }
    /// Takes the references out, so that cycles are released.
    func takeFields() -> [(any FieldType)?] {
        defer { fields = [] }
        return fields
    }

    required init(_ number: Int, _ trial: Trial) {
        (self.number, self.trial) = (number, trial)
        serial = trial.nextSerial()
        let count = trial.plan.vertices[number].fields.count
        fields = Array(repeating: nil, count: count)
        settings = Array(repeating: 0, count: count)
        trial.note(self, serial)
    }

    deinit { trial.forget(serial) }

    required init(from decoder: any GDecoder) throws {
        trial = try Trial.get()
        number = try decoder.decode(for: FieldKey.number)
        guard trial.plan.vertices.indices.contains(number) else { throw Refusal.Refused() }
        serial = trial.nextSerial()
        let count = trial.plan.vertices[number].fields.count
        fields = Array(repeating: nil, count: count)
        settings = Array(repeating: 0, count: count)
        trial.note(self, serial)
        trial.startCount += 1
        if !Self.archivesOwnFields { try decodeFields(ofSubclass: false, decoder) }
        if !Self.hasSubclassFields { try finishInitializer(decoder) }
    }

    /// What the last initializer does at its end.
    final func finishInitializer(_ decoder: any GDecoder) throws {
        trial.initializerCounts[number] += 1
        guard vertex.endsWithCall else { return }
        try decoder.whenDecoded {
            self.endCalls += 1
            if self.fields.contains(where: { $0 == nil }) { self.trial.complain("whenDecoded was called too early") }
        }
    }

    final func complete() {
        completions += 1
        trial.noteCompletion(of: number)
    }

    /// Whether all fields are set, and the call at the end of the initializer has been made.
    final var isComplete: Bool {
        (Self.archivesOwnFields || !fields.contains { $0 == nil }) && endCalls == (vertex.endsWithCall ? 1 : 0)
    }

    final func decodeFields(ofSubclass: Bool, _ decoder: any GDecoder) throws {
        let vertex = vertex
        let indices = vertex.isReversed ? Array(vertex.fields.indices.reversed()) : Array(vertex.fields.indices)
        for index in indices where fields[index] == nil {
            let field = vertex.fields[index]
            guard !Self.hasSubclassFields || field.isOfSubclass == ofSubclass else { continue }
            try FieldCoder(field: field, key: FieldKey(index), decoder: decoder).decode(into: self, index)
        }
    }

    final func set(_ index: Int, _ value: any FieldType) {
        fields[index] = value
        settings[index] += 1
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(number, for: FieldKey.number)
        for (index, value) in fields.enumerated() {
            guard let value else { continue }
            try FieldCoder.encode(value, vertex.fields[index].style, FieldKey(index), encoder)
        }
    }

    // MARK: Hashing

    private func shallowTerm(_ index: Int) -> PlanValue? {
        var meeting = GraphWalk(trial.plan, isShallow: true)
        return value(index)?.term(&meeting)
    }

    static func == (left: Node, right: Node) -> Bool {
        if left === right { return true }
        switch (left.vertex.hashing, right.vertex.hashing) {
        case (.text(let first), .text(let second)): return left.shallowTerm(first) == right.shallowTerm(second)
        case (.identity, _), (_, .identity): return false
        default: return left.number == right.number
        }
    }

    func hash(into hasher: inout Hasher) {
        trial.hashCount += 1
        switch vertex.hashing {
        case .identity: hasher.combine(ObjectIdentifier(self))
        case .number: hasher.combine(number)
        case .field(let index), .text(let index): hasher.combine(shallowTerm(index))
        }
    }

    // MARK: Content

    static func random(_ source: inout PlanSource) -> PlanValue { .ref(source.vertex(.node)) }
    static func make(_ term: PlanValue, _ maker: GraphMaker) -> Self {
        let number = term.references.first ?? 0
        // The maker has made all nodes, and is asked for them as nodes.
        return (maker.nodes[number] as? Self) ?? Self(number, maker.trial)
    }
    func term(_ meeting: inout GraphWalk) -> PlanValue {
        meeting.meet(self)
        return .ref(number)
    }
    func markedTerm(_ meeting: inout GraphWalk) -> PlanValue { term(&meeting) }
}

/// A subclass without fields of its own, which wants to know when the graph is complete.
final class Leaf: Node, GDecodeCompletion {
    func didDecode() { complete() }
}

/// A subclass that archives some of the fields, and decodes what needs no object before its superclass is initialized.
final class Branch: Node, GDecodeCompletion {
    func didDecode() { complete() }
    override class var hasSubclassFields: Bool { true }

    required init(_ number: Int, _ trial: Trial) { super.init(number, trial) }

    required init(from decoder: any GDecoder) throws {
        let again: Int = try decoder.decode(for: FieldKey.again)
        let vertices = try Trial.get().plan.vertices
        // A damaged archive may hold any number.
        guard vertices.indices.contains(again) else { throw Refusal.Refused() }
        let vertex = vertices[again]
        var early: [Int: any FieldType] = [:]
        for (index, field) in vertex.fields.enumerated() where field.isOfSubclass && field.style.needsValue {
            early[index] = try FieldCoder(field: field, key: FieldKey(index), decoder: decoder).value()
        }
        try super.init(from: decoder)
        guard number == again else { throw Refusal.Refused() }
        for (index, value) in early { set(index, value) }
        try decodeFields(ofSubclass: true, decoder)
        try finishInitializer(decoder)
    }

    override func encode(to encoder: any GEncoder) throws {
        try super.encode(to: encoder)
        try encoder.encode(number, for: FieldKey.again)
    }
}

final class Versioned: Node, GVersion {
    static var encodeVersion: UInt32 { 7 }
    required init(_ number: Int, _ trial: Trial) { super.init(number, trial) }
    required init(from decoder: any GDecoder) throws {
        if try decoder.encodedVersion != 7 { try Trial.get().complain("the version is not 7") }
        try super.init(from: decoder)
    }
}

/// A class with an identity of its own choice.
final class Identified: Node, GIdentifiable {
    var gcodableID: Int? { number }
}

/// A class that no object has, to be asked for in vain.
final class Stranger: Node {}

/// A reference that keeps nothing alive.
struct WeakNode: FieldType {
    weak var node: Node?

    init(_ node: Node?) { self.node = node }
    init(from decoder: any GDecoder) throws { node = try decoder.decode() }
    func encode(to encoder: any GEncoder) throws { try encoder.encodeConditional(node) }

    static func random(_ source: inout PlanSource) -> PlanValue { .list([.ref(source.anyNode())]) }
    static func make(_ term: PlanValue, _ maker: GraphMaker) -> WeakNode { WeakNode(Node?.make(term, maker)) }
    func term(_ meeting: inout GraphWalk) -> PlanValue { node.term(&meeting) }
    static func == (left: WeakNode, right: WeakNode) -> Bool { left.node?.number == right.node?.number }
    func hash(into hasher: inout Hasher) { hasher.combine(node?.number) }
}

/// A reference that is there from the beginning, and keeps nothing alive.
struct UnownedNode: FieldType {
    weak var node: Node?

    init(_ node: Node?) { self.node = node }
    init(from decoder: any GDecoder) throws { node = try decoder.decode() as Node }
    func encode(to encoder: any GEncoder) throws { try encoder.encodeConditional(node) }

    static func random(_ source: inout PlanSource) -> PlanValue { .ref(source.vertex(.node)) }
    static func make(_ term: PlanValue, _ maker: GraphMaker) -> UnownedNode { UnownedNode(Node.make(term, maker)) }
    func term(_ meeting: inout GraphWalk) -> PlanValue { node?.term(&meeting) ?? .list([]) }
    static func == (left: UnownedNode, right: UnownedNode) -> Bool { left.node?.number == right.node?.number }
    func hash(into hasher: inout Hasher) { hasher.combine(node?.number) }
}
