import TestSupport
import Testing

@testable import GraphCodable

/// A key without a value is left out, or marked as absent where a type has many shapes. Nothing that a program asks tells the
/// difference.
struct AbsentKeyTests {
    struct Name: RawRepresentable, Hashable {
        let rawValue: String
        init(rawValue: String) { self.rawValue = rawValue }
        init(_ number: Int) { rawValue = "field \(number)" }
    }

    enum Color: String, GCodable { case red }

    struct Inner: GCodable, Equatable {
        let number: Int
        init(_ number: Int) { self.number = number }
        init(from decoder: GDecoder) throws { number = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(number) }
    }

    /// Fields of which each may be there, may be nil, or may be absent.
    struct Fields: GCodable {
        enum Field: CaseIterable, Equatable { case absent, none, number, text, inner, optional }

        var fields: [Field] = []
        /// What the decoder said, one way after the other.
        var answers: [String] = []

        init(_ fields: [Field]) { self.fields = fields }

        func encode(to encoder: GEncoder) throws {
            for (number, field) in fields.enumerated() {
                let name = Name(number)
                switch field {
                case .absent: try encoder.encodeIfPresent(nil as Int?, for: name)
                case .none: try encoder.encode(nil as Int?, for: name)
                case .number: try encoder.encodeIfPresent(number, for: name)
                case .text: try encoder.encodeIfPresent("text", for: name)
                case .inner: try encoder.encodeIfPresent(Inner(number), for: name)
                case .optional: try encoder.encodeIfPresent(nil as Int??, for: name)
                }
                if number % 5 == 4 {
                    try encoder.encode(number)
                }
            }
            try encoder.encode(fields.count)
        }

        init(from decoder: GDecoder) throws {
            guard let ask = decoder.userInfo[Self.order] as? Order else { throw GraphCodableError(.misuse, "") }
            for number in ask.numbers {
                let name = Name(number)
                let undecoded = try decoder.undecodedKeysIfAsked(ask)
                answers.append(try Self.answer(number, name, ask, decoder) + undecoded)
            }
            answers.append("\(decoder.unkeyedCount)")
            while decoder.unkeyedCount > 0 {
                answers.append("\(try decoder.decode() as Int)")
            }
            answers.append("\(try decoder.undecodedKeys)")
            answers.append("\(try ask.numbers.filter { try decoder.wasEncoded(Name($0)) }.sorted())")
        }

        static let order = CodingUserInfoKey(rawValue: "order").unsafelyUnwrapped

        private static func answer(_ number: Int, _ name: Name, _ ask: Order, _ decoder: any GDecoder) throws -> String
        {
            func code(_ body: () throws -> String) -> String {
                do { return try body() } catch {
                    return "\((error as? GraphCodableError)?.code.description ?? "\(error)")"
                }
            }
            switch ask.questions[number] {
            case 0: return "\(try decoder.contains(name))"
            case 1: return code { "\(try decoder.decodeIfPresent(for: name) as Int?)" }
            case 2: return code { "\(try decoder.decode(for: name) as Int)" }
            case 3: return code { "\(try decoder.decode(for: name) as Int?)" }
            case 4: return code { "\(try decoder.decode(for: name, default: -1))" }
            case 5: return code { "\(try decoder.decode(for: name) as Inner)" }
            case 6: return code { "\(try decoder.decode(for: name) as Color)" }
            case 7: return code { "\(try decoder.decode(any: Any?.self, for: name) as Any)" }
            case 8: return code { "\(try decoder.decode(for: name) as [Int])" }
            case 9: return code { "\(try decoder.decodeIfPresent(for: name) as String?)" }
            case 10: return "\(try decoder.wasEncoded(name))"
            default:
                return code {
                    try decoder.deferDecode(for: name) { (_: Int?) in }
                    return "deferred"
                }
            }
        }
    }

    /// In which order a decoder is asked what.
    struct Order: Sendable {
        let numbers: [Int]
        let questions: [Int]
        let asksForKeys: Bool
    }

