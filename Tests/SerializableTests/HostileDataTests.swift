import CyclicCoding
import Foundation
import GraphCodable
import Serializable
import TestSupport
import Testing

/// Links that need each other to be initialized.
private final class Chain: AutomaticallyEncodedSerializable {
    var next: Chain?

    init(next: Chain?) {
        self.next = next
    }

    init(with coder: Decoder) throws {
        next = try coder.decode(forKey: "next")
    }
}

/// Decodes some values, and fails.
private final class Failing: Serializable {
    init() {}

    init(with coder: Decoder) throws {
        for _ in 0..<200 { _ = try coder.decode(forKey: "number") as Int }
        throw CancellationError()
    }

    func encode(with coder: Encoder) { coder.encode(1, forKey: "number") }
}

/// Requests an object that fails again and again, and does without it.
private final class Stubborn: Serializable {
    let part: Failing?
    let attemptCount: Int

    init(attemptCount: Int) { (part, self.attemptCount) = (Failing(), attemptCount) }

    init(with coder: Decoder) throws {
        attemptCount = try coder.decode(forKey: "attempts")
        var part: Failing?
        for _ in 0..<attemptCount { part = part ?? (try? coder.decode(forKey: "part") as Failing) }
        self.part = part
    }

    func encode(with coder: Encoder) {
        coder.encode(attemptCount, forKey: "attempts")
        coder.encode(part, forKey: "part")
    }
}

/// Data that no encoder makes, or that somebody has had made to take a long time.
struct HostileDataTests {
    private func error<Value>(
        _ type: Value.Type, _ value: some Serializable, policy: GraphDecodingPolicy = GraphDecodingPolicy()
    ) throws -> SerializableError? {
        let data = try Encoder(with: value).encodedData()
        do {
            _ = try Decoder(from: data, policy: policy).decode() as Value
            return nil
        } catch {
            return try #require(error as? SerializableError)
        }
    }

    @Test func decodingFailsAfterTheLimitAlsoIfTheProgramCatchesTheError() throws {
        Failing.enableSerialization()
        Stubborn.enableSerialization()
        #expect(try error(Stubborn.self, Stubborn(attemptCount: 10)) == nil)
        #expect(try error(Stubborn.self, Stubborn(attemptCount: 1_000))?.code == .limitExceeded)
    }

