#if Macros
import Foundation
import GraphCodableMacros
import Testing

/// A nil comes back as nil, whatever would stand for a missing value.
struct NilTests {
    @GCodable
    struct Defaults: Equatable {
        @CodableDefault(Date()) var date: Date?
        @CodableDefault(UUID()) let id: UUID?
        @CodableDefault(3) var forced: Int!
        @CodableDefault(Date()) var inferred = Date?.none
        @CodableDefault(Date()) var generic = Optional<Date>.some(Date())
        @CodableDefault([1].first) var call: Int?
    }

    @Test func aStoredNilIsNotTheDefault() throws {
        var value = Defaults(date: nil, id: nil, forced: nil, call: nil)
        value.generic = nil
        #expect(try copy(value) == value)
        let bytes = try GraphEncoder().encode(Empty()) as Bytes
        let new = try GraphDecoder().decode(Defaults.self, from: bytes)
        #expect(new.date != nil && new.id != nil && new.forced == 3 && new.inferred != nil && new.call == 1)
    }

    @GCodable
    struct Empty {}

    @GCodable
    enum Case: Equatable { case c(UUID? = UUID()), d(date: Date? = Date()) }

    @Test func aStoredNilOfACaseIsNotTheDefault() throws {
        #expect(try copy([Case.c(nil), .d(date: nil)]) == [.c(nil), .d(date: nil)])
    }

    @GCodable
    struct Former { var score: Int?, name: Int? = 4, nested: Int?? = .some(nil) }

    @GCodable
    final class FormerObject {
        var score: Int?
        var name: Int? = 4
        var nested: Int?? = .some(nil)

        init() {}
    }

    @GCodable
    struct Converted: Equatable {
        @CodableConvert(from: Int.self, { Double($0) }) var score: Double?
        @CodableConvert(from: Int.self, { String($0) }) let name: String?
        @CodableConvert(from: String.self, { $0.count }) var nested: Int??
    }

    @GCodable
    final class ConvertedObject {
        @CodableConvert(from: Int.self, { Double($0) }) var score: Double?
        @CodableConvert(from: Int.self, { String($0) }) var name: String?
        @CodableConvert(from: String.self, { $0.count }) var nested: Int?? = 3

        init() {}
    }

    @Test func aNilIsNotConverted() throws {
        let value = try migrate(Former(), to: Converted.self)
        #expect(value == Converted(score: nil, name: "4", nested: .some(nil)))
        #expect(try copy(value) == value)
        let object = try migrate(FormerObject(), to: ConvertedObject.self)
        #expect(object.score == nil && object.name == "4" && object.nested == .some(nil))
        let back = try copy(object)
        #expect(back.score == nil && back.name == "4" && back.nested == .some(nil))
    }

    @GCodable
    class Parent { init() {} }
    @GCodable
    final class Child: Parent {
        let isChild = true
    }
    @GCodable
    struct Family {
        @CodableDefault(NilTests.Child()) var member: Parent?
        @CodableConvert(from: Int.self, { _ in NilTests.Child() }) var other: Parent?
    }

    @Test func theTypeOfADefaultIsNotThatOfAnOptional() throws {
        let family = try copy(Family(member: Parent(), other: Parent()))
        #expect(family.member != nil && !(family.member is Child) && family.other != nil)
        #expect(try migrate(Empty(), to: Family.self).member is Child)
        #expect(try copy(Family(member: nil, other: nil)).member == nil)
    }

    @GCodable
    struct Seconds { var time = 90 }

    @GCodable(version: 1)
    struct Timed: Equatable {
        @CodingKey("duration") var time = Duration.zero

        mutating func migrate(from version: UInt32, _ decoder: any GDecoder) throws {
            time = .seconds(try decoder.decode(for: Key.time, default: 0))
        }

        private enum Key: String { case time }
    }

    @Test func aNumberBecomesADurationInAMigration() throws {
        let value = try migrate(Seconds(), to: Timed.self)
        #expect(value.time == .seconds(90))
        #expect(try copy(value) == value)
    }

    @GCodable
    struct Anything { var value: Any, name = "" }

    @GCodable
    enum AnyCase { case value(Any) }

    struct ByHand: GEncodable {
        let value: Any

        enum Key: String { case value }