    /// The root alone has few shapes, so that keys are left out; behind others the keys of the same value are marked.
    @Test func decodersAnswerAlike() throws {
        var random = SplitMix64(seed: 7)
        let encoder = GraphEncoder()
        // What is defined to differ between Ints and texts does not matter: both archives are asked the same.
        let others = (0..<64).map { bits in
            Fields((0..<6).map { bits >> $0 & 1 == 0 ? .absent : .number })
        }
        for _ in 0..<200 {
            let count = Int.random(in: 0...24, using: &random)
            let value = Fields((0..<count).map { _ in Fields.Field.allCases.randomElement(using: &random) ?? .none })
            let order = Order(
                numbers: Bool.random(using: &random)
                    ? Array(0..<count) : (0..<count).shuffled(using: &random),
                questions: (0..<count).map { _ in Int.random(in: 0...11, using: &random) },
                asksForKeys: Int.random(in: 0..<4, using: &random) == 0)
            let decoder = GraphDecoder()
            decoder.userInfo[Fields.order] = order
            let plain = try encoder.encode(value) as Bytes
            let expected = Result { try decoder.decode(Fields.self, from: plain).answers }
            let crowd = try encoder.encode(Crowd(others, value)) as Bytes
            let found = Result { try decoder.decode(Last.self, from: crowd).value.answers }
            #expect(describe(found) == describe(expected), "\(value.fields) \(order)")
            let present = value.fields.indices.filter { ![.absent, .optional].contains(value.fields[$0]) }
            if case .success(let answers) = expected {
                #expect(answers.last == "\(present)", "\(value.fields) \(order)")
            }
        }
    }

    private func describe(_ result: Result<[String], any Error>) -> String {
        switch result {
        case .success(let answers): "\(answers)"
        case .failure(let error): "\((error as? GraphCodableError)?.code.description ?? "\(error)")"
        }
    }

