import Foundation
import GraphCodable
import Serializable
import TestSupport
import Testing

/// A value is decoded as the requested type, or an error says what there is instead.
struct RequestedTypeTests {
    class Animal: AutomaticallyEncodedSerializable {
        var name = "animal"
        init() {}
        required init(with coder: Decoder) throws { name = try coder.decode(forKey: "name") }
    }

    final class Dog: Animal {}
    final class Fish: Animal {}

    init() {
        Animal.enableSerialization()
        Dog.enableSerialization()
        Fish.enableSerialization()
        [Dog].enableSerialization()
        [Dog?].enableSerialization()
        Owner.enableSerialization()
        Set<Item>.enableSerialization()
        Item.enableSerialization()
        Twin.enableSerialization()
    }

    private func decoder(_ encode: (Encoder) -> Void) throws -> Decoder {
        let encoder = Encoder()
        encode(encoder)
        return try Decoder(from: encoder.encodedData())
    }

    @Test func aListIsDecodedAsAListOfASuperclass() throws {
        let decoder = try decoder { $0.encode([Dog(), Dog()], forKey: "dogs") }
        let animals: [Animal] = try decoder.decode(forKey: "dogs")
        #expect(animals.count == 2 && animals.allSatisfy { $0 is Dog })
        expectError(SerializableError.self, .typeMismatch) { try decoder.decode(forKey: "dogs") as [Fish] }
    }

    @Test func aListIsDecodedAsAListOfOptionals() throws {
        let decoder = try decoder {
            $0.encode([Dog(), nil] as [Dog?], forKey: "optionals")
            $0.encode([Dog(), Dog()], forKey: "dogs")
        }
        #expect(try (decoder.decode(forKey: "optionals") as [Animal?]).map { $0 is Dog } == [true, false])
        #expect(try (decoder.decode(forKey: "dogs") as [Animal?]).map { $0 is Dog } == [true, true])
        for key in ["optionals", "dogs"] {
            expectError(SerializableError.self, .typeMismatch) { try decoder.decode(forKey: key) as [Fish?] }
        }
        expectError(SerializableError.self, .typeMismatch) { try decoder.decode(forKey: "optionals") as [Animal] }
    }

    @Test func anObjectThatIsKnownIsNamedIfAnotherClassIsRequested() throws {
        let decoder = try decoder { $0.encode(Dog(), forKey: "dog") }
        let dog: Dog = try decoder.decode(forKey: "dog")
        #expect(dog.name == "animal")
        let error = expectError(SerializableError.self, .typeMismatch) { try decoder.decode(forKey: "dog") as Fish }
        #expect(error?.message == "There is a value of type Dog where Fish was expected.")
    }

    @Test func nilIsNoValueOfAnyType() throws {
        let decoder = try decoder { $0.encode(Int?.none, forKey: "nil") }
        expectError(SerializableError.self, .typeMismatch) { try decoder.decode(forKey: "nil") as Any }
    }

    @Test func aTextIsNoNumberAndNoList() throws {
        let decoder = try decoder {
            $0.encode("text", forKey: "text")
            $0.encodeList([1], forKey: "list")
        }
        func message<Value>(_ type: Value.Type, _ key: String) -> String? {
            expectError(SerializableError.self, .typeMismatch) { try decoder.decode(forKey: key) as Value }?.message
        }
        #expect(message(Double.self, "text") == "There is a string where Double was expected.")
        #expect(message(Float.self, "text") == "There is a string where Float was expected.")
        #expect(message(Date.self, "text") == "There is a string where Date was expected.")
        #expect(message(Data.self, "text") == "There is a string where Data was expected.")
        #expect(message(Dog.self, "list") == "There is an array where Dog was expected.")
        #if arch(x86_64) || arch(i386)
        #expect(message(Float80.self, "text") == "There is a string where Float80 was expected.")
        #endif
    }