        func encode(to encoder: any GEncoder) throws { try encoder.encode(any: value as Any, for: Key.value) }
    }

    @Test func aNilInsideAnyIsRefused() throws {
        let none = Int?.none as Any
        for value in [Anything(value: none), AnyCase.value(none), ByHand(value: none)] as [any GEncodable] {
            let error = #expect(throws: GraphCodableError.self) { try GraphEncoder().encode(value) as Bytes }
            #expect(error?.code == .notEncodable)
            #expect(error?.message == Self.nilMessage("Any"))
        }
        #expect(try copy(Anything(value: 3)).value as? Int == 3)
        #expect(try copy(Anything(value: [3] as [Any])).value as? [Int] == [3])
    }

    private static func nilMessage(_ type: String) -> String {
        """
        There is a nil inside a value of type \(type), which would be decoded as Any. Leave the value out, or declare the \
        property as an optional, or a collection of optionals.
        """
    }

    @Test func aNilInsideACollectionInAnyIsRefused() throws {
        let lists: [Any] = [
            [1, nil] as [Any?], ["k": nil] as [String: Any?], [[nil] as [Any?]] as [Any],
            ["k": [nil]] as [String: [Any?]],
        ]
        for list in lists {
            let error = #expect(throws: GraphCodableError.self) {
                try GraphEncoder().encode(Anything(value: list)) as Bytes
            }
            #expect(error?.message == Self.nilMessage("Swift.Optional<Any>"))
        }
        let twice = Int??.some(nil) as Any
        for value in [twice, [twice], ["k": twice]] as [Any] {
            #expect(throws: GraphCodableError.self) { try GraphEncoder().encode(Anything(value: value)) as Bytes }
        }
        #expect(try copy(Anything(value: [1, 2] as [Any?])).value as? [Int] == [1, 2])
    }

    @GCodable
    struct Loose {
        var lists: [[Any?]] = [[1, nil]]
        var present: (any GCodable)?? = .some(nil)
        var absent: (any GCodable)?? = .none
        var full: (any GCodable)?? = 3
        var map: [String: (any GCodable)??] = ["some": .some(nil)]
        var deep: Any??? = .some(.some(nil))
    }

    @Test func everyLevelOfAnOptionalProtocolValueIsKept() throws {
        let loose = try copy(Loose())
        #expect(loose.lists[0].count == 2 && loose.lists[0][0] as? Int == 1 && loose.lists[0][1] == nil)
        #expect(loose.present != nil && loose.present! == nil)
        #expect(loose.absent == nil)
        #expect(loose.full as? Int == 3)
        #expect(loose.map["some"]! != nil && loose.map["some"]!! == nil)
        #expect(loose.deep != nil && loose.deep! != nil && loose.deep!! == nil)
    }

    @Test func equalElementsThatBecomeASetAreConverted() throws {
        #expect(try migrate(Tags(), to: TagSet.self).tags == ["a", "b"])
    }

    @GCodable
    struct Tags { var tags = ["a", "b", "a"] }
    @GCodable
    struct TagSet { @CodableConvert(from: [String].self, { Set($0) }) var tags: Set<String> }

    @GCodable
    struct OldLevel { var level = Wide.high, name = "" }
    @GCodable
    struct NewLevel { var level: Narrow, name = "" }
    @GCodable
    struct Aliased { var level: WithAlias, name = "" }
    @GCodable
    enum Wide: String { case low, high }
    @GCodable
    enum Narrow: String { case low }
    @GCodable
    enum WithAlias: String { @CodableAlias("small") case low }

    @Test func anUnknownCaseIsAnErrorAtItsProperty() throws {
        let raw = #expect(throws: GraphCodableError.self) { try migrate(OldLevel(), to: NewLevel.self) }
        #expect(raw?.codingPath.description == "OldLevel.level")
        #expect(raw?.message == "The archive holds the raw value high, for which Narrow has no case.")
        let aliased = #expect(throws: GraphCodableError.self) { try migrate(OldLevel(), to: Aliased.self) }
        #expect(aliased?.codingPath.description == "OldLevel.level")
        #expect(
            aliased?.message == """
                WithAlias has no case 'high'. Add it, or mark a case for unknown ones with @CodableFallback.
                """)
    }
}
#endif
