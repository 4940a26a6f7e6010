import GraphCodable
import TestSupport
import Testing

/// Arrays in arrays and dictionaries of protocol values keep the type of each value.
struct ProtocolCollectionTests {
    protocol Part {}

    struct Number: GCodable, Part, Hashable {
        var value: Int
        init(_ value: Int) { self.value = value }
        init(from decoder: GDecoder) throws { value = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(value) }
    }

    final class Shared: GCodable, Part {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    enum Key: String { case value }

    /// Anything, decoded as `Value`.
    struct Holder<Value>: GCodable {
        var value: Value
        init(_ value: Value) { self.value = value }
        init(from decoder: GDecoder) throws { value = try decoder.decode(any: Value.self, for: Key.value) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(any: value, for: Key.value) }
    }

    private func copy<Value>(_ value: Value) throws -> Value {
        let bytes = try GraphEncoder().encode(Holder(value)) as Bytes
        try GraphArchive(bytes).verify()
        return try GraphDecoder().decode(Holder<Value>.self, from: bytes).value
    }

    @Test func nestedArraysComeBack() throws {
        let shared = Shared()
        let parts = try copy([[Number(1), shared], [], [shared]] as [[any Part]])
        #expect(parts.map(\.count) == [2, 0, 1])
        #expect((parts[0][0] as? Number)?.value == 1)
        #expect(parts[0][1] as? Shared === parts[2][0] as? Shared)
        #expect(parts[2][0] is Shared)
        let numbers = try copy([[[1, 2]], [[3]]] as [[[Int]]])
        #expect(numbers == [[[1, 2]], [[3]]])
    }

    @Test func dictionariesComeBack() throws {
        let parts = try copy(["a": Number(1), "b": Shared()] as [String: any Part])
        #expect((parts["a"] as? Number)?.value == 1 && parts["b"] is Shared && parts.count == 2)
        let nested = try copy(["x": [Number(1): [Number(2)]]] as [String: [Number: [any Part]]])
        #expect((nested["x"]?[Number(1)]?.first as? Number)?.value == 2)
        let optionals = try copy(["a": nil, "b": Number(3)] as [String: (any Part)?])
        #expect(optionals.count == 2 && optionals["a"] as? Number == nil && (optionals["b"] as? Number)?.value == 3)
        #expect(try copy([:] as [String: any Part]).isEmpty)
    }

    @Test func optionalCollectionsComeBack() throws {
        #expect(try copy(nil as [String: any Part]?) == nil)
        #expect(try copy([[Number(1)]] as [[any Part]]?)?.first?.first as? Number == Number(1))
    }

    @Test func anythingIsATreeOfArraysAndDictionaries() throws {
        let tree = try copy(
            ["list": [1, "two", [3.5, Number(4)] as [Any]] as [Any], "none": [] as [Any]] as [String: Any])
        let list = try #require(tree["list"] as? [Any])
        #expect(list[0] as? Int == 1 && list[1] as? String == "two")
        #expect((list[2] as? [Any])?.last as? Number == Number(4))
    }

    @Test func aValueAsAnyIsNoOptional() throws {
        let value = try copy(5 as Any)
        #expect(Mirror(reflecting: value).displayStyle != .optional && value as? Int == 5)
    }

    @Test func equalKeysAreRefused() throws {
        typealias Make = ArchiveAssembler
        let key = Make.typed(1, Make.text("k"))
        let archive = Make(
            Make.composite(0, Make.map([(key, Make.typed(1, Make.text("a"))), (key, Make.typed(1, Make.text("b")))])),
            keys: ["value"], types: [Make.valueType(Holder<Any>.self), Make.type("String", name: "SS", flags: 2)],
            shapes: [Make.shape(of: 0, 1)]
        ).bytes
        expectError(GraphCodableError.self, .duplicateElement) {
            try GraphDecoder().decode(Holder<[String: Any]>.self, from: archive)
        }
    }

    @Test func collectionsNestNoDeeperThanOtherValues() throws {
        func nested(_ depth: Int) -> [Any] { depth == 0 ? [] : [nested(depth - 1)] }
        #expect(try copy(nested(100)).count == 1)
        expectError(GraphCodableError.self, .depthExceeded) { try copy(nested(600)) }
    }
}
