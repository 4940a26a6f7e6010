import TestSupport
import Testing

@testable import GraphCodable

/// Values of former types, or of older programs, that are decoded now or later.
struct DecodeNowTests {
    typealias Node = DecodeOrDeferTests.Node

    /// Decodes what an older program has not encoded.
    final class Newer: GCodable {
        var next: Node? = Node(1)
        var others: [Node] = [Node(2)]
        var number = "3"
        var codes: [GraphCodableError.Code] = []

        enum Key: String { case next, others, number }

        init() {}

        init(from decoder: GDecoder) throws {
            if let value = try decoder.decodeNow(for: Key.next, orLater: self, { $0.next = $1 }) { next = value }
            if let value = try decoder.decodeNow(
                any: [Node].self, for: Key.others, orLater: self, { $0.others = $1 })
            {
                others = value
            }
            if let value = try decoder.decodeNow(
                for: Key.number, convertingFrom: Int.self, with: { String($0) }, orLater: self, { $0.number = $1 })
            {
                number = value
            }
            note { try decoder.decodeOrDefer(for: Key.next, into: self) { $0.next = $1 } }
            note { try decoder.decodeOrDefer(any: [Node].self, for: Key.others, into: self) { $0.others = $1 } }
        }

        func encode(to encoder: GEncoder) throws {}

        private func note(_ body: () throws -> Void) {
            do {
                try body()
            } catch let error as GraphCodableError {
                codes.append(error.code)
            } catch {}
        }
    }

    @Test func anAbsentKeyIsAnErrorOnlyForDecodeOrDefer() throws {
        let copy = try GraphDecoder().decode(Newer.self, from: GraphEncoder().encode(Newer()) as Bytes)
        #expect(copy.next?.name == 1 && copy.others.map(\.name) == [2] && copy.number == "3")
        #expect(copy.codes == [.keyNotFound, .keyNotFound])
    }

    /// Decodes what an older program has encoded in other types, or not in time.
    final class Converted: GCodable {
        struct Wrong: GEncodable {
            func encode(to encoder: GEncoder) throws { try encoder.encode(["a"], for: Newer.Key.number) }
        }

        var others: [Node] = []
        var number = ""

        init() {}

        init(from decoder: GDecoder) throws {
            if let value = try decoder.decodeNow(
                any: [Node].self, for: Newer.Key.others, orLater: self, { $0.others = $1 })
            {
                others = value
            }
            if let value = try decoder.decodeNow(
                for: Newer.Key.number, convertingFrom: Int.self, with: { String($0) }, orLater: self, { $0.number = $1 }
            ) {
                number = value
            }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(any: [Node(2), Node(3)], for: Newer.Key.others)
            try encoder.encode(4, for: Newer.Key.number)
        }
    }

    @Test func whatCanBeDecodedNowIsConvertedNow() throws {
        let copy = try GraphDecoder().decode(Converted.self, from: GraphEncoder().encode(Converted()) as Bytes)
        #expect(copy.others.map(\.name) == [2, 3] && copy.number == "4")
    }

    /// Refers to itself, as a protocol value and as a former type.
    final class Ring: GCodable {
        var others: [Ring] = []
        var all: [Ring] = []

        init() {}

        init(from decoder: GDecoder) throws {
            if let value = try decoder.decodeNow(
                any: [Ring].self, for: Newer.Key.others, orLater: self, { $0.others = $1 })
            {
                others = value
            }
            if let value = try decoder.decodeNow(
                for: Newer.Key.next, convertingFrom: Ring.self, with: { [$0] }, orLater: self, { $0.all = $1 })
            {
                all = value
            }
            #expect(others.isEmpty && all.isEmpty)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(any: others, for: Newer.Key.others)
            try encoder.encode(self, for: Newer.Key.next)
        }
    }

    @Test func whatCannotBeDecodedNowIsConvertedLater() throws {
        let ring = Ring()
        ring.others = [ring]
        defer { ring.others = [] }
        let copy = try GraphDecoder().decode(Ring.self, from: GraphEncoder().encode(ring) as Bytes)
        #expect(copy.others.count == 1 && copy.others[0] === copy)
        #expect(copy.all.count == 1 && copy.all[0] === copy)
        (copy.others, copy.all) = ([], [])
    }

    /// The error is that of the present type, not that of the former one.
    @Test func aValueOfNeitherTypeIsAMismatchOfThePresentOne() throws {
        struct Present: GDecodable {
            init(from decoder: GDecoder) throws {
                let _: String = try decoder.decode(for: Newer.Key.number, convertingFrom: Int.self) { String($0) }
            }
        }
        let error = expectError(GraphCodableError.self, .typeMismatch) {
            try GraphDecoder().decode(Present.self, from: GraphEncoder().encode(Converted.Wrong()) as Bytes)
        }
        #expect(
            error?.message
                == "The archive holds a sequence where String was expected. \(DecodingSession.conversionAdvice)")
    }
}
