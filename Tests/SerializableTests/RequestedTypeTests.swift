import Foundation
import GraphCodable
import Serializable
import TestSupport
import Testing

/// A value is decoded as the requested type, or an error says what there is instead.
@Suite struct RequestedTypeTests {
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

    @Test func aWideIntegerIsOutOfRangeOfASmallOne() throws {
        let decoder = try decoder { $0.encode(Int128.max, forKey: "wide") }
        #expect(try decoder.decode(forKey: "wide") as Int128 == .max)
        expectError(SerializableError.self, .valueOutOfRange) { try decoder.decode(forKey: "wide") as Int }
    }

    /// Its root is a whole number instead of fields.
    @Test func anArchiveOfOneValueCanGetKeys() throws {
        let single = try ForgedValue.archive(ForgedValue(2, 5), objects: "objects")
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
