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

/// Data that no encoder makes, or that somebody has had made to take a long time.
@Suite struct HostileDataTests {
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
            let set = ForgedValue(11, ForgedName("Swift.Set<Swift.String>"), elements)
            let root = ForgedValue(9, ForgedKeys([""]), [set])
            let data = Data(try ForgedValue.archive(root, objects: "objects"))
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
