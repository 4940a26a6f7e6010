import Testing

@testable import GraphCodable

/// Initializers that catch errors and try again must not take time exponential in the depth of a graph.
struct FailureCostTests {
    enum Key: String {
        case a, b, next, value, cells, times, row, bytes
    }

    /// Refers to the next one twice, and fails when the last one does. Counts its initializations in `userInfo`.
    final class Knot: GCodable, Sendable {
        let next: Knot?
        init(_ next: Knot?) { self.next = next }

        init(from decoder: GDecoder) throws {
            Counter.add(decoder)
            _ = try decoder.decode(for: Key.bytes) as Bytes
            next = try? decoder.decode(for: Key.a) as Knot
            if (try? decoder.decode(for: Key.b) as Knot) == nil { throw Broken() }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(FailureCostTests.bytes, for: Key.bytes)
            try encoder.encode(next, for: Key.a)
            try encoder.encode(next, for: Key.b)
        }
    }

    /// The same in place: the value for one key is tried twice.
    struct Box: GCodable {
        let next: [Box]
        init(_ next: [Box]) { self.next = next }

        init(from decoder: GDecoder) throws {
            Counter.add(decoder)
            _ = try decoder.decode(for: Key.bytes) as Bytes
            for _ in 0..<2 {
                _ = try? decoder.decode(for: Key.next) as [Box]
            }
            throw Broken()
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(FailureCostTests.bytes, for: Key.bytes)
            try encoder.encode(next, for: Key.next)
        }
    }

    /// Needs nothing from what it holds.
    struct Careless<Value: GCodable>: GCodable {
        let value: Value?
        init(_ value: Value?) { self.value = value }
        init(from decoder: GDecoder) throws { value = try? decoder.decode(for: Key.value) as Value }
        func encode(to encoder: GEncoder) throws { try encoder.encode(value, for: Key.value) }
    }

    struct Broken: Error {}

    /// What has been read is charged for, too. So fewer runs are enough.
    private static let bytes = Bytes(repeating: 7, count: 8_000)

    final class Counter: @unchecked Sendable {
        static let key = CodingUserInfoKey(rawValue: "runs")
        private(set) var count = 0
        static func add(_ decoder: GDecoder) {
            guard let key, let counter = decoder.userInfo[key] as? Counter else { return }
            counter.count += 1
        }
    }

    private func decode<Root: GCodable>(
        _ root: Root, _ policy: GraphDecodingPolicy
    ) throws -> (error: GraphCodableError?, runs: Int) {
        let archive = try GraphEncoder().encode(root) as Bytes
        let counter = Counter()
        let decoder = GraphDecoder(policy: policy)
        if let key = Counter.key { decoder.userInfo[key] = counter }
        do {
            _ = try decoder.decode(Root.self, from: archive)
            return (nil, counter.count)
        } catch {
            return (error as? GraphCodableError, counter.count)
        }
    }

    private func knots(_ count: Int) -> Careless<Knot> {
        Careless((0..<count).reduce(Knot(nil)) { knot, _ in Knot(knot) })
    }

    private func boxes(_ count: Int) -> Careless<Box> {
        Careless((0..<count).reduce(Box([])) { box, _ in Box([box]) })
    }

    /// A quarter of what `.strict` allows, so that a debug build gets there soon.
    private let policy = GraphDecodingPolicy(maximumCostPerByte: 4)

