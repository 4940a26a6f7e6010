import Foundation
import GraphCodable

/// A type of field.
protocol FieldType: GCodable, Hashable {
    static func random(_ source: inout PlanSource) -> PlanValue
    static func make(_ term: PlanValue, _ maker: GraphMaker) -> Self
    /// The value as a term; objects are met, and collections are checked.
    func term(_ meeting: inout GraphWalk) -> PlanValue
    /// What it can be asked for as in vain, after objects have been created.
    static var wrongType: any GDecodable.Type { get }
}

/// The types of fields, by number.
enum FieldTypes {
    // Unsafe in name only: types are constants, which Swift 6.1 cannot say.
    nonisolated(unsafe) static let types: [any FieldType.Type] = [
        String.self, Node?.self, WeakNode.self, UnownedNode.self, [Node].self, [Node?].self, Set<Node>.self,
        Set<Node>?.self, Set<Set<Node>>.self, [Node: Node].self, [String: Node].self, [Int: Set<Node>].self,
        [Node: Set<Node>].self, [Set<Node>: Node].self, Box?.self, [Box].self, Set<Box>.self, [Box: Node].self,
        [Set<Box>].self, Badge?.self, Set<Badge>.self, [Badge: Node].self, [Badge: [Box]].self, Payload.self,
        Set<Payload>.self, [Payload: Payload].self, AnyValue.self, AnyValues.self, [Int: [Node: Set<Box>]].self,
        Set<Character>.self, [UUID: Node].self, Set<SIMD2<Double>>.self, Set<URL>.self, Set<String>.self,
        String?.self, Set<Character>?.self, [String]?.self,
    ]

    static func isWeak(_ type: Int) -> Bool { types[type] == WeakNode.self || types[type] == UnownedNode.self }
    static func index(_ type: any FieldType.Type) -> Int { types.firstIndex { $0 == type } ?? 0 }

    static func name(_ type: Int) -> String {
        "\(types[type])".replacing(/Optional<([A-Za-z]*)>/) { "\($0.output.1)?" }
            .replacing(/Dictionary<([^<>]*), ([^<>]*)>/) { "[\($0.output.1): \($0.output.2)]" }
            .replacing(/Array<([^<>]*)>/) { "[\($0.output.1)]" }
    }
}

/// Fails after it has read what it can.
struct Refusal: GDecodable {
    struct Refused: Error {}
    init(from decoder: any GDecoder) throws {
        while decoder.unkeyedCount > 0 {
            let _: Node = try decoder.decode()
        }
        throw Refused()
    }
}

extension FieldType {
    static var wrongType: any GDecodable.Type { Refusal.self }
}

// MARK: Values without references

/// A type whose values are made from numbers.
protocol LeafContent: FieldType {
    static var count: Int { get }
    init(leaf number: Int)
}

extension LeafContent {
    static var count: Int { 40 }
    static func random(_ source: inout PlanSource) -> PlanValue { .leaf(source.below(count)) }
    static func make(_ term: PlanValue, _ maker: GraphMaker) -> Self {
        if case .leaf(let number) = term { Self(leaf: number) } else { Self(leaf: 0) }
    }
    func term(_ meeting: inout GraphWalk) -> PlanValue {
        .leaf((0..<Self.count).first { Self(leaf: $0) == self } ?? -1)
    }
}

extension Int: LeafContent {
    init(leaf number: Int) { self = number }
    func term(_ meeting: inout GraphWalk) -> PlanValue { .leaf(self) }
}

extension String: LeafContent {
    init(leaf number: Int) { self = "text \(number)" }
    func term(_ meeting: inout GraphWalk) -> PlanValue { .leaf(Int(dropFirst(5)) ?? -1) }
    static var wrongType: any GDecodable.Type { Int.self }
}

extension Character: LeafContent {
    init(leaf number: Int) { self = Character(UnicodeScalar(UInt8(97 + number % 26))) }
    static var count: Int { 26 }
}

extension UUID: LeafContent {
    init(leaf number: Int) { self = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(number))) }
}

extension URL: LeafContent {
    init(leaf number: Int) { self = URL(fileURLWithPath: "/\(number)") }
}

extension SIMD2: FieldType where Scalar == Double {}
extension SIMD2: LeafContent where Scalar == Double {
    init(leaf number: Int) { self = [Double(number), 1] }
}

// MARK: Collections

extension Optional: FieldType where Wrapped: FieldType {
    static func random(_ source: inout PlanSource) -> PlanValue {
        guard source.below(5) > 0, source.canRefer(to: Wrapped.self) else { return .list([]) }
        return .list([Wrapped.random(&source)])
    }
    static func make(_ term: PlanValue, _ maker: GraphMaker) -> Wrapped? {
        if case .list(let terms) = term { terms.first.map { Wrapped.make($0, maker) } } else { nil }
    }
    func term(_ meeting: inout GraphWalk) -> PlanValue {
        .list(self.map { [$0.term(&meeting)] } ?? [])
    }
    static var wrongType: any GDecodable.Type { Wrapped.self == Node.self ? Stranger.self : Refusal.self }
}

extension Array: FieldType where Element: FieldType {
    static func random(_ source: inout PlanSource) -> PlanValue { .list(source.list(Element.self)) }
    static func make(_ term: PlanValue, _ maker: GraphMaker) -> [Element] {
        if case .list(let terms) = term { terms.map { Element.make($0, maker) } } else { [] }
    }
    func term(_ meeting: inout GraphWalk) -> PlanValue { .list(map { $0.term(&meeting) }) }
    static var wrongType: any GDecodable.Type { Element.self == Node.self ? [Stranger].self : [Refusal].self }
}

extension Set: FieldType where Element: FieldType {
    static func random(_ source: inout PlanSource) -> PlanValue {
        .sortedSet(Array<PlanValue>(Set<PlanValue>(source.list(Element.self))))
    }
    static func make(_ term: PlanValue, _ maker: GraphMaker) -> Set<Element> {
        guard case .set(let terms) = term else { return [] }
        var set = Set<Element>(minimumCapacity: maker.spareCapacity)
        for term in terms { set.insert(Element.make(term, maker)) }
        return set
    }
    func term(_ meeting: inout GraphWalk) -> PlanValue {
        meeting.check(self)
        return .sortedSet(map { $0.term(&meeting) })
    }
    static var wrongType: any GDecodable.Type { Element.self == Node.self ? Set<Stranger>.self : [Refusal].self }
}

extension Dictionary: FieldType where Key: FieldType, Value: FieldType {
    static func random(_ source: inout PlanSource) -> PlanValue {
        let keys = Set<PlanValue>(source.list(Key.self)).sorted { $0.isBefore($1) }
        guard source.canRefer(to: Value.self) else { return .map([]) }
        return .sortedMap(keys.map { .pair($0, Value.random(&source)) })
    }
    static func make(_ term: PlanValue, _ maker: GraphMaker) -> [Key: Value] {
        guard case .map(let pairs) = term else { return [:] }
        var dictionary = [Key: Value](minimumCapacity: maker.spareCapacity)
        for case .pair(let key, let value) in pairs {
            dictionary[Key.make(key, maker)] = Value.make(value, maker)
        }
        return dictionary
    }
    func term(_ meeting: inout GraphWalk) -> PlanValue {
        meeting.check(self)
        return .sortedMap(map { .pair($0.key.term(&meeting), $0.value.term(&meeting)) })
    }
    static var wrongType: any GDecodable.Type {
        Key.self == Node.self ? [Stranger: Int].self : [String: Refusal].self
    }
}
