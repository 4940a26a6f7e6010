import Testing

@testable import GraphCodable

/// An error that is thrown while something is half written fails the encoding, even if the program catches it: every kind of
/// thing that throws, in every place, caught in every way, in memory and streamed.
struct SwallowedErrorTests {
    struct Refusal: Error, Equatable { let number: Int }

    enum Key: String { case first, second, third, value }

    /// What throws.
    enum Kind: CaseIterable {
        case nothing, early, inTheMiddle, inAnObject, duplicateKey, binary, trivial, rawValue, plainRawValueElement
        case elements, setElement, dictionaryKey, dictionaryValue, notEncodable, notConstructible, tooDeep,
            tooManyElements
    }

    /// Where it stands.
    enum Place: CaseIterable {
        case root, field, unkeyed, ifPresent, element, optional, key, dictionaryValue, object, conditional, identified,
            any
        case elementOfAny, deep
    }

    /// Who catches the error.
    enum Catcher: CaseIterable {
        case nobody, optionalTry, doCatch, outside, translation
    }

    struct Bytewise: GBinaryCodable {
        let number: Int
        init(_ number: Int) { self.number = number }
        init(from decoder: GDecoder) throws { number = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(number) }
        init(from buffer: inout BinaryReadBuffer) throws { number = try Int(from: &buffer) }
        func write(to buffer: inout BinaryWriteBuffer) throws {
            try number.write(to: &buffer)
            throw Refusal(number: 1)
        }
    }

    struct Untrivial: GTrivialCodable {
        var byte: UInt8 = 1
        var number = 2
    }

    struct Wrapped: RawRepresentable, GCodable {
        var rawValue: Thrower
        init(rawValue: Thrower) { self.rawValue = rawValue }
    }

    final class Node: GCodable {
        let thrower: Thrower
        init(_ thrower: Thrower) { self.thrower = thrower }
        init(from decoder: GDecoder) throws { thrower = try decoder.decode(for: Key.value) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(thrower, for: Key.value) }
    }

    struct Identified: GCodable, GIdentifiable {
        let thrower: Thrower
        var gcodableID: Int? { 7 }
        init(_ thrower: Thrower) { self.thrower = thrower }
        init(from decoder: GDecoder) throws { thrower = try decoder.decode(for: Key.value) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(thrower, for: Key.value) }
    }

    indirect enum Nested: GCodable {
        case end(Thrower), more(Nested)
        init(from decoder: GDecoder) throws {
            self = try decoder.contains(Key.value) ? .end(decoder.decode(for: Key.value)) : .more(decoder.decode())
        }
        func encode(to encoder: GEncoder) throws {
            switch self {
            case .end(let thrower): try encoder.encode(thrower, for: Key.value)
            case .more(let nested): try encoder.encode(nested)
            }
        }
    }

    /// Throws while it is encoded, in the way of its kind.
    struct Thrower: GCodable, Hashable {
        var kind = Kind.early
        var isHarmless: Bool { kind == .nothing }

        init(_ kind: Kind) { self.kind = kind }
        init(from decoder: GDecoder) throws {
            kind = .nothing
            let numbers: [Int] = try [decoder.decode(for: Key.first), decoder.decode(for: Key.second)]
            #expect(numbers == [1, 2])
        }

