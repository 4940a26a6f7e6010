import CyclicCoding
import Foundation
import GraphCodable
import TestSupport
import Testing

/// Archives are written and read without the container that other coders store. Both ways give the same.
struct DirectCodingTests {
    /// Writes two kinds of values in any order.
    struct TwoKinds: Encodable {
        enum Key: CodingKey { case key }
        let order: [Int]

        func encode(to encoder: any Encoder) throws {
            for kind in order {
                switch kind {
                case 0:
                    var container = encoder.container(keyedBy: Key.self)
                    try container.encode(1, forKey: .key)
                case 1:
                    var container = encoder.unkeyedContainer()
                    try container.encode(2)
                default:
                    var container = encoder.singleValueContainer()
                    try container.encode("three")
                }
            }
        }
    }

    @Test(arguments: [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1], [2, 2]])
    func aValueOfTwoKindsIsRefused(order: [Int]) {
        let value = TwoKinds(order: order)
        let error = #expect(throws: CyclicCodingError.self) { try CyclicEncoder().flatten([value]) }
        #expect(error?.code == .misuse)
        #expect(throws: (any Error).self) { try GraphEncoder().encode(codable: [value]) as Bytes }
    }

    @Test func containersOfOneKindAreJoined() throws {
        let keyed = try CyclicEncoder().flatten(TwoKinds(order: [0, 0]))
        #expect(try keyed == CyclicEncoder().flatten(["key": 1]))
        let unkeyed = try CyclicEncoder().flatten(TwoKinds(order: [1, 1]))
        #expect(try unkeyed == CyclicEncoder().flatten([2, 2]))
    }

    /// Fills containers in turns, encodes a key twice, and requests an array that it leaves empty.
    struct Turns: Codable {
        var first = 1
        var second = [2, 3]
        enum Key: String, CodingKey { case outer, list, again, parent }

        init(_ number: Int) { first = number }

        func encode(to encoder: any Encoder) throws {
            _ = encoder.unkeyedContainer()
            var container = encoder.container(keyedBy: Key.self)
            try container.encode("replaced", forKey: .again)
            var outer = container.nestedContainer(keyedBy: Key.self, forKey: .outer)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            for number in second {
                try list.encode(number)
                try outer.encode(number, forKey: .parent)
                var inner = list.nestedUnkeyedContainer()
                try inner.encodeNil()
                try outer.encode(first, forKey: .again)
            }
            var parent = container.superEncoder(forKey: .parent).unkeyedContainer()
            try container.encode(first, forKey: .again)
            try parent.encode(first)
            _ = container.superEncoder()
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let outer = try container.nestedContainer(keyedBy: Key.self, forKey: .outer)
            first = try outer.decode(Int.self, forKey: .again)
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            second = []
            while !list.isAtEnd {
                second.append(try list.decode(Int.self))
                _ = try list.nestedUnkeyedContainer()
            }
            _ = try container.decodeIfPresent(Int.self, forKey: .again)
        }
    }

    struct Model: Codable {
        var everything = Everything()
        var birds: [Animal] = []
        var knots: [Knot] = []
        var turns: [Turns] = []
        var numbers: [Int] = []
        var integers: [Int64] = []
        var small: [UInt8] = []
        var doubles: [Double] = []
        var floats: [Float] = []
        var texts: [String] = []
        var matrix: [[Double]] = []
        var dates: [Date?] = []
        var wide: [String: Int] = [:]
        var byNumber: [Int: [String: Double]] = [:]

        init(_ random: inout SplitMix64) {
            func count(_ limit: Int = 4) -> Int { Int.random(in: 0..<limit, using: &random) }
            everything.set = ["one"]
            everything.missing = Bool.random(using: &random) ? "a text of more than fifteen bytes" : nil
            everything.nested = (0..<count()).map { _ in (0..<count()).map { $0 == 1 ? nil : $0 } }
            let bird = Bird(name: "Tux", age: 3)
            birds = (0..<count()).map { Bool.random(using: &random) ? bird : Animal(name: "\($0)", age: 1) }
            knots = (0..<count()).map { Knot("\($0)") }
            for knot in knots {
                knot.weakly[] = knots.randomElement(using: &random)
                knot.next = Int(knot.name) ?? 0 > 0 ? knots.first : nil
            }
            turns = (0..<count(3)).map { Turns($0) }
            numbers = (0..<count(40)).map { $0 * count(400) }
            integers = numbers.map { Int64($0) << 30 }
            small = numbers.map { UInt8(truncatingIfNeeded: $0) }
            doubles = numbers.map { Double($0) / 3 }
            floats = doubles.map { Float($0) }
            texts = doubles.map { "\($0)" }
            matrix = (0..<count()).map { _ in doubles }
            dates = [nil, Date(timeIntervalSinceReferenceDate: Double(count(100)))]
            wide = Dictionary(uniqueKeysWithValues: (0..<count(200)).map { ("key \($0)", $0) })
            byNumber = [count(): ["x": 1.5], 10: [:]]
        }
    }

    private static let types: RegisteredTypes = [Bird.self]

    // MARK: Encoding

    /// Checks that an archive is the one of the container, but for the name of the root's type.
    private func expectSame<Root: Encodable>(_ root: Root, types: RegisteredTypes, _ comment: Comment) throws {
        let direct: Bytes = try GraphEncoder().encode(codable: root, types: types)
        let container = try CyclicEncoder(types: types).flatten(root)
        let tree: Bytes = try GraphEncoder().encode(container)
        #expect(try GraphDecoder().decode(FlattenedContainer.self, from: direct) == container, comment)
        // The records come first; then the directory, which names the type of the root.
        let start = zip(direct, tree).prefix { $0 == $1 }.count
        #expect(direct.count - start < String(reflecting: CodableValue<Root>.self).utf8.count + 160, comment)
        #expect(tree.count - start < 220, comment)
    }

    @Test func archivesHaveTheBytesOfContainers() throws {
        let seed = UInt64.random(in: 0..<1 << 32)
        var random = SplitMix64(seed: seed)
        for number in 0..<Torture.count(30, torture: 10_000) {
            try expectSame(Model(&random), types: Self.types, "seed \(seed), model \(number)")
            try expectSame(
                [RandomGraph.make(using: &random)], types: RandomGraph.types, "seed \(seed), graph \(number)")
        }
        // Longer than a chunk of the encoder: at the end of a chunk, composites have another form.
        let records = Array(repeating: Array(repeating: ["a": 1.5, "b": 2], count: 500), count: 10)
        try expectSame(records, types: [], "records")
        let head = Link.makeList(2_000)
        try expectSame([head], types: [], "a list")
        _ = Link.count(andRelease: head)
    }

    // MARK: Decoding

    private func direct<Root: Decodable>(_ type: Root.Type, _ bytes: Bytes, types: RegisteredTypes) throws -> Root {
        try GraphDecoder().decode(type, codable: bytes, types: types)
    }

    private func throughContainer<Root: Decodable>(
        _ type: Root.Type, _ bytes: Bytes, types: RegisteredTypes
    ) throws -> Root {
        try CyclicDecoder(types: types).decode(type, from: GraphDecoder().decode(FlattenedContainer.self, from: bytes))
    }

    /// Returns the value or the error as text; `nil` if a limit was exceeded, which may happen in one of the two ways only.
    private func outcome<Root>(_ text: (Root) throws -> String, _ decode: () throws -> Root) -> String? {
        do {
            let root = try decode()
            return (try? text(root)) ?? "cannot be encoded again"
        } catch let error as GraphCodableError {
            if let cause = error.underlyingError as? DecodingError { return RandomGraph.text(of: cause) }
            // Only the name of the root's type differs.
            let message = error.message.replacing(String(reflecting: CodableValue<Root>.self), with: "root")
                .replacing(String(reflecting: FlattenedContainer.self), with: "root")
            return error.code == .limitExceeded ? nil : "\(error.code) \(message) \(error.byteOffset ?? 0)"
        } catch let error as CyclicCodingError {
            return error.code == .limitExceeded ? nil : RandomGraph.text(of: error)
        } catch let error as DecodingError {
            if case .dataCorrupted(let context) = error, let cause = context.underlyingError as? CyclicCodingError {
                return RandomGraph.text(of: cause)
            }
            return RandomGraph.text(of: error)
        } catch {
            return "\(error)"
        }
    }

    private func compareMutants<Root: Codable>(
        of archive: Bytes, as type: Root.Type, types: RegisteredTypes, count: Int, using random: inout SplitMix64,
        _ text: (Root) throws -> String
    ) -> Int {
        var failureCount = 0
        for number in 0..<count {
            var bytes = archive
            for _ in 0..<(number == 0 ? 0 : Int.random(in: 1...3, using: &random)) {
                bytes[Int.random(in: 9..<bytes.count - 8, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let found = outcome(text) { try direct(type, bytes, types: types) }
            let expected = outcome(text) { try throughContainer(type, bytes, types: types) }
            guard let found, let expected else { continue }
            // A container is read completely before the program's values are decoded. So it finds this fault before another one.
            if expected.hasPrefix("malformed Bytes follow the "),
                (try? direct(type, bytes, types: types)) == nil
            {
                continue
            }
            failureCount += found == expected ? 0 : 1
            #expect(found == expected, "mutant \(number)")
        }
        return failureCount
    }

    @Test func archivesAndMutantsDecodeLikeContainers() throws {
        let seed = UInt64.random(in: 0..<1 << 32)
        var random = SplitMix64(seed: seed)
        for round in 0..<Torture.count(4, torture: 1_000) {
            let model: Bytes = try GraphEncoder().encode(codable: Model(&random), types: Self.types)
            let modelFailures = compareMutants(
                of: model, as: Model.self, types: Self.types, count: 60, using: &random
            ) { "\(try CyclicEncoder(types: Self.types).flatten($0))" }
            let graph: Bytes = try GraphEncoder().encode(
                codable: RandomGraph.make(using: &random), types: RandomGraph.types)
            let graphFailures = compareMutants(
                of: graph, as: RandomGraph.Node.self, types: RandomGraph.types, count: 60, using: &random
            ) { RandomGraph.text(of: $0) }
            #expect(modelFailures + graphFailures == 0, "seed \(seed), round \(round)")
        }
    }

    // MARK: Contents that are a reference

    final class Target: Codable {
        var name: String
        init(_ name: String) { self.name = name }
    }

    /// Is encoded as nothing but a reference.
    final class Proxy<Content: Codable>: Codable {
        let content: Content
        init(_ content: Content) { self.content = content }
        init(from decoder: any Decoder) throws { content = try decoder.singleValueContainer().decode(Content.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(content)
        }
    }

    struct Proxies: Codable {
        var first: Proxy<Target>
        var shared: [Target]
        var chain: Proxy<Proxy<Target>>
        var own: Proxy<Proxy<Target?>>
    }

    @Test func anObjectThatIsEncodedAsAReferenceLeadsToItsTarget() throws {
        let targets = (0..<5).map { Target("target \($0)") }
        let proxies = Proxies(
            first: Proxy(targets[3]), shared: targets, chain: Proxy(Proxy(targets[4])), own: Proxy(Proxy(Target("own")))
        )
        let bytes = try GraphEncoder().encode(codable: proxies)
        let copy = try GraphDecoder().decode(Proxies.self, codable: bytes)
        #expect(copy.shared.map(\.name) == targets.map(\.name))
        #expect(copy.first.content === copy.shared[3] && copy.chain.content.content === copy.shared[4])
        #expect(copy.own.content.content?.name == "own")
    }
}
