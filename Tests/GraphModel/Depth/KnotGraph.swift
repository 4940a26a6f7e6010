import GraphCodable
import TestSupport

/// What a value of a protocol type is asked for as.
protocol KnotMarker {}

/// A node that decodes in as many ways as there are, chosen by the bits of ``mode``: some references are asked for as one
/// class or another, some are tried in vain, deferred, or not asked for at all, and some initializers throw.
class Knot: GCodable, Hashable, KnotMarker {
    struct Refusal: Error { let number: Int }

    struct Mode: OptionSet {
        let rawValue: Int
        static let triesFirst = Mode(rawValue: 1)
        static let throwsEarly = Mode(rawValue: 2)
        static let throwsLate = Mode(rawValue: 4)
        static let followsOther = Mode(rawValue: 8)
        static let asksForWrongClassFirst = Mode(rawValue: 16)
        static let triesSet = Mode(rawValue: 32)
        static let defersWeak = Mode(rawValue: 64)
        static let triesAny = Mode(rawValue: 128)
        static let asksLast = Mode(rawValue: 256)
        static let triesText = Mode(rawValue: 512)
    }

    enum Key: String {
        case number, mode, kind, first, other, any, payload, set, tags, marks, beads, deferred, weak, last, list
    }

    let number: Int
    var mode: Mode = []
    var first: Knot?
    var other: Knot?
    var any: (any KnotMarker)?
    var payload = KnotPayload.none
    var set: Set<Knot> = []
    var tags: Set<KnotTag> = []
    var marks: [KnotTag: KnotMark] = [:]
    var beads: [Knot: KnotBead] = [:]
    var list: [Knot?] = []
    var deferred: Knot?
    weak var weak: Knot?
    var last: Knot?
    /// What was caught.
    var log: [String] = []

    init(_ number: Int) { self.number = number }

    required init(from decoder: any GDecoder) throws {
        number = try decoder.decode(for: Key.number)
        mode = Mode(rawValue: try decoder.decode(for: Key.mode))
        if mode.contains(.throwsEarly) { throw Refusal(number: number) }
        let kind: Int = try decoder.decode(for: Key.kind)
        // Most of what is below is asked for in the order of encoding, some in another one.
        if mode.contains(.asksLast) { last = try decoder.decode(for: Key.last) }
        try decoder.deferDecode(for: Key.deferred) { self.deferred = $0 }
        first = try trying(mode.contains(.triesFirst)) { try decoder.decode(for: Key.first) } ?? nil
        if mode.contains(.followsOther) {
            if mode.contains(.asksForWrongClassFirst) {
                other = try trying(true) { try decoder.decode(for: Key.other) as KnotC }
            }
            switch other == nil ? kind : -1 {
            case 0: other = try decoder.decode(for: Key.other) as Knot?
            case 1: other = try decoder.decode(for: Key.other) as KnotB?
            case 2: other = try decoder.decode(for: Key.other) as KnotC?
            default: break
            }
        }
        any =
            try trying(mode.contains(.triesAny)) { try decoder.decode(any: (any KnotMarker)?.self, for: Key.any) }
            ?? nil
        if mode.contains(.triesText) {
            log.append(
                try trying(true) { try decoder.decode(for: Key.payload) as String } ?? "no text")
        }
        payload = try decoder.decode(for: Key.payload)
        set = try trying(mode.contains(.triesSet)) { try decoder.decode(for: Key.set) } ?? []
        tags = try decoder.decode(for: Key.tags)
        marks = try decoder.decode(for: Key.marks)
        beads = try decoder.decode(for: Key.beads)
        list = try decoder.decode(for: Key.list)
        if mode.contains(.defersWeak) {
            try decoder.deferDecode(for: Key.weak) { self.weak = $0 }
        } else {
            weak = try trying(true) { try decoder.decode(for: Key.weak) } ?? nil
        }
        if mode.contains(.throwsLate) { throw Refusal(number: number) }
    }

    private func trying<Value>(_ isTrying: Bool, _ body: () throws -> Value) throws -> Value? {
        do {
            return try body()
        } catch  where isTrying {
            log.append(KnotText.describe(error))
            return nil
        }
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(number, for: Key.number)
        try encoder.encode(mode.rawValue, for: Key.mode)
        try encoder.encode(other is KnotB ? 1 : other is KnotC ? 2 : 0, for: Key.kind)
        try encoder.encode(first, for: Key.first)
        try encoder.encode(other, for: Key.other)
        try encoder.encode(any: any, for: Key.any)
        try encoder.encode(payload, for: Key.payload)
        try encoder.encode(set, for: Key.set)
        try encoder.encode(tags, for: Key.tags)
        try encoder.encode(marks, for: Key.marks)
        try encoder.encode(beads, for: Key.beads)
        try encoder.encode(list, for: Key.list)
        try encoder.encode(deferred, for: Key.deferred)
        try encoder.encodeConditional(weak, for: Key.weak)
        try encoder.encode(last, for: Key.last)
    }

