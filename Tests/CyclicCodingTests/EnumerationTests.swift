import CyclicCoding
import Foundation
import GraphCodable
import Testing

/// Enumerations write other keys with each case, and ask for all keys of a value.
struct EnumerationTests {
    enum Shape: Codable, Equatable {
        case a(Int), b(x: Int?), c, d(name: String), e, f([Int]), g(x: Int, y: Int), h, i(Bool), j
        indirect case nested(Shape)
    }

    /// Requests all keys as two types, one of which has fewer.
    struct Keys: Codable, Equatable {
        var texts: [String]
        var few: [String] = []
        struct AnyKey: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        enum FewKeys: CodingKey { case b, x }

        init(_ texts: [String]) {
            self.texts = texts
            few = texts.filter { FewKeys(stringValue: $0) != nil }
        }

        init(from decoder: any Decoder) throws {
            texts = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
            few = try decoder.container(keyedBy: FewKeys.self).allKeys.map(\.stringValue).sorted()
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for text in texts { try container.encode(1, forKey: AnyKey(stringValue: text)) }
        }
    }

    private func copies<Value: Codable>(_ value: Value) throws -> [Value] {
        let container = try CyclicEncoder().flatten(value)
        let json = try JSONDecoder().decode(FlattenedContainer.self, from: JSONEncoder().encode(container))
        let bytes: Bytes = try GraphEncoder().encode(codable: value)
        return [
            try CyclicDecoder().decode(Value.self, from: container), try CyclicDecoder().decode(Value.self, from: json),
            try GraphDecoder().decode(Value.self, codable: bytes),
        ]
    }

    @Test func manyCasesInTurnsAreWhatTheyWere() throws {
        let cases: [Shape] = [
            .a(1), .b(x: nil), .c, .d(name: "n"), .e, .f([1, 2]), .g(x: 1, y: 2), .h, .i(true), .j, .nested(.b(x: 1)),
            .nested(.nested(.c)),
        ]
        let shapes = (0..<100).map { cases[$0 * 7 % cases.count] } + cases.reversed()
        for copy in try copies(shapes) { #expect(copy == shapes) }
    }

    @Test func allKeysAreThoseOfTheTypeAndOfTheValue() throws {
        let values = (0..<3).flatMap { _ in
            [Keys(["a", "b"]), Keys([]), Keys(["b", "x"]), Keys(["c"])] + (0..<80).map { Keys(["b", "k\($0)"]) }
        }
        for copy in try copies(values) { #expect(copy == values) }
    }
}
