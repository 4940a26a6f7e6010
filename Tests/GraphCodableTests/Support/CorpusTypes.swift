import Foundation
import GraphCodable
import Testing

/// The types that the archives of `Tests/Corpus/decoding` are decoded as, by their names in its list.
enum CorpusTypes {
    enum Key: String { case next }

    class Node: GCodable {
        let next: Node?
        required init(from decoder: GDecoder) throws { next = try decoder.decode(for: Key.next) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(next, for: Key.next) }
    }

    final class Leaf: Node {}

    final class Other: GCodable {
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    enum Suit: String, GCodable { case hearts, spades }

    struct Vector: GTrivialCodable { let x, y: Float }

    struct Pair: GTrivialCodable { let first, second: Int32 }

    /// Holds a suit whose type the archive names.
    struct Box: GDecodable {
        let suit: Suit
        init(from decoder: GDecoder) throws {
            suit = try decoder.decode(any: Suit.self)
        }
    }

    /// Gives the types the names that they have in the archives.
    private static let registration: Void = {
        for type in [Node.self, Leaf.self, Other.self, Suit.self] as [any GDecodable.Type] {
            do {
                try type.register(as: "Corpus.\(type)")
            } catch {
                Issue.record(error)
            }
        }
    }()

    /// The name of an object's class in the archives.
    private static func name(_ node: Node) -> String { node is Leaf ? "\"Corpus.Leaf\"" : "\"Corpus.Node\"" }

    private static func text(_ string: String) -> String { "\"\(string)\"" }

    private static func list(_ elements: some Sequence<some Comparable>) -> String { "\(elements.sorted())" }

    private static func decoder<Value: GDecodable>(
        _ type: Value.Type, _ show: @escaping @Sendable (Value) throws -> String
    ) -> @Sendable (Bytes) throws -> String where Value: SendableMetatype {
        { try show(try decode(type, $0)) }
    }

    private static func decode<Value: GDecodable>(_ type: Value.Type, _ bytes: Bytes) throws -> Value {
        registration
        return try GraphDecoder().decode(type, from: bytes)
    }

    private static func plain<Value: GDecodable & SendableMetatype>(
        _ type: Value.Type
    ) -> @Sendable (Bytes) throws -> String {
        decoder(type) { "\($0)" }
    }

    static let decoders: [String: @Sendable (Bytes) throws -> String] = numbers.merging(others) { first, _ in first }

    private static let numbers: [String: @Sendable (Bytes) throws -> String] = [
        "Int": plain(Int.self), "Int8": plain(Int8.self), "Int16": plain(Int16.self), "Int32": plain(Int32.self),
        "Int64": plain(Int64.self), "Int128": plain(Int128.self), "UInt": plain(UInt.self),
        "UInt8": plain(UInt8.self), "UInt16": plain(UInt16.self), "UInt32": plain(UInt32.self),
        "UInt64": plain(UInt64.self), "UInt128": plain(UInt128.self), "Bool": plain(Bool.self),
        "Double": plain(Double.self), "Float": plain(Float.self), "Float16": plain(Float16.self),
        "CGFloat": plain(CGFloat.self),
        "[Int]": plain([Int].self), "[Int8]": plain([Int8].self), "[Int16]": plain([Int16].self),
        "[Int32]": plain([Int32].self), "[Int64]": plain([Int64].self), "[Int128]": plain([Int128].self),
        "[UInt]": plain([UInt].self), "[UInt8]": plain([UInt8].self), "[UInt16]": plain([UInt16].self),
        "[UInt32]": plain([UInt32].self), "[UInt64]": plain([UInt64].self), "[UInt128]": plain([UInt128].self),
        "[Bool]": plain([Bool].self), "[Double]": plain([Double].self), "[Float]": plain([Float].self),
        "[Float16]": plain([Float16].self), "[String]": plain([String].self), "[Int?]": plain([Int?].self),
    ]

    private static let others: [String: @Sendable (Bytes) throws -> String] = [
        "String": decoder(String.self, text),
        "Character": decoder(Character.self) { text(String($0)) },
        "Unicode.Scalar": decoder(Unicode.Scalar.self) { "\($0.value)" },
        "Int?": decoder(Int?.self) { $0.map { "\($0)" } ?? "null" },
        "Int??": decoder(Int??.self) { $0.map { $0.map { "\($0)" } ?? "{\"some\": null}" } ?? "null" },
        "String?": decoder(String?.self) { $0.map(text) ?? "null" },
        "String??": decoder(String??.self) { $0.map { $0.map(text) ?? "{\"some\": null}" } ?? "null" },
        "[Int]?": decoder([Int]?.self) { $0.map { "\($0)" } ?? "null" },
        "Set<Int>": decoder(Set<Int>.self, list),
        "Set<Bool>": decoder(Set<Bool>.self) { list($0.map { $0 ? "true" : "false" }).replacing("\"", with: "") },
        "[String: Int]": decoder([String: Int].self) { dictionary in
            "{" + dictionary.sorted { $0.key < $1.key }.map { "\(text($0)): \($1)" }.joined(separator: ", ") + "}"
        },
        "Data": decoder(Data.self) { "\(Array($0))" },
        "UUID": decoder(UUID.self) { text($0.uuidString) },
        "Duration": decoder(Duration.self) { "\($0.attoseconds)" },
        "Date": decoder(Date.self) { "\($0.timeIntervalSinceReferenceDate)" },
        "DateInterval": decoder(DateInterval.self) { "\([$0.start.timeIntervalSinceReferenceDate, $0.duration])" },
        "TimeZone": decoder(TimeZone.self) { "\($0.secondsFromGMT())" },
        "Calendar": decoder(Calendar.self) { text("\($0.identifier)") },
        "IndexPath": decoder(IndexPath.self) { "\(Array($0))" },
        "IndexSet": decoder(IndexSet.self) { "\(Array($0))" },
        "SIMD2<Int32>": decoder(SIMD2<Int32>.self) { "\([$0.x, $0.y])" },
        "SIMD3<Int32>": decoder(SIMD3<Int32>.self) { "\([$0.x, $0.y, $0.z])" },
        "Range<Int>": decoder(Range<Int>.self) { "\([$0.lowerBound, $0.upperBound])" },
        "Decimal": decoder(Decimal.self) { text("\($0)") },
        "Corpus.Suit": decoder(Suit.self) { text($0.rawValue) },
        "Corpus.Node": decoder(Node.self, name),
        "Corpus.Node?": decoder(Node?.self) { $0.map(name) ?? "null" },
        "Corpus.Leaf": decoder(Leaf.self, name),
        "Corpus.Other": decoder(Other.self) { _ in "\"Corpus.Other\"" },
        "[Corpus.Node]": decoder([Node].self) { "[" + $0.map(name).joined(separator: ", ") + "]" },
        "[Corpus.Leaf]": decoder([Leaf].self) { "[" + $0.map(name).joined(separator: ", ") + "]" },
        "[Corpus.Other]": decoder([Other].self) { "\($0.count)" },
        "Corpus.Vector": decoder(Vector.self) { "\([$0.x, $0.y])" },
        "[Corpus.Vector]": decoder([Vector].self) { "\($0.map { [$0.x, $0.y] })" },
        "[Corpus.Pair]": decoder([Pair].self) { "\($0.map { [$0.first, $0.second] })" },
        "Corpus.Pair": decoder(Pair.self) { "\([$0.first, $0.second])" },
        "Corpus.Box": decoder(Box.self) { text($0.suit.rawValue) },
    ]
}