    @Test func anyNumberIsDecodedAsAFloatingPointNumberThatHoldsIt() throws {
        let decoder = try decoder {
            $0.encode(1.5, forKey: "double")
            $0.encode(2.5 as Float, forKey: "float")
            $0.encode(3, forKey: "integer")
            $0.encode(1e300, forKey: "large")
            $0.encode(Double.infinity, forKey: "infinity")
            $0.encode(UInt128(1) << 100, forKey: "wide")
            #if arch(x86_64) || arch(i386)
            $0.encode(2 as Float80, forKey: "small")
            $0.encode(Float80.leastNonzeroMagnitude, forKey: "tiny")
            $0.encode(Float80.pi, forKey: "pi")
            #endif
        }
        #expect(try decoder.decode(forKey: "wide") as Double == 0x1p100)
        #expect(try decoder.decode(forKey: "double") as Float == 1.5)
        #expect(try decoder.decode(forKey: "integer") as Float == 3)
        #expect(try decoder.decode(forKey: "float") as Double == 2.5)
        #expect(try decoder.decode(forKey: "infinity") as Float == .infinity)
        let error = expectError(SerializableError.self, .valueOutOfRange) {
            try decoder.decode(forKey: "large") as Float
        }
        #expect(error?.message == "There is a number that Float cannot hold.")
        #if arch(x86_64) || arch(i386)
        #expect(try decoder.decode(forKey: "double") as Float80 == 1.5)
        #expect(try decoder.decode(forKey: "integer") as Float80 == 3)
        #expect(try decoder.decode(forKey: "wide") as Float80 == 0x1p100)
        #expect(try decoder.decode(forKey: "small") as Int == 2)
        #expect(try decoder.decode(forKey: "small") as Double == 2)
        for key in ["tiny", "pi"] {
            expectError(SerializableError.self, .typeMismatch) { try decoder.decode(forKey: key) as Int128 }
            expectError(SerializableError.self, .typeMismatch) { try decoder.decode(forKey: key) as Double }
        }
        #endif
        #expect(try decoder.decode(forKey: "double") as Any as? Double == 1.5)
        #expect(try decoder.decode(forKey: "float") as any Serializable as? Float == 2.5)
    }

    // MARK: Types in place of others

    /// Leaves its encoding to another type.
    struct Delegate<Content: Serializable & Equatable>: Serializable {
        let content: Content
        init(_ content: Content) { self.content = content }
        init(with coder: Decoder) throws { content = try Content(with: coder) }
        func encode(with coder: Encoder) { content.encode(with: coder) }
    }

    private func delegated<Content: Serializable & Equatable>(_ content: Content) throws -> Content {
        Delegate<Content>.enableSerialization()
        let delegate: Delegate<Content> = try decoder { $0.encode(Delegate(content), forKey: "value") }
            .decode(forKey: "value")
        return delegate.content
    }

    @Test func aTypeCanLeaveItsEncodingToAnother() throws {
        #expect(try delegated("text") == "text")
        #expect(try delegated(true))
        #expect(try delegated(7) == 7)
        #expect(try delegated(1.5) == 1.5)
        #expect(try delegated(1.5 as Float) == 1.5)
        #expect(try delegated(Data([1, 2])) == Data([1, 2]))
        #expect(try delegated(Date(timeIntervalSinceReferenceDate: 3)) == Date(timeIntervalSinceReferenceDate: 3))
        #expect(try delegated(7 as Int?) == 7)
        #expect(try delegated(nil as String?) == nil)
        #expect(try delegated("text" as String?) == "text")
        #expect(try delegated(1.5 as Double?) == 1.5)
        #expect(try delegated(Int128.min) == .min)
    }

    /// Leaves its encoding to a number, and so has no keys.
    struct Keyless: Serializable {
        let number: Int
        var hasKey = true
        init(_ number: Int) { self.number = number }
        init(with coder: Decoder) throws {
            number = try Int(with: coder)
            hasKey = coder.contains("key")
        }
        func encode(with coder: Encoder) { number.encode(with: coder) }
    }

    @Test func aValueWithoutKeysContainsNone() throws {
        Keyless.enableSerialization()
        let copy: Keyless = try decoder { $0.encode(Keyless(7), forKey: "value") }.decode(forKey: "value")
        #expect(copy.number == 7 && !copy.hasKey)
    }

    @Test func aValueWithKeysIsNoPlainValue() throws {
        let decoder = try decoder { $0.encode(7, forKey: "number") }
        func message(_ body: () throws -> Any) -> String? {
            expectError(SerializableError.self, .typeMismatch, body)?.message
        }
        #expect(message { try Int(with: decoder) } == "There is a keyed value where Int was expected.")
        #expect(message { try Data(with: decoder) } == "There is a keyed value where Data was expected.")
    }