        func encode(to encoder: GEncoder) throws {
            if kind == .early { throw Refusal(number: 0) }
            try encoder.encode(1, for: Key.first)
            switch kind {
            case .nothing, .early: break
            case .inTheMiddle: throw Refusal(number: 1)
            case .inAnObject: try encoder.encode(Thrower(.inTheMiddle), for: Key.third)
            case .duplicateKey: try encoder.encode(2, for: Key.first)
            case .binary: try encoder.encode(Bytewise(1), for: Key.third)
            case .trivial: try encoder.encode(Untrivial(), for: Key.third)
            case .rawValue: try encoder.encode(Wrapped(rawValue: Thrower(.early)), for: Key.third)
            case .plainRawValueElement:
                try encoder.encode([Wrapped(rawValue: Thrower(.nothing)), Wrapped(rawValue: Thrower(.early))])
            case .elements: try encoder.encode([Thrower(.nothing), Thrower(.inTheMiddle)], for: Key.third)
            case .setElement: try encoder.encode([Thrower(.early)] as Set)
            case .dictionaryKey: try encoder.encode([Thrower(.inTheMiddle): 1], for: Key.third)
            case .dictionaryValue: try encoder.encode(["a": Thrower(.early)], for: Key.third)
            case .notEncodable: try encoder.encode(any: Kind.early, for: Key.third)
            case .notConstructible:
                final class Local: GEncodable { func encode(to encoder: GEncoder) throws {} }
                try encoder.encode(Local(), for: Key.third)
            case .tooDeep:
                let nested = (0..<600).reduce(Nested.end(Thrower(.nothing))) { nested, _ in .more(nested) }
                try encoder.encode(nested)
            case .tooManyElements: try encoder.encode(Array(repeating: "", count: 101), for: Key.third)
            }
            try encoder.encode(2, for: Key.second)
        }
    }

    /// Encodes what throws in one of the places.
    struct Holder: GCodable {
        var kind = Kind.nothing
        var place = Place.field

        init(_ kind: Kind, _ place: Place) { (self.kind, self.place) = (kind, place) }
        init(from decoder: GDecoder) throws {}

        func encode(to encoder: GEncoder) throws {
            let thrower = Thrower(kind)
            switch place {
            case .root, .field: try encoder.encode(thrower, for: Key.value)
            case .unkeyed: try encoder.encode(thrower)
            case .ifPresent: try encoder.encodeIfPresent(thrower, for: Key.value)
            case .element: try encoder.encode([Thrower(.nothing), thrower], for: Key.value)
            case .optional: try encoder.encode(thrower as Thrower??, for: Key.value)
            case .key: try encoder.encode([thrower: 1], for: Key.value)
            case .dictionaryValue: try encoder.encode([1: thrower], for: Key.value)
            case .object: try encoder.encode(Node(thrower), for: Key.value)
            case .conditional: try encoder.encodeConditional(thrower, for: Key.value)
            case .identified: try encoder.encode(Identified(thrower), for: Key.value)
            case .any: try encoder.encode(any: thrower as Any, for: Key.value)
            case .elementOfAny: try encoder.encode(any: [1, thrower] as [Any], for: Key.value)
            case .deep:
                try encoder.encode((0..<20).reduce(Nested.end(thrower)) { nested, _ in .more(nested) }, for: Key.value)
            }
        }
    }

    /// Catches the error.
    struct Root: GCodable {
        var holder = Holder(.nothing, .field)
        var catcher = Catcher.nobody

        init(_ holder: Holder, _ catcher: Catcher) { (self.holder, self.catcher) = (holder, catcher) }
        init(from decoder: GDecoder) throws {
            #expect(try decoder.decode(for: Key.first) as Int == 1)
            #expect(try decoder.decode(for: Key.second) as Int == 2)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(1, for: Key.first)
            switch catcher {
            case .nobody: try holder.encode(to: encoder)
            case .optionalTry: try? encoder.encode(holder, for: Key.third)
            case .doCatch: do { try holder.encode(to: encoder) } catch {}
            case .outside: try? encoder.encode(Root(holder, .optionalTry))
            case .translation: do { try holder.encode(to: encoder) } catch { throw Refusal(number: 100) }
            }
            try encoder.encode(2, for: Key.second)
        }
    }

    /// Goes on after an error.
    struct Stubborn: GEncodable {
        final class Results { var errors: [(any Error)?] = [] }
        let results: Results

        func encode(to encoder: GEncoder) throws {
            for key in [Key.first, .second, .third] {
                let text = String(repeating: "x", count: 100_000)
                do {
                    try encoder.encode(text, for: key)
                    results.errors.append(nil)
                } catch {
                    results.errors.append(error)
                }
            }
        }
    }