    @Test func objectsThatFailAreNotMadeAgainWithoutLimit() throws {
        let (error, runs) = try decode(knots(20), policy)
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.hasPrefix("Decoding costs more than the ") == true)
        #expect(runs <= 2_500)
    }

    @Test func valuesThatFailAreNotDecodedAgainWithoutLimit() throws {
        let (error, runs) = try decode(boxes(20), policy)
        #expect(error?.code == .limitExceeded)
        #expect(runs <= 2_500)
    }

    @Test func someFailuresAreForgiven() throws {
        for depth in [0, 1, 6] {
            let (error, runs) = try decode(knots(depth), policy)
            #expect(error == nil)
            #expect(runs == (2 << depth) - 1)
            let (other, otherRuns) = try decode(boxes(depth), policy)
            #expect(other == nil)
            #expect(otherRuns == (2 << depth) - 1)
        }
    }

    /// What is made and forgotten counts like what fails: the last of many objects fails, and all are made again.
    final class Row: GCodable, Sendable {
        let cells: [Cell]
        init(_ cells: [Cell]) { self.cells = cells }

        init(from decoder: GDecoder) throws {
            cells = try decoder.decode(for: Key.cells)
            throw Broken()
        }

        func encode(to encoder: GEncoder) throws { try encoder.encode(cells, for: Key.cells) }
    }

    final class Cell: GCodable, Sendable {
        init() {}
        init(from decoder: GDecoder) throws { Counter.add(decoder) }
        func encode(to encoder: GEncoder) throws {}
    }

    struct Table: GCodable {
        let row: Row
        let times: Int
        init(_ row: Row, times: Int) { (self.row, self.times) = (row, times) }

        init(from decoder: GDecoder) throws {
            times = try decoder.decode(for: Key.times)
            for _ in 0..<times {
                if (try? decoder.decode(for: Key.row) as Row) != nil { break }
            }
            row = Row([])
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(times, for: Key.times)
            try encoder.encode(row, for: Key.row)
        }
    }

    @Test func objectsThatAreForgottenAreNotMadeAgainWithoutLimit() throws {
        let row = Row((0..<200).map { _ in Cell() })
        let (none, runs) = try decode(Table(row, times: 10), policy)
        #expect(none == nil)
        #expect(runs == 2_000)
        let (error, manyRuns) = try decode(Table(row, times: 3_000), policy)
        #expect(error?.code == .limitExceeded)
        #expect(manyRuns <= (1 << 23) / DecodingCost.failure + 1_000)
    }

    /// Does without the objects to which it refers.
    final class Ring: GCodable {
        var next: [Ring] = []
        init() {}

        init(from decoder: GDecoder) throws {
            _ = try decoder.decode(for: Key.bytes) as Bytes
            for _ in 0..<decoder.unkeyedCount {
                if let ring = try? decoder.decode() as Ring { next.append(ring) }
            }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(Bytes(repeating: 7, count: 4_000), for: Key.bytes)
            for ring in next { try encoder.encode(ring) }
        }
    }

    @Test func errorsOfCyclesCostTheObjectsThatTheyName() throws {
        let rings = (0..<16).map { _ in Ring() }
        for (ring, next) in zip(rings, rings.dropFirst()) { ring.next = [next] }
        defer { rings.forEach { $0.next = [] } }
        for (count, code) in [(20, nil), (200, GraphCodableError.Code.limitExceeded)] {
            rings[15].next = Array(repeating: rings[0], count: count)
            #expect(try decode(rings[0], policy).error?.code == code)
        }
    }

    /// Asks for each value as something else first.
    struct Prober: GDecodable {
        let count: Int
        init(from decoder: GDecoder) throws {
            var count = 0
            while decoder.unkeyedCount > 0 {
                if (try? decoder.decode() as String) == nil { _ = try decoder.decode() as Int }
                count += 1
            }
            self.count = count
        }
    }

    /// Asks for keys that are not there.
    struct Seeker: GDecodable {
        init(from decoder: GDecoder) throws {
            _ = try? decoder.decode(for: Key.a) as Int
            _ = try? decoder.decode(for: Key.b) as Int
        }
    }

    @Test func callsThatFailCostThoughTheirInitializerGoesOn() throws {
        typealias Make = ArchiveAssembler
        var policy = GraphDecodingPolicy.strict
        policy.maximumCostPerByte = self.policy.maximumCostPerByte
        func values(_ count: Int) -> Bytes {
            let root = Make.open(0, Bytes(repeating: 1, count: count))
            return Make(root, types: [Make.valueType(Prober.self)], shapes: [Make.shape(of: 0)]).bytes
        }
        #expect(try GraphDecoder(policy: policy).decode(Prober.self, from: values(12_500)).count == 12_500)
        #expect(decodingError(Prober.self, values(50_000), policy: policy) == .limitExceeded)
        func seekers(_ count: Int) -> Bytes {
            let root = Make.sequence(Array(repeating: Make.composite(0), count: count))
            return Make(root, types: [Make.valueType(Seeker.self)], shapes: [Make.shape(of: 0)]).bytes
        }
        #expect(decodingError([Seeker].self, seekers(2_500), policy: policy) == nil)
        let error = #expect(throws: GraphCodableError.self) {
            try GraphDecoder(policy: policy).decode([Seeker].self, from: seekers(25_000))
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.contains("maximumCostPerByte") == true)
    }

    @Test func longTextsOfErrorsCostThoughTheyAreCaught() {
        typealias Make = ArchiveAssembler
        func seekers(keyLength: Int) -> Bytes {
            let root = Make.sequence(Array(repeating: Make.composite(0, [1]), count: 100))
            let key = String(repeating: "k", count: keyLength)
            return Make(root, keys: [key], types: [Make.valueType(Seeker.self)], shapes: [Make.shape(of: 0, 1)]).bytes
        }
        #expect(decodingError([Seeker].self, seekers(keyLength: 100), policy: policy) == nil)
        #expect(decodingError([Seeker].self, seekers(keyLength: 100_000), policy: policy) == .limitExceeded)
    }
}
