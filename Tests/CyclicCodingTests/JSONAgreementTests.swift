import CyclicCoding
import Foundation
import GraphCodable
import TestSupport
import Testing

/// What one type has encoded, and another one decodes, is the same as with Foundation's JSON coders.
struct JSONAgreementTests {
    struct Box<Value: Codable>: Codable {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    enum Suit: String, Codable, CodingKeyRepresentable { case clubs, hearts }

    struct Point: Codable, Equatable { var x = 1, y = 2 }
    struct OnlyX: Codable, Equatable { var x = 3 }
    struct Empty: Codable, Equatable {}

    /// Encodes one key by two containers.
    struct Merged: Codable, Equatable {
        var point = Point()
        var note = "n"
        enum CodingKeys: CodingKey { case point }
        enum InnerKeys: CodingKey { case note }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            point = try container.decode(Point.self, forKey: .point)
            note = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .point).decode(
                String.self, forKey: .note)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(point, forKey: .point)
            var inner = container.nestedContainer(keyedBy: InnerKeys.self, forKey: .point)
            try inner.encode(note, forKey: .note)
        }
    }

    /// Adds fields to a dictionary that it has encoded.
    struct Extended: Codable, Equatable {
        var numbers: [String: Int]
        enum CodingKeys: CodingKey { case numbers }
        enum InnerKeys: String, CodingKey { case first = "0", last, added }

        init(_ count: Int) {
            numbers = Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", $0) })
            numbers["last"] = count
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(numbers, forKey: .numbers)
            var inner = container.nestedContainer(keyedBy: InnerKeys.self, forKey: .numbers)
            for key in [InnerKeys.last, .added, .first, .added] { try inner.encode(-1, forKey: key) }
        }
    }

    /// Adds an element to an array that it has encoded.
    struct Lengthened<Element: Codable & Equatable>: Codable, Equatable {
        var list: [Element]
        enum CodingKeys: CodingKey { case list }

        init(_ list: [Element]) { self.list = list }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(list, forKey: .list)
            var inner = container.nestedUnkeyedContainer(forKey: .list)
            try list.first.map { try inner.encode($0) }
        }
    }

    typealias Sample = Codable & Equatable & SendableMetatype

    private var samples: [any Sample] {
        let numbers = [0, 1, 2, 33, 34, 40].map { Array(0..<$0) }
        var samples: [any Sample] = numbers
        samples += numbers.map { Dictionary(uniqueKeysWithValues: $0.map { ("\($0)", $0) }) }
        samples += numbers.map { Dictionary(uniqueKeysWithValues: $0.map { ($0, $0) }) }
        samples += numbers.map { Dictionary(uniqueKeysWithValues: $0.map { (UInt8($0), $0) }) }
        samples += numbers.map { Set($0) } + numbers.map { $0.map { "\($0)" } } + numbers.map { $0.map { [$0] } }
        samples += numbers.map { $0.map { Double($0) + 0.5 } }
        return samples + [
            [Suit.clubs: 1, .hearts: 2], [Suit: Int](), 7, -1, 300, UInt64.max, 1.5, true, "text", "",
            Point(), OnlyX(), Empty(), [Point(), Point(x: 5, y: 6)], [OnlyX()], [Empty()], [[1, 2], []], Merged(),
            Extended(2), Extended(100), Lengthened([1, 2]), Lengthened(["a"]), Lengthened([[1.5]]), Lengthened([Int]()),
            Point?.none, Point?.some(Point()), [1, nil] as [Int?], ["x": nil, "y": 1] as [String: Int?],
        ]
    }

    private func json<Old: Codable, New: Codable>(_ old: Old, _ type: New.Type) throws -> New {
        try JSONDecoder().decode(Box<New>.self, from: JSONEncoder().encode(Box(old))).value
    }

    private func direct<Old: Codable, New: Codable>(_ old: Old, _ type: New.Type) throws -> New {
        try CyclicDecoder().decode(Box<New>.self, from: CyclicEncoder().flatten(Box(old))).value
    }

    private func stored<Old: Codable, New: Codable>(_ old: Old, _ type: New.Type) throws -> New {
        let bytes: Bytes = try GraphEncoder().encode(codable: Box(old))
        return try GraphDecoder().decode(Box<New>.self, codable: bytes).value
    }

    private func text<Old: Codable, New: Codable>(_ old: Old, _ type: New.Type) throws -> New {
        let container = try JSONEncoder().encode(CyclicEncoder().flatten(Box(old)))
        return try CyclicDecoder().decode(
            Box<New>.self, from: JSONDecoder().decode(FlattenedContainer.self, from: container)
        ).value
    }

    private func compare<New: Sample>(_ old: any Sample, _ type: New.Type) {
        func compare<Old: Sample>(_ old: Old) {
            let expected = try? json(old, type)
            for (name, decode) in [("directly", direct), ("stored", stored), ("as JSON", text)]
                as [(String, (Old, New.Type) throws -> New)]
            {
                let found = try? decode(old, type)
                #expect(found == expected, "\(Old.self) \(old), decoded \(name) as \(New.self)")
            }
        }
        compare(old)
    }

    private func compareAll<New: Sample>(as sample: New) {
        for old in samples { compare(old, New.self) }
    }

    @Test func eachTypeReadsOfEachOtherWhatItReadsOfJSON() {
        var types: Set<ObjectIdentifier> = []
        for sample in samples where types.insert(ObjectIdentifier(Swift.type(of: sample))).inserted {
            compareAll(as: sample)
        }
    }

    @Test func errorsInDictionariesHaveTheSamePaths() {
        func path<Old: Codable, New: Codable>(_ decode: (Old, New.Type) throws -> New, _ old: Old, _ type: New.Type)
            -> [String]
        {
            do {
                _ = try decode(old, type)
            } catch let error as DecodingError {
                guard case .typeMismatch(_, let context) = error else { return ["\(error)"] }
                return context.codingPath.map { "\($0.stringValue) \($0.intValue ?? -1)" }
            } catch {
                return ["\(error)"]
            }
            return []
        }
        let (texts, numbers) = (["a": ["12": "x"]], [7: ["x"]])
        #expect(path(direct, texts, [String: [Int: Int]].self) == path(json, texts, [String: [Int: Int]].self))
        #expect(path(direct, numbers, [Int: [Bool]].self) == path(json, numbers, [Int: [Bool]].self))
        #expect(path(direct, texts, [Int: [Int: String]].self) == path(json, texts, [Int: [Int: String]].self))
        #expect(path(direct, texts, [String: [Int: Int]].self) == ["value -1", "a -1", "12 12"])
    }
}
