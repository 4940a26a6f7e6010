import CyclicCoding
import Foundation
import GraphCodable
import TestSupport
import Testing

/// Tries one type after another, as types for any value of JSON do.
private enum AnyValue: Codable, Equatable {
    case bool(Bool), int(Int), double(Double), string(String), array([AnyValue]), object([String: AnyValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let int = try? container.decode(Int.self) {
            self = .int(int)
        } else if (try? container.decode(UInt.self)) != nil {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "No test has such a number.")
        } else if let double = try? container.decode(Double.self) {
            self = .double(double)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let array = try? container.decode([AnyValue].self) {
            self = .array(array)
        } else if let object = try? container.decode([String: AnyValue].self) {
            self = .object(object)
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is no value.")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

/// Tries 250 times.
private struct Stubborn: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        for _ in 0..<250 { _ = try? container.decode(Bool.self) }
    }

    func encode(to encoder: any Encoder) throws {}
}

/// Does without what cannot be decoded.
private struct Lenient: Codable {
    var rows: [[AnyValue]]
    enum CodingKeys: CodingKey { case rows }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        rows = (try? container.decode([[AnyValue]].self, forKey: .rows)) ?? []
    }
}

/// Does without its field.
private struct LenientDocument: GCodable {
    enum Key: String { case field }
    var container: FlattenedContainer?

    init(_ container: FlattenedContainer) { self.container = container }

    init(from decoder: any GDecoder) throws {
        _ = try? decoder.decode(for: Key.field) as CodableValue<[[AnyValue]]>
    }

    func encode(to encoder: any GEncoder) throws { try encoder.encode(container, for: Key.field) }
}

/// Types that try what a value is, and catch the errors.
struct ProbingTypeTests {
    private func comesBack<Value: Codable & Equatable>(
        _ value: Value, policy: GraphDecodingPolicy, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let archive: Bytes = try GraphEncoder().encode(codable: value)
        let decoded = try GraphDecoder(policy: policy).decode(Value.self, codable: archive)
        #expect(decoded == value, sourceLocation: sourceLocation)
        let container = try CyclicEncoder().flatten(value)
        let restored = try CyclicDecoder(policy: policy).decode(Value.self, from: container)
        #expect(restored == value, sourceLocation: sourceLocation)
    }

    @Test(arguments: [GraphDecodingPolicy(), .strict]) func whatATypeTriesInPlaceIsFree(
        policy: GraphDecodingPolicy
    ) throws {
        let count = policy.maximumCostPerByte < 128 ? 20_000 : 100_000
        let values = (0..<count).map { AnyValue.string("\($0)") }
        try comesBack(values, policy: policy)
        try comesBack(Dictionary(uniqueKeysWithValues: values.enumerated().map { ("\($0)", $1) }), policy: policy)
        let long = String(repeating: "a long text ", count: 100)
        try comesBack(Array(repeating: AnyValue.string(long), count: 1_000), policy: policy)
        let record: AnyValue = .object([
            "flag": .bool(true), "numbers": .array(Array(repeating: .double(0.5), count: 10)), "name": .string("a"),
        ])
        try comesBack(Array(repeating: record, count: 2_000), policy: policy)
    }

    /// A text of which many references lead to many.
    private func shared(count: Int, root: (String) -> String = { $0 }) throws -> FlattenedContainer {
        let row = "[\(Array(repeating: #""a""#, count: 1_000).joined(separator: ","))]"
        let rows = "[\(Array(repeating: ##"{"#":0}"##, count: count).joined(separator: ","))]"
        let json = #"{"format":1,"referenced":[\#(row)],"root":\#(root(rows))}"#
        return try JSONDecoder().decode(FlattenedContainer.self, from: Data(json.utf8))
    }

    @Test func whatATypeTriesBehindReferencesIsLimited() throws {
        #expect(try CyclicDecoder().decode([[AnyValue]].self, from: shared(count: 5)).count == 5)
        // AnyValue replaces the error by its own.
        expectError(CyclicCodingError.self, .limitExceeded) {
            try CyclicDecoder().decode([[AnyValue]].self, from: shared(count: 60))
        }
    }

    @Test func theCostPerByteLimitsWhatATypeTries() throws {
        let container = try CyclicEncoder().flatten(Array(repeating: "a", count: 1_000))
        let archive: Bytes = try GraphEncoder().encode(codable: Array(repeating: "a", count: 1_000))
        let error = try #require(throws: CyclicCodingError.self) {
            try CyclicDecoder().decode([Stubborn].self, from: container)
        }
        #expect(error.code == .limitExceeded && error.message.contains("attempts"))
        expectError(CyclicCodingError.self, .limitExceeded) {
            try GraphDecoder().decode([Stubborn].self, codable: archive)
        }
        for cost in [1_000, UInt64.max] {
            let policy = GraphDecodingPolicy(maximumCostPerByte: cost)
            #expect(try CyclicDecoder(policy: policy).decode([Stubborn].self, from: container).count == 1_000)
            #expect(try GraphDecoder(policy: policy).decode([Stubborn].self, codable: archive).count == 1_000)
        }
    }

    @Test func decodingThatCostsTooMuchFailsIfTheErrorIsCaught() throws {
        let few = try shared(count: 5) { #"{"rows":\#($0)}"# }
        let many = try shared(count: 60) { #"{"rows":\#($0)}"# }
        #expect(try CyclicDecoder().decode(Lenient.self, from: few).rows.count == 5)
        expectError(CyclicCodingError.self, .limitExceeded) { try CyclicDecoder().decode(Lenient.self, from: many) }
        let fewBytes: Bytes = try GraphEncoder().encode(few)
        let manyBytes: Bytes = try GraphEncoder().encode(many)
        #expect(try GraphDecoder().decode(Lenient.self, codable: fewBytes).rows.count == 5)
        expectError(CyclicCodingError.self, .limitExceeded) {
            try GraphDecoder().decode(Lenient.self, codable: manyBytes)
        }
        let document: Bytes = try GraphEncoder().encode(LenientDocument(shared(count: 60)))
        expectError(GraphCodableError.self, .limitExceeded) {
            try GraphDecoder().decode(LenientDocument.self, from: document)
        }
    }
}
