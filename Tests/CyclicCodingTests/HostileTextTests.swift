import CyclicCoding
import Foundation
import GraphCodable
import TestSupport
import Testing

/// Archives in which thousands of references lead to one long text. Each would take minutes if texts were hashed or converted
/// without being charged.
struct HostileTextTests {
    private static let text = String(repeating: "a", count: 100_000)
    private let policy = GraphDecodingPolicy(maximumCostPerByte: 1)

    /// The code of the error that decoding ends with, the same in both ways.
    private func code<Root: Codable>(
        _ type: Root.Type, _ root: ForgedValue, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> GraphCodableError.Code? {
        let bytes = try ForgedValue.archive(root)
        #expect(bytes.count < 400_000, sourceLocation: sourceLocation)
        var codes: [GraphCodableError.Code?] = []
        for decode in [
            { _ = try GraphDecoder(policy: policy).decode(CodableValue<Root>.self, from: bytes) },
            {
                let container = try GraphDecoder(policy: policy).decode(FlattenedContainer.self, from: bytes)
                _ = try CyclicDecoder(policy: policy).decode(type, from: container)
            },
        ] {
            do {
                try decode()
                codes.append(nil)
            } catch {
                codes.append(try #require(error as? GraphCodableError, sourceLocation: sourceLocation).code)
            }
        }
        #expect(codes[0] == codes[1], sourceLocation: sourceLocation)
        return codes[0]
    }

    private func array(_ kind: UInt8, _ content: any GEncodable, count: Int) -> ForgedValue {
        ForgedValue(8, Array(repeating: ForgedValue(kind, content), count: count))
    }

    @Test func sharedTextsAreChargedForEachReference() throws {
        #expect(try code(Set<String>.self, array(6, Self.text, count: 250)) == .limitExceeded)
        #expect(try code(Set<Data>.self, array(7, Data(Self.text.utf8), count: 400)) == .limitExceeded)
        #expect(try code(Set<String>.self, array(6, Self.text, count: 50)) == nil)
        #expect(try code([String].self, array(6, "a short text", count: 2_000)) == nil)
    }

    /// An array of two more of its kind, or a text.
    private enum Doubling: Codable {
        case text(String), pair([Doubling])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .pair(try container.decode([Doubling].self))
            }
        }

        func encode(to encoder: any Encoder) throws {}
    }

    @Test func sharedTextsPermitNoOtherSteps() throws {
        let depth = 21
        var objects = (1...depth).map { ForgedValue(8, [ForgedValue(10, $0), ForgedValue(10, $0)]) }
        objects.append(ForgedValue(6, "end"))
        func decode(levels: Int) throws {
            let texts = Array(repeating: ForgedValue(6, Self.text), count: 1_000)
            let root = ForgedValue(8, [ForgedValue(10, depth - levels)] + texts)
            let bytes = try ForgedValue.archive(root, objects: objects)
            #expect(bytes.count < 120_000)
            _ = try GraphDecoder().decode([Doubling].self, codable: bytes)
        }
        try decode(levels: 4)
        let error = #expect(throws: CyclicCodingError.self) { try decode(levels: depth) }
        #expect(error?.code == .limitExceeded)
    }

    @Test func sharedKeysAreChargedForEachReference() throws {
        func fields(_ keys: FieldKeys, count: Int) -> ForgedValue {
            ForgedValue(9, keys, Array(repeating: ForgedValue(2, 1), count: count))
        }
        let keys = (0..<20).map { _ in FieldKeys([Self.text]) }
        let many = ForgedValue(8, (0..<10).flatMap { _ in keys.map { fields($0, count: 1) } })
        #expect(try code([[String: Int]].self, many) == .limitExceeded)
        // One list that many values have.
        let list = FieldKeys((0..<10).map { Self.text.prefix(10_000) + "\($0)" })
        #expect(
            try code(
                [[String: Int]].self, ForgedValue(8, Array(repeating: fields(list, count: 10), count: 250)))
                == .limitExceeded)
        #expect(
            try code([[String: Int]].self, ForgedValue(8, Array(repeating: fields(list, count: 10), count: 20))) == nil)
    }

    @Test func sharedNamesAreChargedForEachReference() throws {
        let typed = ForgedValue(11, TypeName(name: Self.text), ForgedValue(2, 1))
        #expect(try code([Int].self, ForgedValue(8, Array(repeating: typed, count: 250))) == .limitExceeded)
    }

    private enum Color: String, Codable { case red }

    @Test func messagesQuoteTheBeginningAndTheEndOfLongValues() throws {
        let error = #expect(throws: GraphCodableError.self) {
            try GraphDecoder().decode([Color].self, codable: ForgedValue.archive(array(6, Self.text, count: 1)))
        }
        let text = try #require(error).description
        #expect(text.contains("Cannot initialize Color") && text.contains(" Cause: "), "\(text)")
        #expect(text.utf8.count < 6_000)
    }

    @Test func integersHaveAtMost40Digits() throws {
        let numbers: [Int128] = [.min, .max]
        let bytes: Bytes = try GraphEncoder().encode(codable: numbers)
        #expect(try GraphDecoder().decode([Int128].self, codable: bytes) == numbers)
        let digits = String(repeating: "0", count: 40) + "1"
        #expect(try code([Int].self, array(4, digits, count: 3)) == .malformed)
        let error = #expect(throws: GraphCodableError.self) {
            try GraphDecoder().decode([Int].self, codable: ForgedValue.archive(array(4, digits, count: 3)))
        }
        #expect(
            error?.message
                == "An integer does not consist of 1 to 40 digits. The archive is damaged.")
        let json = ##"{"format": 1, "referenced": [], "root": {"#integer": "\##(digits)"}}"##
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(FlattenedContainer.self, from: Data(json.utf8))
        }
    }
}
