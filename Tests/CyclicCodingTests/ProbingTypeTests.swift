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
}