    static func == (left: Knot, right: Knot) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

final class KnotB: Knot {}
final class KnotC: Knot {}

/// Refers to one of three classes at the same place.
enum KnotPayload: GCodable {
    case none
    case knot(Knot)
    case knotB(KnotB)
    case bead(KnotBead)

    init(from decoder: any GDecoder) throws {
        switch try decoder.decode() as Int {
        case 1: self = .knot(try decoder.decode())
        case 2: self = .knotB(try decoder.decode())
        case 3: self = .bead(try decoder.decode())
        default: self = .none
        }
    }

    func encode(to encoder: any GEncoder) throws {
        switch self {
        case .none: try encoder.encode(0)
        case .knot(let knot):
            try encoder.encode(1)
            try encoder.encode(knot)
        case .knotB(let knot):
            try encoder.encode(2)
            try encoder.encode(knot)
        case .bead(let bead):
            try encoder.encode(3)
            try encoder.encode(bead)
        }
    }
}

/// An object of another class, which may lead back.
final class KnotBead: GCodable, KnotMarker {
    let number: Int
    var knot: Knot?

    init(_ number: Int, _ knot: Knot?) { (self.number, self.knot) = (number, knot) }

    init(from decoder: any GDecoder) throws { (number, knot) = (try decoder.decode(), try decoder.decode()) }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(number)
        try encoder.encode(knot)
    }
}

/// A value with identity.
struct KnotTag: GCodable, GIdentifiable, Hashable {
    let number: Int
    let knot: Knot?
    var gcodableID: Int? { number }

    init(_ number: Int, _ knot: Knot?) { (self.number, self.knot) = (number, knot) }

    init(from decoder: any GDecoder) throws { (number, knot) = (try decoder.decode(), try decoder.decode()) }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(number)
        try encoder.encode(knot)
    }
}

/// A value of another type with identity, and of a protocol type.
struct KnotMark: GCodable, GIdentifiable, KnotMarker {
    let number: Int
    let bead: KnotBead?
    var gcodableID: Int? { number }

    init(_ number: Int, _ bead: KnotBead?) { (self.number, self.bead) = (number, bead) }

    init(from decoder: any GDecoder) throws { (number, bead) = (try decoder.decode(), try decoder.decode()) }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(number)
        try encoder.encode(bead)
    }
}

/// Graphs of knots made at random.
struct KnotGraph {
    let knots: [Knot]

