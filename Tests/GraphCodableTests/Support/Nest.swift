import GraphCodable

/// A value with parts of every kind and size, with and without keys. Archives of it end their chunks in any kind of value.
struct Nest: Hashable, GCodable {
    indirect enum Part: Hashable {
        case absent
        case text(String)
        case nest(Nest)
        case object(Holder)
        case texts([String])
        case set(Set<String>)
        case names([String: Nest])
        case inPlaceTexts(InPlace<[String]>)
        case inPlaceSet(InPlace<Set<String>>)
        case inPlaceNames(InPlace<[String: Nest]>)
    }

    /// The class of the parts that have an identity.
    final class Holder: Hashable, GCodable {
        let nest: Nest
        init(_ nest: Nest) { self.nest = nest }
        init(from decoder: GDecoder) throws { nest = try decoder.decode(for: Key(rawValue: "nest")) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(nest, for: Key(rawValue: "nest")) }
        static func == (left: Holder, right: Holder) -> Bool { left.nest == right.nest }
        func hash(into hasher: inout Hasher) { hasher.combine(nest) }
    }

    /// Archives a collection by the collection's own `encode(to:)`: as a composite with a slot for each element.
    struct InPlace<Value: GCodable & Hashable>: Hashable, GCodable {
        let value: Value
        init(_ value: Value) { self.value = value }
        init(from decoder: GDecoder) throws { value = try Value(from: decoder) }
        func encode(to encoder: GEncoder) throws { try value.encode(to: encoder) }
    }

    struct Key: RawRepresentable {
        let rawValue: String
        static let layout = Key(rawValue: "layout")
        init(rawValue: String) { self.rawValue = rawValue }
        init(_ prefix: Character, _ index: Int) { rawValue = "\(prefix)\(index)" }
    }

    /// The prefix of the keys, and a letter for each part. A part with a capital letter has a key.
    let layout: String
    let parts: [Part]
    private var prefix: Character { layout.first ?? " " }

    private init(_ layout: String, _ parts: [Part]) { (self.layout, self.parts) = (layout, parts) }

    // MARK: Archiving

    func encode(to encoder: GEncoder) throws {
        try encoder.encode(layout, for: Key.layout)
        for (index, (letter, part)) in zip(layout.dropFirst(), parts).enumerated() {
            func encode(_ value: some GEncodable) throws {
                if letter.isUppercase {
                    try encoder.encode(value, for: Key(prefix, index))
                } else {
                    try encoder.encode(value)
                }
            }
            switch part {
            case .absent: try encoder.encodeIfPresent(String?.none, for: Key(prefix, index))
            case .text(let value): try encode(value)
            case .nest(let value): try encode(value)
            case .object(let value): try encode(value)
            case .texts(let value): try encode(value)
            case .set(let value): try encode(value)
            case .names(let value): try encode(value)
            case .inPlaceTexts(let value): try encode(value)
            case .inPlaceSet(let value): try encode(value)
            case .inPlaceNames(let value): try encode(value)
            }
        }
    }

    init(from decoder: GDecoder) throws {
        let layout: String = try decoder.decode(for: Key.layout)
        let prefix = layout.first ?? " "
        self.layout = layout
        parts = try layout.dropFirst().enumerated().map { index, letter in
            func decode<Value: GDecodable>() throws -> Value {
                try letter.isUppercase ? decoder.decode(for: Key(prefix, index)) : decoder.decode()
            }
            return switch letter.lowercased() {
            case "t": .text(try decode())
            case "n": .nest(try decode())
            case "o": .object(try decode())
            case "a": .texts(try decode())
            case "s": .set(try decode())
            case "d": .names(try decode())
            case "x": .inPlaceTexts(try decode())
            case "y": .inPlaceSet(try decode())
            case "z": .inPlaceNames(try decode())
            default: try decoder.contains(Key(prefix, index)) ? .text("") : .absent
            }
        }
    }

    // MARK: Making

    /// Makes a value at random, of about two hundred parts.
    static func random(_ random: inout some RandomNumberGenerator) -> Nest {
        var partsLeft = 200
        return Nest.random(depth: 0, &partsLeft, &random)
    }

    private static func random(
        depth: Int, _ partsLeft: inout Int, _ random: inout some RandomNumberGenerator
    ) -> Nest {
        // Some have more slots than a shape may have, and some more without keys.
        let limit = Int.random(in: 0..<40, using: &random) == 0 ? 1_100 : depth == 0 ? 30 : 24
        let count = limit == 1_100 ? limit : Int.random(in: 0..<limit, using: &random)
        let keyedPercent = [0, 50, 100].randomElement(using: &random) ?? 0
        var layout = String("abcdefgh".randomElement(using: &random) ?? "a")
        var parts: [Part] = []
        for _ in 0..<count {
            partsLeft -= 1
            let isSimple = partsLeft < 0 || limit == 1_100
            let (letter, part) =
                isSimple
                ? ("t", Part.text("text")) : part(depth: depth, &partsLeft, &random)
            let isKeyed = part == .absent || Int.random(in: 0..<100, using: &random) < keyedPercent
            layout += isKeyed ? letter.uppercased() : letter
            parts.append(part)
        }
        return Nest(layout, parts)
    }

    private static func part(
        depth: Int, _ partsLeft: inout Int, _ random: inout some RandomNumberGenerator
    ) -> (String, Part) {
        switch Int.random(in: depth < 8 ? 0..<14 : 6..<12, using: &random) {
        case 0..<3: return ("n", .nest(Nest.random(depth: depth + 1, &partsLeft, &random)))
        case 3: return ("o", .object(Holder(Nest.random(depth: depth + 1, &partsLeft, &random))))
        case 4, 5:
            var names: [String: Nest] = [:]
            for number in 0..<Int.random(in: 0..<4, using: &random) {
                names["name \(number)"] = Nest.random(depth: depth + 1, &partsLeft, &random)
            }
            return Bool.random(using: &random) ? ("d", .names(names)) : ("z", .inPlaceNames(InPlace(names)))
        case 6: return ("-", .absent)
        case 7: return ("a", .texts(texts(&random)))
        case 8: return ("s", .set(Set(texts(&random))))
        case 9: return ("x", .inPlaceTexts(InPlace(texts(&random))))
        case 10: return ("y", .inPlaceSet(InPlace(Set(texts(&random)))))
        default: return ("t", .text(text(&random)))
        }
    }

    private static func texts(_ random: inout some RandomNumberGenerator) -> [String] {
        let isLong = Int.random(in: 0..<8, using: &random) == 0
        return (0..<Int.random(in: 0..<(isLong ? 2_000 : 20), using: &random)).map { number in
            "text \(number) " + String(repeating: "-", count: Int.random(in: 0..<30, using: &random))
        }
    }

    private static func text(_ random: inout some RandomNumberGenerator) -> String {
        let limit = [20, 20, 400, 5_000, 50_000].randomElement(using: &random) ?? 20
        return String(repeating: "-", count: Int.random(in: 0..<limit, using: &random))
    }
}
