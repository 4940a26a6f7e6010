import GraphCodable
import TestSupport
import Testing

/// The mark of an absent key means something in a slot with a key alone; anywhere else the archive is damaged.
struct StrayMarkTests {
    typealias Make = ArchiveAssembler

    /// Asks for what the parameter says, by key and without one.
    struct Asking<Value: GDecodable>: GDecodable {
        init(from decoder: any GDecoder) throws {
            if decoder.unkeyedCount > 0 {
                _ = try decoder.decode() as Value
            } else {
                _ = try decoder.decode(for: ErrorTextTests.Key.a) as Value
            }
        }
    }

    private static func code(_ value: Bytes, keyID: UInt64, as type: (some GDecodable).Type) -> String {
        let archive = Make(
            Make.composite(0) + value, keys: ["a"], types: [Make.valueType(Asking<Int>.self)],
            shapes: [Make.shape(of: 0, keyID)])
        return ErrorTextTests.description { _ = try GraphDecoder().decode(type, from: archive.bytes) }
    }

    @Test func aMarkOutsideOfASlotWithAKeyIsDamage() {
        let mark: Bytes = [0xE9]
        for outcome in [
            Self.code(Make.sequence([mark]), keyID: 1, as: Asking<[Int]>.self),
            Self.code(Make.sequence([mark]), keyID: 1, as: Asking<[Int?]>.self),
            Self.code(Make.sequence([mark]), keyID: 1, as: Asking<[String]>.self),
            Self.code(Make.sequence([mark]), keyID: 1, as: Asking<[ErrorTextTests.Loop]>.self),
            Self.code(mark, keyID: 0, as: Asking<Int>.self),
        ] {
            #expect(outcome.hasPrefix("malformed"), "\(outcome)")
        }
    }

    /// Asks for values of any types.
    struct AskingAny: GDecodable {
        init(from decoder: any GDecoder) throws {
            _ = try decoder.decode(any: [Any].self, for: ErrorTextTests.Key.a)
        }
    }

    @Test func aMarkAmongValuesOfAnyTypeIsDamage() {
        let outcome = Self.code(Make.sequence([[0xE9]]), keyID: 1, as: AskingAny.self)
        #expect(
            outcome.hasPrefix("malformed")
                && outcome.contains("The mark of an absent key occurs where a value is needed."))
        #expect(Self.code([0xE9], keyID: 1, as: AskingAny.self).hasPrefix("keyNotFound"))
    }

    @Test func aMarkInASlotWithAKeyIsNoValue() {
        #expect(Self.code([0xE9], keyID: 1, as: Asking<[Int]>.self).hasPrefix("keyNotFound at Asking"))
    }
}
