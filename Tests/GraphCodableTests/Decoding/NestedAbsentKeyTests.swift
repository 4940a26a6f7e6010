import GraphCodable
import TestSupport
import Testing

/// Composites with absent keys inside one another: when an inner one ends, bytes of the outer one may move.
struct NestedAbsentKeyTests {
    struct Name: RawRepresentable {
        let rawValue: String
        init(rawValue: String) { self.rawValue = rawValue }
        init(_ number: Int) { rawValue = "\(number)" }
    }

    enum First {}
    enum Second {}

    indirect enum Field: Equatable {
        case absent, flag
        case first(Tree<First>)
        case second(Tree<Second>)
    }

    /// A value with a flag in each third field, and in the others values of two types that have shapes of their own.
    struct Tree<Kind>: GCodable, Equatable {
        /// The number of an additional key, which gives the type many shapes; 0 for none.
        let extra: Int
        var fields: [Field]

        init(extra: Int, _ fields: [Field]) { (self.extra, self.fields) = (extra, fields) }

        init(from decoder: GDecoder) throws {
            let count: Int = try decoder.decode()
            extra = try (1..<100).first { try decoder.contains(Name(100 + $0)) } ?? 0
            fields = try (0..<count).map { number in
                switch number % 3 {
                case 0: try decoder.decodeIfPresent(for: Name(number)).map { (_: Bool) in .flag } ?? .absent
                case 1: try decoder.decodeIfPresent(for: Name(number)).map { .first($0) } ?? .absent
                default: try decoder.decodeIfPresent(for: Name(number)).map { .second($0) } ?? .absent
                }
            }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(fields.count)
            if extra > 0 { try encoder.encode(true, for: Name(100 + extra)) }
            for (number, field) in fields.enumerated() {
                switch field {
                case .absent: try encoder.encodeIfPresent(nil as Bool?, for: Name(number))
                case .flag: try encoder.encode(true, for: Name(number))
                case .first(let tree): try encoder.encode(tree, for: Name(number))
                case .second(let tree): try encoder.encode(tree, for: Name(number))
                }
            }
        }
    }

    private static func tree<Kind>(_ depth: Int, _ random: inout SplitMix64) -> Tree<Kind> {
        let extra = Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 1..<100, using: &random) : 0
        return Tree(
            extra: extra,
            (0..<Int.random(in: 0...6, using: &random)).map { number in
                guard number % 3 == 0 || depth > 0, Bool.random(using: &random) else { return .absent }
                switch number % 3 {
                case 0: return .flag
                case 1: return .first(tree(depth - 1, &random))
                default: return .second(tree(depth - 1, &random))
                }
            })
    }

    @Test func nestedValuesWithAbsentKeysComeBack() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        let (encoder, decoder) = (GraphEncoder(), GraphDecoder())
        for _ in 0..<Torture.count(12, torture: 4_000) {
            let trees: [Tree<First>] = (0..<200).map { _ in Self.tree(3, &random) }
            let bytes = try encoder.encode(trees) as Bytes
            try GraphArchive(bytes).verify()
            #expect(try decoder.decode([Tree<First>].self, from: bytes) == trees, "seed \(seed)")
        }
    }
}