    struct Crowd: GEncodable {
        let others: [Fields]
        let value: Fields
        init(_ others: [Fields], _ value: Fields) { (self.others, self.value) = (others, value) }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(others, for: Name(0))
            try encoder.encode(value, for: Name(1))
        }
    }

    struct Last: GDecodable {
        let value: Fields
        init(from decoder: GDecoder) throws { value = try decoder.decode(for: Name(1)) }
    }

    @Test func manyShapesBecomeFew() throws {
        let values = (0..<4_096).map { bits in
            Fields((0..<12).map { bits &* 2_654_435_761 >> ($0 + 3) & 1 == 0 ? .absent : .number })
        }
        let bytes = try GraphEncoder().encode(values) as Bytes
        let shapes = try GraphArchive(bytes).summary.shapes.count
        #expect(shapes <= 8 + 13)
        // The same bytes, whatever was encoded before.
        let encoder = GraphEncoder()
        for _ in 0..<2 {
            #expect(try encoder.encode(values) as Bytes == bytes)
            _ = try encoder.encode(values.reversed()) as Bytes
        }
        var streamed: Bytes = []
        try encoder.encode(values) { streamed.append(contentsOf: $0) }
        #expect(streamed == bytes)
    }

    /// Where hardly any of the keys are there, marking the others would cost more than shapes.
    @Test func sparseValuesAreNotFilledUp() throws {
        let values = (0..<300).map { number in Fields((0..<300).map { $0 == number ? .number : .absent }) }
        #expect(try (GraphEncoder().encode(values) as Bytes).count < 300 * 400)
    }

    /// A key that was said to be absent after it had been written is there.
    struct Twice: GCodable {
        let number: Int
        init(_ number: Int) { self.number = number }
        init(from decoder: GDecoder) throws { number = try decoder.decode(for: Name(1)) }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number, for: Name(1))
            try encoder.encodeIfPresent(nil as Int?, for: Name(1))
            if number < 20 {
                try encoder.encode(0, for: Name(100 + number))
            }
        }
    }

    /// Some keys are said to be absent first and get values later, in any order, with values between them.
    struct Later: GCodable, Equatable {
        struct Child: GCodable, Equatable {
            var numbers: [Int] = []
            init(_ numbers: [Int]) { self.numbers = numbers }
            init(from decoder: GDecoder) throws { numbers = try decoder.decode(for: Name(0)) }
            func encode(to encoder: GEncoder) throws {
                try encoder.encodeIfPresent(nil as Int?, for: Name(1))
                try encoder.encodeIfPresent(nil as Int?, for: Name(0))
                try encoder.encode(numbers, for: Name(0))
            }
        }

        let absent: [Int]
        var present: [Int]
        var child: Child?

        init(_ absent: [Int], present: [Int], _ child: Child?) {
            (self.absent, self.present, self.child) = (absent, present, child)
        }

        init(from decoder: GDecoder) throws {
            absent = try decoder.decode(for: Name(98))
            present = []
            for number in 0..<12 {
                guard let value = try decoder.decodeIfPresent(for: Name(number)) as Int? else { continue }
                guard value == number else { throw GraphCodableError(.misuse, "\(value) for \(number)") }
                present.append(number)
            }
            child = try decoder.decodeIfPresent(for: Name(99))
            present.sort()
        }

        func encode(to encoder: GEncoder) throws {
            for number in absent {
                try encoder.encodeIfPresent(nil as Int?, for: Name(number))
                if number == 3 {
                    try encoder.encodeIfPresent(child, for: Name(99))
                }
            }
            for number in present {
                try encoder.encode(number, for: Name(number))
            }
            try encoder.encode(absent, for: Name(98))
            if !absent.contains(3) {
                try encoder.encodeIfPresent(child, for: Name(99))
            }
        }
    }

    @Test func aKeyThatWasSaidToBeAbsentCanStillGetAValue() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        // Large children make the encoder hand on the beginning of the value around them.
        for size in [2, 20_000] {
            let values = (0..<(size > 2 ? 30 : 400)).map { _ in
                let absent = (0..<12).filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
                let present = (0..<12).filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
                let child = Bool.random(using: &random) ? Later.Child((0..<size).map { $0 * 1_000 }) : nil
                return Later(absent, present: present, child)
            }
            let expected = values.map { Later($0.absent, present: $0.present.sorted(), $0.child) }
            let bytes = try GraphEncoder().encode(values) as Bytes
            #expect(try GraphDecoder().decode([Later].self, from: bytes) == expected, "seed \(seed)")
            try GraphArchive(bytes).verify()
            var streamed: Bytes = []
            try GraphEncoder().encode(values) { streamed.append(contentsOf: $0) }
            #expect(streamed == bytes, "seed \(seed)")
        }
    }

    /// Reads the values without keys first.
    struct UnkeyedFirst: GDecodable {
        let numbers: [Int]
        let hasKeys: [Bool]
        init(from decoder: GDecoder) throws {
            numbers = [try decoder.decode(), try decoder.decode()]
            hasKeys = try (0..<3).map { try decoder.contains(Name($0)) }
        }
    }

    @Test func valuesWithoutKeysAreFoundBehindAbsentOnes() throws {
        typealias Make = ArchiveAssembler
        let archive = Make(
            Make.composite(0, [0xE9], [0xE9], [5], [0xE9], [6]), keys: (0..<3).map { Name($0).rawValue },
            types: [Make.valueType(UnkeyedFirst.self)], shapes: [Make.shape(of: 0, 1, 2, 0, 3, 0)])
        let copy = try GraphDecoder().decode(UnkeyedFirst.self, from: archive.bytes)
        #expect(copy.numbers == [5, 6] && copy.hasKeys == [false, false, false])
    }

    @Test func aKeyThatIsThereIsNotMadeAbsent() throws {
        let bytes = try GraphEncoder().encode((0..<40).map { Twice($0) }) as Bytes
        #expect(try GraphDecoder().decode([Twice].self, from: bytes).map(\.number) == Array(0..<40))
    }
}

extension GDecoder {
    fileprivate func undecodedKeysIfAsked(_ order: AbsentKeyTests.Order) throws -> String {
        order.asksForKeys ? "\(try undecodedKeys)" : ""
    }
}
