import Foundation
import GraphCodable
import Testing

/// A small archive that is kept in the repository, with the code that made it.
///
/// The archives show that a release reads what earlier ones wrote, and that the same graph gives the same bytes. They are
/// made again by `make goldens`, which must not be used after the format has been released.
struct Golden: Sendable, CustomTestStringConvertible {
    let name: String
    /// Encodes the graph.
    let make: @Sendable () throws -> Bytes
    /// Decodes an archive and encodes what came back.
    let recode: @Sendable (Bytes) throws -> Bytes

    init<Root: GCodable & SendableMetatype>(_ name: String, _ make: @escaping @Sendable () -> Root) {
        self.name = name
        self.make = { try GraphEncoder().encode(make()) }
        recode = { try GraphEncoder().encode(try GraphDecoder().decode(Root.self, from: $0)) }
    }

    var testDescription: String { name }

    /// The folder of all golden archives.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Goldens")
        .standardizedFileURL

    var url: URL { Self.folder.appending(path: name + ".graph") }

    var bytes: Bytes {
        get throws { Bytes(try Data(contentsOf: url)) }
    }

    static let all: [Golden] = [
        Golden("sample") { SampleGraph.make(isDeterministic: true) },
        Golden("nothing") { Int?.none },
        Golden("empty-array") { [Int]() },
        Golden("integers") {
            PlainNumbers(
                numbers: [0, 63, 64, -1, -128, 128, 32_767, -32_769, 1 << 31, -1 << 40, .max, .min],
                unsigned: [0, 1 << 63, .max], wide: [.min, .max, -1, 1 << 70], wideUnsigned: [.max, 1 << 127])
        },
        Golden("fractions") {
            PlainFractions(
                doubles: [0, -0.0, 1.5, 0.1, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude],
                floats: [0, -0.0, 1.5, .infinity], double: 0.1, narrow: 2.5,
                nan: Double(bitPattern: 0x7FF8_0000_0000_0001))
        },
        Golden("strings") {
            [
                "", "a", String(repeating: "x", count: 31), String(repeating: "y", count: 32), "Grüße 🌍",
                "\0\u{FEFF}\u{301}",
            ]
        },
        Golden("optionals") { [1, nil, .some(nil), 2] as [Int??] },
        Golden("booleans") { [true, false, true] },
        Golden("dictionary") { ["key": [1, 2, 3]] },
        Golden("list") { SampleGraph.List(Array(0..<100)) },
        Golden("cycle") {
            let first = DeepGraphTests.Link(1)
            let second = DeepGraphTests.Link(2)
            first.next = second
            second.previous = first
            return first
        },
        Golden("conditional") { Absent() },
        Golden("identities") {
            let tag = SampleGraph.Tag(id: 1, text: "one")
            return [tag, tag, SampleGraph.Tag(id: 2, text: "two"), tag]
        },
        // Large and regular enough for the filter of compressed archives.
        Golden("tags") {
            (0..<50).map { SampleGraph.Tag(id: $0 * 37, text: ["one", "two", "three hundred"][$0 % 3]) }
        },
        Golden("decimals") { (0..<60).map { Double($0 * $0) / 100 } },
        Golden("trivial-arrays") {
            [[], [Step(time: -0.0, count: .min)], (0..<60).map { Step(time: Double($0 * $0) / 100, count: $0 * 37) }]
        },
        Golden("nested") { DeepGraphTests.Nested.make(40) },
        Golden("many-shapes") { ManyShapes() },
    ]

    /// An array of these has padding between its elements.
    struct Step: GTrivialCodable {
        var time: Double
        var count: Int32
    }

    struct PlainNumbers: GCodable {
        let numbers: [Int]
        let unsigned: [UInt64]
        let wide: [Int128]
        let wideUnsigned: [UInt128]
        private enum Key: String { case numbers, unsigned, wide, wideUnsigned, each }
        init(numbers: [Int], unsigned: [UInt64], wide: [Int128], wideUnsigned: [UInt128]) {
            (self.numbers, self.unsigned, self.wide, self.wideUnsigned) = (numbers, unsigned, wide, wideUnsigned)
        }
        init(from decoder: GDecoder) throws {
            numbers = try decoder.decode(for: Key.numbers)
            unsigned = try decoder.decode(for: Key.unsigned)
            wide = try decoder.decode(for: Key.wide)
            wideUnsigned = try decoder.decode(for: Key.wideUnsigned)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(numbers, for: Key.numbers)
            try encoder.encode(unsigned, for: Key.unsigned)
            try encoder.encode(wide, for: Key.wide)
            try encoder.encode(wideUnsigned, for: Key.wideUnsigned)
            // Alone, each takes the shortest of many forms.
            for number in numbers { try encoder.encode(number) }
            for number in unsigned { try encoder.encode(number) }
            for number in wide { try encoder.encode(number) }
            for number in wideUnsigned { try encoder.encode(number) }
        }
    }

    struct PlainFractions: GCodable {
        let doubles: [Double]
        let floats: [Float]
        let double: Double
        let narrow: Double
        let nan: Double
        private enum Key: String { case doubles, floats, double, narrow, nan }
        init(doubles: [Double], floats: [Float], double: Double, narrow: Double, nan: Double) {
            (self.doubles, self.floats, self.double, self.narrow, self.nan) = (doubles, floats, double, narrow, nan)
        }
        init(from decoder: GDecoder) throws {
            doubles = try decoder.decode(for: Key.doubles)
            floats = try decoder.decode(for: Key.floats)
            double = try decoder.decode(for: Key.double)
            narrow = try decoder.decode(for: Key.narrow)
            nan = try decoder.decode(for: Key.nan)
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(doubles, for: Key.doubles)
            try encoder.encode(floats, for: Key.floats)
            try encoder.encode(double, for: Key.double)
            try encoder.encode(narrow, for: Key.narrow)
            try encoder.encode(nan, for: Key.nan)
        }
    }

    /// Refers to an object that is not archived.
    struct Absent: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {
            guard try decoder.decode() as SampleGraph.Group? == nil else {
                throw GraphCodableError(.malformed, "The object is there.")
            }
        }
        func encode(to encoder: GEncoder) throws { try encoder.encodeConditional(SampleGraph.Group()) }
    }

    /// More shapes than there are tags for: one struct that writes different keys each time.
    struct ManyShapes: GCodable {
        struct One: GCodable {
            struct Key: RawRepresentable { let rawValue: String }
            let number: Int
            init(number: Int) { self.number = number }
            init(from decoder: GDecoder) throws {
                for number in 0..<40 where try decoder.contains(Key(rawValue: "k\(number)")) {
                    self.number = try decoder.decode(for: Key(rawValue: "k\(number)"))
                    return
                }
                throw GraphCodableError(.keyNotFound, "There is no number.")
            }
            func encode(to encoder: GEncoder) throws { try encoder.encode(number, for: Key(rawValue: "k\(number)")) }
        }
        init() {}
        init(from decoder: GDecoder) throws {
            let all: [One] = try decoder.decode()
            guard all.map(\.number) == Array(0..<40) else {
                throw GraphCodableError(.malformed, "There are other numbers.")
            }
        }
        func encode(to encoder: GEncoder) throws { try encoder.encode((0..<40).map { One(number: $0) }) }
    }
}