    @Test func aNumberIsNoTextAndEachNumberIsADate() throws {
        let decoder = try decoder {
            $0.encode(7, forKey: "number")
            $0.encode(Int128.max, forKey: "wide")
        }
        func message<Value>(_ type: Value.Type, _ key: String) -> String? {
            expectError(SerializableError.self, .typeMismatch) { try decoder.decode(forKey: key) as Value }?.message
        }
        #expect(message(Bool.self, "number") == "There is an integer where Bool was expected.")
        #expect(message(String.self, "number") == "There is an integer where String was expected.")
        #expect(message(Data.self, "number") == "There is an integer where Data was expected.")
        #expect(try decoder.decode(forKey: "wide") as Date == Date(timeIntervalSinceReferenceDate: 0x1p127))
    }

    @Test func anObjectThatDoesNotConformIsNamed() throws {
        let decoder = try decoder { $0.encode(Dog(), forKey: "dog") }
        let error = expectError(SerializableError.self, .typeMismatch) {
            try decoder.decode(forKey: "dog") as any Shape
        }
        #expect(error?.message == "There is a value of type Dog where Shape was expected.")
    }

    @Test func anArrayOfAGenericFunctionIsEncodedAsItself() throws {
        func encode<Element>(_ values: [Element], _ encoder: Encoder) { encoder.encode(values, forKey: "dogs") }
        let archive = try decoder { encode([Dog(), Dog()], $0) }
        let dogs: [Dog] = try archive.decode(forKey: "dogs")
        #expect(dogs.map(\.name) == ["animal", "animal"])
    }

    @Test func aWideIntegerIsOutOfRangeOfASmallOne() throws {
        let decoder = try decoder { $0.encode(Int128.max, forKey: "wide") }
        #expect(try decoder.decode(forKey: "wide") as Int128 == .max)
        expectError(SerializableError.self, .valueOutOfRange) { try decoder.decode(forKey: "wide") as Int }
    }

    /// Its root is a whole number instead of fields.
    @Test func anArchiveOfOneValueCanGetKeys() throws {
        let single = try ForgedValue.archive(ForgedValue(2, 5), key: "objects")
        let encoder = Encoder(try GraphDecoder().decode(SerializedArchive.self, from: single))
        encoder.encode(6, forKey: "more")
        #expect(try Decoder(from: encoder.encodedData()).decode(forKey: "more") as Int == 6)
    }

    // MARK: Hashes

    final class Item: AutomaticallyEncodedSerializable, Hashable {
        var name: String
        init(_ name: String) { self.name = name }
        init(with coder: Decoder) throws { name = try coder.decode(forKey: "name") }
        static func == (left: Item, right: Item) -> Bool { left.name == right.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    /// Changes the elements of a set after it was built.
    final class Owner: AutomaticallyEncodedSerializable, RestorableSerializable {
        var items: Set<Item> = [Item("a"), Item("b")]
        init() {}
        init(with coder: Decoder) throws {}
        func restored(with coder: Decoder) throws {
            items = try coder.decode(forKey: "items")
            for item in items { item.name += "!" }
        }
    }

    @Test func hashesThatChangeWhileObjectsAreRestoredAreAnError() throws {
        let decoder = try decoder { $0.encode(Owner(), forKey: "owner") }
        expectError(SerializableError.self, .hashChanged) { try decoder.decode(forKey: "owner") as Owner }
    }

    // MARK: Work

    /// Tries to decode two others, and fails.
    final class Twin: Serializable {
        var twins: [Twin] = []
        init() {}

        init(with coder: Decoder) throws {
            _ = try? coder.decode(forKey: "left") as Twin
            _ = try? coder.decode(forKey: "right") as Twin
            _ = try coder.decode(forKey: "missing") as Int
        }

        func encode(with coder: Encoder) {
            guard let twin = twins.first else { return }
            coder.encode(twin, forKey: "left")
            coder.encode(twin, forKey: "right")
        }
    }

    /// Would take a trillion attempts.
    @Test func objectsThatFailAgainAndAgainEndTheDecoding() throws {
        var twin = Twin()
        for _ in 0..<40 {
            let next = Twin()
            next.twins = [twin]
            twin = next
        }
        let decoder = try decoder { $0.encode(twin, forKey: "twin") }
        #expect(throws: SerializableError.self) { try decoder.decode(forKey: "twin") as Twin }
    }
}