    @Test func everyCallThrowsAfterAnErrorOfTheSink() throws {
        let (results, encoder) = (Stubborn.Results(), GraphEncoder())
        // The second time, the encoder expects the keys.
        try encoder.encode(Stubborn(results: results)) { _ in }
        #expect(results.errors.map { $0 as? Refusal } == [nil, nil, nil])
        results.errors = []
        #expect(throws: Refusal(number: 7)) {
            try encoder.encode(Stubborn(results: results)) { _ in throw Refusal(number: 7) }
        }
        #expect(results.errors.map { $0 as? Refusal } == Array(repeating: Refusal(number: 7), count: 3))
    }

    /// What became of an encoding: the archive has to be read by `VerifiedEncoding` and by `Root`.
    private func outcome(_ root: some GCodable, isStreamed: Bool, _ encoder: GraphEncoder) -> (any Error)? {
        do {
            var bytes: Bytes = []
            if isStreamed {
                try encoder.encode(root) { bytes.append(contentsOf: $0) }
            } else {
                bytes = try encoder.encode(root)
            }
            _ = try GraphDecoder().decode(type(of: root), from: bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: Kind.allCases) func theEncodingFailsWithTheFirstError(of kind: Kind) throws {
        let encoder = GraphEncoder(policy: GraphDecodingPolicy(maximumElementCount: 100))
        let sound = try encoder.encode(Root(Holder(.nothing, .field), .nobody)) as Bytes
        for place in Place.allCases {
            for isStreamed in [false, true] {
                let uncaught =
                    place == .root
                    ? outcome(Thrower(kind), isStreamed: isStreamed, encoder)
                    : outcome(Root(Holder(kind, place), .nobody), isStreamed: isStreamed, encoder)
                #expect((uncaught == nil) == (kind == .nothing), "\(place)")
                for catcher in Catcher.allCases where place != .root {
                    let error = outcome(Root(Holder(kind, place), catcher), isStreamed: isStreamed, encoder)
                    let comment = Comment(rawValue: "\(place), \(catcher), streamed \(isStreamed)")
                    #expect((error == nil) == (uncaught == nil), comment)
                    #expect((error as? Refusal) == (uncaught as? Refusal), comment)
                    #expect((error as? GraphCodableError)?.code == (uncaught as? GraphCodableError)?.code, comment)
                    if kind != .tooDeep {
                        // How deep is too deep may depend on the stack.
                        #expect(
                            (error as? GraphCodableError)?.message == (uncaught as? GraphCodableError)?.message, comment
                        )
                    }
                }
                // The encoder is as good as new.
                #expect(try encoder.encode(Root(Holder(.nothing, .field), .nobody)) as Bytes == sound)
            }
        }
    }

    /// Fills several chunks, and catches what the sink throws.
    struct Long: GCodable {
        let catches: Bool
        var texts = (0..<400).map { String(repeating: "\($0) ", count: 200) }

        init(catches: Bool) { self.catches = catches }
        init(from decoder: GDecoder) throws {
            catches = false
            texts = try decoder.decode()
        }
        func encode(to encoder: GEncoder) throws {
            for text in texts {
                if catches {
                    try? encoder.encode(text)
                } else {
                    try encoder.encode(text)
                }
            }
        }
    }

    @Test func aSinkThatThrowsOnceIsNotCalledAgain() throws {
        for catches in [false, true] {
            for failing in 1...4 {
                var calls = 0
                #expect(throws: Refusal(number: failing)) {
                    try GraphEncoder().encode(Long(catches: catches)) { _ in
                        calls += 1
                        if calls == failing { throw Refusal(number: failing) }
                    }
                }
                #expect(calls == failing)
            }
        }
    }

    /// What is thrown before the encoder is called leaves nothing behind.
    struct Careful: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {
            #expect(try decoder.decode() as Int == 1)
            #expect(decoder.unkeyedCount == 0)
        }
        func encode(to encoder: GEncoder) throws {
            func refuse() throws -> Int { throw Refusal(number: 1) }
            do { try encoder.encode(refuse()) } catch { try encoder.encode(1) }
        }
    }

    @Test func anErrorOfTheProgramsOwnMayBeCaught() throws {
        _ = try GraphDecoder().decode(Careful.self, from: GraphEncoder().encode(Careful()) as Bytes)
    }
}