    /// - Parameters:
    ///   - base: Added to all numbers, so that no two graphs have the same.
    ///   - hasAnyObjects: Whether objects are encoded as values of a protocol type.
    init(base: Int, hasAnyObjects: Bool, using generator: inout SplitMix64) {
        let count = Int.random(in: 1...9, using: &generator)
        let all = (0..<count).map { index -> Knot in
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: Knot(base + index)
            case 1: KnotB(base + index)
            default: KnotC(base + index)
            }
        }
        let beads = (0..<3).map { KnotBead(base + 20 + $0, all.randomElement(using: &generator)) }
        knots = all
        for (index, knot) in all.enumerated() {
            // Mostly a later one, so that few graphs are circular.
            func pick() -> Knot? {
                switch Int.random(in: 0..<40, using: &generator) {
                case 0: all.randomElement(using: &generator)
                case 1..<22: all[(index + 1)...].randomElement(using: &generator)
                default: nil
                }
            }
            // A bead may lead back; it is given to few.
            func bead() -> KnotBead? {
                Int.random(in: 0..<12, using: &generator) == 0 ? beads.randomElement(using: &generator) : nil
            }
            knot.mode = Knot.Mode(rawValue: Int.random(in: 0..<1_024, using: &generator))
            if Int.random(in: 0..<4, using: &generator) != 0 { knot.mode.subtract([.throwsEarly, .throwsLate]) }
            knot.first = pick()
            knot.other = pick()
            switch Int.random(in: 0..<4, using: &generator) {
            case 0 where hasAnyObjects: knot.any = pick()
            case 1 where hasAnyObjects: knot.any = bead()
            case 2: knot.any = KnotMark(base + 40 + index, bead())
            default: break
            }
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: knot.payload = pick().map { .knot($0) } ?? .none
            case 1: knot.payload = (pick() as? KnotB).map { .knotB($0) } ?? .none
            case 2: knot.payload = bead().map { .bead($0) } ?? .none
            default: break
            }
            knot.set = Set((0..<2).compactMap { _ in pick() })
            knot.tags = Set((0..<2).map { KnotTag(base + 60 + index + $0, nil) })
            if let target = pick() { knot.tags.insert(KnotTag(base + 80 + index, target)) }
            knot.marks = [KnotTag(base + 60 + index, nil): KnotMark(base + 40 + index, nil)]
            if let key = pick() { knot.beads = [key: KnotBead(base + 30 + index, pick())] }
            knot.list = (0..<Int.random(in: 0..<3, using: &generator)).map { _ in pick() }
            knot.deferred = Bool.random(using: &generator) ? all.randomElement(using: &generator) : nil
            knot.weak = Bool.random(using: &generator) ? all.randomElement(using: &generator) : nil
            knot.last = pick()
        }
    }

    /// Takes the graph apart, which may have cycles.
    static func release(_ knots: [Knot]) {
        var pending = knots
        var known = Set<ObjectIdentifier>()
        while let knot = pending.popLast() {
            guard known.insert(ObjectIdentifier(knot)).inserted else { continue }
            pending +=
                [knot.first, knot.other, knot.deferred, knot.last].compactMap { $0 } + knot.list.compactMap { $0 }
            pending += knot.set + knot.tags.compactMap(\.knot) + knot.beads.keys + knot.beads.values.compactMap(\.knot)
            switch knot.payload {
            case .knot(let other): pending.append(other)
            case .knotB(let other): pending.append(other)
            case .bead(let bead): bead.knot.map { pending.append($0) }
            case .none: break
            }
            if let other = knot.any as? Knot { pending.append(other) }
            for bead in [knot.any as? KnotBead, (knot.any as? KnotMark)?.bead] {
                bead?.knot.map { pending.append($0) }
                bead?.knot = nil
            }
            (knot.first, knot.other, knot.deferred, knot.last, knot.any) = (nil, nil, nil, nil, nil)
            (knot.list, knot.set, knot.tags, knot.beads, knot.payload) = ([], [], [], [:], .none)
        }
    }
}

/// Graphs of knots as text: objects are numbered as they are met, so that identities can be compared.
struct KnotText {
    private var ids: [ObjectIdentifier: Int] = [:]

    static func describe(_ error: any Error) -> String {
        guard let error = error as? GraphCodableError else { return "\(error)" }
        return "\(error.code): \(error.message)" + (error.underlyingError.map { " Cause: \(describe($0))" } ?? "")
    }

    mutating func describe(_ knot: Knot?) -> String {
        guard let knot else { return "-" }
        if let id = ids[ObjectIdentifier(knot)] { return "@\(id)" }
        let id = ids.count
        ids[ObjectIdentifier(knot)] = id
        var text = "\(type(of: knot))@\(id)(\(knot.number) \(knot.mode.rawValue) first:\(describe(knot.first))"
        text += " other:\(describe(knot.other)) any:\(describe(any: knot.any)) payload:"
        switch knot.payload {
        case .none: text += "-"
        case .knot(let knot): text += "knot " + describe(knot)
        case .knotB(let knot): text += "B " + describe(knot)
        case .bead(let bead): text += describe(bead)
        }
        text += " set:" + knot.set.sorted { $0.number < $1.number }.map { describe($0) }.joined(separator: ",")
        text += " tags:" + knot.tags.sorted { $0.number < $1.number }.map { describe($0) }.joined(separator: ",")
        for (tag, mark) in knot.marks { text += " \(describe(tag)):\(describe(any: mark))" }
        for (key, bead) in knot.beads { text += " \(describe(key)):\(describe(bead))" }
        text += " list:" + knot.list.map { describe($0) }.joined(separator: ",")
        text += " deferred:\(describe(knot.deferred)) weak:\(describe(knot.weak)) last:\(describe(knot.last))"
        return text + " log:\(knot.log))"
    }

    private mutating func describe(_ tag: KnotTag) -> String { "tag \(tag.number) \(describe(tag.knot))" }

    private mutating func describe(_ bead: KnotBead?) -> String {
        guard let bead else { return "-" }
        if let id = ids[ObjectIdentifier(bead)] { return "@\(id)" }
        ids[ObjectIdentifier(bead)] = ids.count
        return "bead \(bead.number) \(describe(bead.knot))"
    }

    private mutating func describe(any value: (any KnotMarker)?) -> String {
        switch value {
        case let knot as Knot: describe(knot)
        case let bead as KnotBead: describe(bead)
        case let mark as KnotMark: "mark \(mark.number) \(describe(mark.bead))"
        default: "-"
        }
    }
}