    @Test func elementsWithEqualHashesAreLimited() throws {
        Set<Float>.enableSerialization()
        Array<Set<Float>>.enableSerialization()
        Set<Set<Float>>.enableSerialization()
        Dictionary<Double, Int>.enableSerialization()
        func set(_ count: Int) -> Set<Float> { Set(repeatElement(Float.nan, count: count)) }
        #expect(try error(Set<Float>.self, set(500)) == nil)
        let large = try #require(try error(Set<Float>.self, set(2_500)))
        #expect(large.code == .malformed)
        #expect(
            large.message
                == "Set<Float> holds too many elements whose hashes are equal. The data is damaged, or made to take a long time."
        )
        // Many small sets are no better.
        #expect(try error([Set<Float>].self, Array(repeating: set(500), count: 10)) == nil)
        #expect(try error([Set<Float>].self, Array(repeating: set(500), count: 40))?.code == .malformed)
        // Sets of sets take longer to compare.
        #expect(try error(Set<Set<Float>>.self, Set((0..<20).map { _ in set(20) })) == nil)
        #expect(try error(Set<Set<Float>>.self, Set((0..<600).map { _ in set(20) }))?.code == .malformed)
        var pairs: [Double: Int] = [:]
        for number in 0..<2_500 { pairs[.nan] = number }
        #expect(try error([Double: Int].self, pairs)?.code == .malformed)
    }

    @Test func sharedTextsAreChargedForEachReference() throws {
        Set<String>.enableSerialization()
        func error(_ kind: UInt8, _ text: String, count: Int) throws -> SerializableError? {
            let elements = ForgedValue(8, Array(repeating: ForgedValue(kind, text), count: count))
            let set = ForgedValue(11, TypeName(name: "Swift.Set<Swift.String>"), elements)
            let root = ForgedValue(9, FieldKeys([""]), [set])
            let data = Data(try ForgedValue.archive(root, key: "objects"))
            do {
                _ = try Decoder(from: data, policy: GraphDecodingPolicy(maximumCostPerByte: 1)).decode() as Set<String>
                return nil
            } catch {
                return try #require(error as? SerializableError)
            }
        }
        #expect(try error(6, "one", count: 1) == nil)
        #expect(try error(6, String(repeating: "a", count: 100_000), count: 250)?.code == .limitExceeded)
        #expect(try error(4, String(repeating: "0", count: 41), count: 1)?.code == .malformed)
    }

    // MARK: Trees that no encoder makes

    private struct Forged: GEncodable {
        enum Key: String { case objects, root }

        let objects: [ForgedValue]
        let value: ForgedValue

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(objects, for: Key.objects)
            try encoder.encode(ForgedValue(9, FieldKeys([""]), [value]), for: Key.root)
        }
    }

    private func refusal<Value>(
        _ type: Value.Type, _ value: ForgedValue, objects: [ForgedValue] = []
    ) throws -> String {
        let decoder = try Decoder(from: GraphEncoder().encode(Forged(objects: objects, value: value)) as Data)
        do {
            _ = try decoder.decode() as Value
            return "nothing"
        } catch {
            let error = try #require(error as? SerializableError)
            return "\(error.code): \(error.message)"
        }
    }

    private func typed(_ name: String, _ elements: [ForgedValue]) -> ForgedValue {
        ForgedValue(11, TypeName(name: name), ForgedValue(8, elements))
    }

    @Test func objectsThatAreNoneAreRefused() throws {
        Chain.enableSerialization()
        Set<String>.enableSerialization()
        let reference = ForgedValue(10, 0)
        #expect(
            try refusal(Chain.self, reference, objects: [ForgedValue(2, 5)])
                == "malformed: Object #0 has no class. The data is damaged.")
        #expect(
            try refusal(Any.self, reference, objects: [typed("Swift.Set<Swift.String>", [])])
                == "malformed: Object #0 is of type Swift.Set<Swift.String>, which is not a class. The data is damaged."
        )
        #expect(
            try refusal(Chain.self, reference)
                == "malformed: A reference refers to object #0, which the data does not have. The data is damaged.")
    }

    @Test func equalElementsAndKeysWithoutValuesAreRefused() throws {
        Set<String>.enableSerialization()
        Dictionary<String, Int>.enableSerialization()
        let (text, number) = (ForgedValue(6, "a"), ForgedValue(2, 1))
        let table = "Swift.Dictionary<Swift.String,Swift.Int>"
        #expect(try refusal(Set<String>.self, typed("Swift.Set<Swift.String>", [text])) == "nothing")
        #expect(
            try refusal(Set<String>.self, typed("Swift.Set<Swift.String>", [text, text]))
                == "malformed: Set<String> holds equal elements. The data is damaged, or == has changed since it was made."
        )
        #expect(try refusal([String: Int].self, typed(table, [text, number])) == "nothing")
        #expect(
            try refusal([String: Int].self, typed(table, [text, number, text, number]))
                == "malformed: Dictionary<String, Int> holds equal elements. The data is damaged, or == has changed since it "
                + "was made.")
        #expect(
            try refusal([String: Int].self, typed(table, [text, number, text]))
                == "typeMismatch: There is an array where Dictionary<String, Int> was expected.")
    }

    @Test func aFloatThatStandsAloneIsAValueOfAnyType() throws {
        let value = ForgedValue(14, 1.5 as Float)
        let decoder = try Decoder(from: GraphEncoder().encode(Forged(objects: [], value: value)) as Data)
        #expect(try decoder.decode() as Any as? Float == 1.5)
    }

    @Test func treesThatAreTooDeepForThePolicyAreRefused() throws {
        let value = (0..<10).reduce(ForgedValue(2, 1)) { value, _ in ForgedValue(8, [value]) }
        let data = try GraphEncoder().encode(Forged(objects: [], value: value)) as Data
        let error = expectError(SerializableError.self, .depthExceeded) {
            try Decoder(from: data, policy: GraphDecodingPolicy(maximumDepth: 5))
        }
        #expect(error?.message == "The values are nested too deeply." && error?.isInputAtFault == true)
        #expect((error?.underlyingError as? GraphCodableError)?.code == .depthExceeded)
    }

    private struct One: Serializable {
        init(with coder: Decoder) throws {}
        func encode(with coder: Encoder) {}
    }

    private struct Other: Serializable {
        init(with coder: Decoder) throws {}
        func encode(with coder: Encoder) {}
    }

    @Test func aNameOfTwoTypesIsNotDecoded() throws {
        One.enableSerialization(as: "name of two types")
        Other.enableSerialization(as: "name of two types")
        #expect(
            try refusal(Any.self, typed("name of two types", []))
                == "ambiguousTypeName: The types One and Other are both registered as 'name of two types'. Use "
                + "enableSerialization(as:).")
    }

    @Test func policiesThatAllowFewTypesAllowValuesWithKeys() throws {
        Chain.enableSerialization()
        #expect(try error(Chain.self, Chain(next: Chain(next: nil)), policy: .strict) == nil)
    }

    @Test func thePolicyLimitsInitializersInsideOneAnother() throws {
        Chain.enableSerialization()
        var chain = Chain(next: nil)
        for _ in 0..<100 { chain = Chain(next: chain) }
        var policy = GraphDecodingPolicy()
        policy.maximumInitializerDepth = 101
        #expect(try error(Chain.self, chain, policy: policy) == nil)
        policy.maximumInitializerDepth = 100
        let found = try #require(try error(Chain.self, chain, policy: policy))
        #expect(found.code == .depthExceeded)
        #expect(found.message.contains("maximumInitializerDepth"))
    }
}
