import TestSupport
import Testing

@testable import GraphCodable

/// Each call of an encoder in each state in which it must not be called: after an encoding that ended in any way, and in the
/// middle of a value.
struct EncoderMisuseTests {
    struct Refusal: Error {}

    enum Key: String { case first, second, kept }

    enum Color: String, GCodable { case red }

    final class Node: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    /// Keeps an encoder, and calls it again later.
    final class Keeper {
        var encoder: (any GEncoder)?
        /// The call to make.
        var call: (any GEncoder) throws -> Void = { _ in }
        private(set) var refusals = 0
        private(set) var acceptances = 0

        func use() {
            guard let encoder else { return }
            do {
                try call(encoder)
                acceptances += 1
            } catch let error as GraphCodableError where error.code == .misuse {
                refusals += 1
            } catch {
                Issue.record("\(error)")
            }
        }
    }

    static let calls: [@Sendable (any GEncoder) throws -> Void] = [
        { try $0.encode(1, for: Key.kept) },
        { try $0.encode(1) },
        { try $0.encode("a text that is longer than a word of memory", for: Key.kept) },
        { try $0.encodeIfPresent(1, for: Key.kept) },
        { try $0.encodeIfPresent(1) },
        { try $0.encodeConditional(Node(), for: Key.kept) },
        { try $0.encodeConditional(Node()) },
        { try $0.encode(Node(), for: Key.kept) },
        { try $0.encode([Node()]) },
        { try $0.encode(any: 1 as Any, for: Key.kept) },
        { try $0.encode(any: 1 as Any) },
        { try $0.encode(any: [1] as [Any], for: Key.kept) },
        { try $0.encode(any: [1] as [Any]) },
        { try $0.encode(Color.red, for: Key.kept) },
        { try Color.red.encode(to: $0) },
        { try [1, 2].encode(to: $0) },
        { try 1.encode(to: $0) },
        { try (1 as Int?).encode(to: $0) },
        { try [1: "one"].encode(to: $0) },
    ]

    // MARK: After the encoding

    /// How an encoding ends.
    enum End: CaseIterable {
        case success, ownError, caughtError, encodersError, sinksError
    }

    /// Keeps its encoder.
    struct Root: GCodable {
        var keeper: Keeper?
        var shapeCount = 0
        var end = End.success

        init(_ keeper: Keeper?, _ shapeCount: Int, _ end: End) {
            (self.keeper, self.shapeCount, self.end) = (keeper, shapeCount, end)
        }
        init(from decoder: GDecoder) throws {}

        func encode(to encoder: GEncoder) throws {
            keeper?.encoder = encoder
            try encoder.encode((0..<shapeCount).map { Shape(number: $0) }, for: Key.first)
            try encoder.encode(Inner(end: end), for: Key.second)
        }
    }

    /// Ends the encoding while a composite is open.
    struct Inner: GEncodable {
        let end: End
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(1, for: Key.first)
            switch end {
            case .success, .sinksError: break
            case .ownError: throw Refusal()
            case .caughtError: try? encoder.encode(Inner(end: .ownError), for: Key.second)
            case .encodersError: try encoder.encode(2, for: Key.first)
            }
        }
    }

    /// A value with a key of its own.
    struct Shape: GEncodable {
        struct Name: RawRepresentable { let rawValue: String }
        let number: Int
        func encode(to encoder: GEncoder) throws { try encoder.encode(1, for: Name(rawValue: "key \(number)")) }
    }

    private func run(_ keeper: Keeper?, _ encoder: GraphEncoder, _ shapeCount: Int, _ end: End) -> Bool {
        do {
            let root = Root(keeper, shapeCount, end)
            if end == .sinksError {
                try encoder.encode(root) { _ in throw Refusal() }
            } else {
                _ = try encoder.encode(root) as Bytes
            }
            return true
        } catch {
            return false
        }
    }

    /// Few shapes are kept for the next encoding; many are forgotten.
    @Test(arguments: End.allCases, [0, 20_000]) func aKeptEncoderRefusesEveryCall(end: End, shapeCount: Int) throws {
        let encoder = GraphEncoder()
        let keeper = Keeper()
        #expect(run(keeper, encoder, shapeCount, end) == (end == .success))
        func expectRefusals() {
            for call in Self.calls {
                keeper.call = call
                for _ in 0..<3 {
                    keeper.use()
                }
            }
        }
        expectRefusals()
        // Its session is not used by others, who are not disturbed.
        #expect(run(nil, encoder, 1, .success))
        expectRefusals()
        #expect(keeper.refusals == Self.calls.count * 6 && keeper.acceptances == 0)
        #expect(keeper.encoder?.userInfo.isEmpty == true)
    }

    /// Calls a kept encoder while another encoding goes on.
    struct Other: GCodable {
        let keeper: Keeper
        init(_ keeper: Keeper) { self.keeper = keeper }
        init(from decoder: GDecoder) throws {
            keeper = Keeper()
            #expect(try decoder.decode(for: Key.first) as Int == 1)
            #expect(try decoder.undecodedKeys == [] && decoder.unkeyedCount == 0)
        }
        func encode(to encoder: GEncoder) throws {
            keeper.use()
            try encoder.encode(1, for: Key.first)
            keeper.use()
        }
    }

    @Test(arguments: End.allCases) func aKeptEncoderIsRefusedDuringTheNextEncoding(end: End) throws {
        let encoder = GraphEncoder()
        for call in Self.calls {
            let keeper = Keeper()
            _ = run(keeper, encoder, 3, end)
            keeper.call = call
            _ = try GraphDecoder().decode(Other.self, from: encoder.encode(Other(keeper)) as Bytes)
            #expect(keeper.refusals == 2 && keeper.acceptances == 0)
        }
    }

    /// Keeps its encoder without owning it.
    final class WeakKeeper { weak var encoder: (any GEncoder)? }

    struct WeaklyKept: GEncodable {
        let keeper: WeakKeeper
        func encode(to encoder: GEncoder) throws { keeper.encoder = encoder }
    }

    @Test func anEncoderThatIsKeptWeaklyIsGone() throws {
        let encoder = GraphEncoder()
        let keeper = WeakKeeper()
        _ = try encoder.encode(WeaklyKept(keeper: keeper)) as Bytes
        #expect(keeper.encoder == nil)
    }

    // MARK: Keys of long values

    /// Is so long that the encoder hands on its beginning, and writes the rest key by key.
    struct Long: GCodable {
        let keys: [Shape.Name]
        init(_ keys: String...) { self.keys = keys.map { Shape.Name(rawValue: $0) } }
        init(from decoder: GDecoder) throws {
            keys = try decoder.undecodedKeys.map { Shape.Name(rawValue: $0) }
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode((0..<20_000).map { "string number \($0)" }, for: Shape.Name(rawValue: "long"))
            for key in keys { try encoder.encode(1, for: key) }
        }
    }

    struct Twice: GEncodable {
        enum Key: String { case first, last }
        func encode(to encoder: GEncoder) throws {
            for key in [Key.first, .last, .first] { try encoder.encode(1, for: key) }
        }
    }

    @Test func thePathNamesTheKeyThatIsUsedTwice() {
        let error = expectError(GraphCodableError.self, .duplicateKey) { try GraphEncoder().encode(Twice()) as Bytes }
        #expect(error?.codingPath.description.hasSuffix("Twice.first") == true)
    }

    @Test func aKeyOfALongValueIsRefusedTheSecondTime() throws {
        for options in [GraphEncoder.Options(), .canonical] {
            let encoder = GraphEncoder(options)
            let bytes: Bytes = try encoder.encode(Long("a", "b"))
            #expect(try GraphDecoder().decode(Long.self, from: bytes).keys.map(\.rawValue) == ["long", "a", "b"])
            for (long, key) in [(Long("a", "b", "a"), "a"), (Long("a", "a"), "a"), (Long("a", "long"), "long")] {
                let error = expectError(GraphCodableError.self, .duplicateKey) { try encoder.encode(long) as Bytes }
                #expect(
                    error?.message
                        == "The key '\(key)' was encoded twice. Give each value of a type, its superclasses included, a key "
                        + "of its own; with the macro, by @CodingKey.")
            }
        }
    }

    /// Only names another class.
    final class Retired: GObsolete {}

    @Test func anObsoleteObjectIsNotEncoded() {
        let error = expectError(GraphCodableError.self, .misuse) { try GraphEncoder().encode(Retired()) as Bytes }
        #expect(
            error?.message == "The class Retired is obsolete and cannot be encoded. Encode the class that replaces it.")
    }

    // MARK: In the middle of a value

    /// From where the encoder is called.
    enum Moment: CaseIterable {
        case hash, equality, identity, identityOfAnObject, binary, inheritance, rawValue, knownRawValue, sink
    }

    final class Identifier: Hashable {
        let number: Int
        let keeper: Keeper?
        init(_ number: Int, _ keeper: Keeper?) { (self.number, self.keeper) = (number, keeper) }
        static func == (left: Identifier, right: Identifier) -> Bool {
            left.keeper?.use()
            return left.number == right.number
        }
        func hash(into hasher: inout Hasher) {
            keeper?.use()
            // All alike, so that they are compared.
            hasher.combine(0)
        }
    }

    struct Identified: GEncodable, GIdentifiable {
        let id: Identifier
        var gcodableID: Identifier? { id }
        func encode(to encoder: GEncoder) throws { try encoder.encode(id.number) }
    }

    final class IdentifiedObject: GEncodable, GIdentifiable {
        let keeper: Keeper
        init(_ keeper: Keeper) { self.keeper = keeper }
        var gcodableID: Int? {
            keeper.use()
            return 1
        }
        func encode(to encoder: GEncoder) throws { try encoder.encode(1) }
    }

    struct Bytewise: GBinaryEncodable {
        let keeper: Keeper
        func encode(to encoder: GEncoder) throws {}
        func write(to buffer: inout BinaryWriteBuffer) throws {
            keeper.use()
            try 1.write(to: &buffer)
        }
    }

    final class Inheriting: GEncodable, GInheritance {
        let keeper: Keeper
        init(_ keeper: Keeper) { self.keeper = keeper }
        var disableInheritance: Bool {
            keeper.use()
            return false
        }
        func encode(to encoder: GEncoder) throws {}
    }

    struct RawValued: RawRepresentable, GEncodable {
        let keeper: Keeper?
        var rawValue: Int {
            keeper?.use()
            return 1
        }
        init(_ keeper: Keeper?) { self.keeper = keeper }
        init?(rawValue: Int) { keeper = nil }
    }

    struct Middle: GCodable {
        var keeper = Keeper()
        var moment = Moment.hash

        init(_ keeper: Keeper, _ moment: Moment) { (self.keeper, self.moment) = (keeper, moment) }
        init(from decoder: GDecoder) throws {}

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(1, for: Key.first)
            switch moment {
            case .hash:
                keeper.encoder = encoder
                try encoder.encode(Identified(id: Identifier(1, keeper)), for: Key.second)
            case .equality:
                try encoder.encode(Identified(id: Identifier(1, nil)))
                keeper.encoder = encoder
                try encoder.encode([Identified(id: Identifier(2, keeper)), Identified(id: Identifier(1, keeper))])
            case .identity, .identityOfAnObject:
                keeper.encoder = encoder
                try encoder.encode(IdentifiedObject(keeper), for: Key.second)
            case .binary:
                keeper.encoder = encoder
                try encoder.encode(Bytewise(keeper: keeper), for: Key.second)
            case .inheritance:
                keeper.encoder = encoder
                try encoder.encode(Inheriting(keeper), for: Key.second)
            case .rawValue:
                keeper.encoder = encoder
                try encoder.encode(RawValued(keeper), for: Key.second)
            case .knownRawValue:
                try encoder.encode(RawValued(nil))
                keeper.encoder = encoder
                try encoder.encode([RawValued(keeper)])
            case .sink:
                keeper.encoder = encoder
                try encoder.encode((0..<100).map { _ in String(repeating: "text", count: 1_000) }, for: Key.second)
            }
            keeper.encoder = nil
        }
    }

    /// The call may be refused, and then the encoding fails; or it works, and then the archive is sound. Nothing is broken.
    @Test(arguments: Moment.allCases) func aCallInTheMiddleOfAValueBreaksNothing(moment: Moment) throws {
        let encoder = GraphEncoder()
        for call in Self.calls {
            let keeper = Keeper()
            keeper.call = call
            do {
                if moment == .sink {
                    try encoder.encode(Middle(keeper, moment)) { _ in keeper.use() }
                } else {
                    _ = try encoder.encode(Middle(keeper, moment)) as Bytes
                }
                #expect(keeper.refusals == 0)
            } catch let error as GraphCodableError {
                #expect(error.code == .misuse && keeper.refusals + keeper.acceptances > 0, "\(error)")
            }
            // Nothing of it is left.
            _ = try GraphDecoder().decode(Root.self, from: encoder.encode(Root(nil, 1, .success)) as Bytes)
        }
    }

    /// Calls the encoder, and starts an encoding, when it is released.
    final class LastWords: GEncodable, Hashable {
        let keeper: Keeper
        let encoder: GraphEncoder
        init(_ keeper: Keeper, _ encoder: GraphEncoder) { (self.keeper, self.encoder) = (keeper, encoder) }
        static func == (left: LastWords, right: LastWords) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
        func encode(to encoder: GEncoder) throws {}
        deinit {
            keeper.use()
            _ = try? encoder.encode([1, 2, 3]) as Bytes
        }
    }

    struct Mourned: GEncodable, GIdentifiable {
        let gcodableID: LastWords?
        func encode(to encoder: GEncoder) throws {}
    }

    /// What holds the last reference to an object: the session itself.
    struct Temporaries: GEncodable {
        let keeper: Keeper
        let graphEncoder: GraphEncoder
        let fails: Bool
        func encode(to encoder: GEncoder) throws {
            keeper.encoder = encoder
            try encoder.encode(LastWords(keeper, graphEncoder))
            try encoder.encodeConditional(LastWords(keeper, graphEncoder))
            try encoder.encode(Mourned(gcodableID: LastWords(keeper, graphEncoder)))
            if fails { throw Refusal() }
        }
    }

    @Test(arguments: [false, true]) func objectsThatCallTheEncoderWhenTheyGoAreRefused(fails: Bool) throws {
        let encoder = GraphEncoder()
        for call in Self.calls {
            let keeper = Keeper()
            keeper.call = call
            _ = try? encoder.encode(Temporaries(keeper: keeper, graphEncoder: encoder, fails: fails)) as Bytes
            #expect(keeper.refusals == 3 && keeper.acceptances == 0)
        }
    }
}
