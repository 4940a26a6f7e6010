import Serializable
import TestSupport
import Testing

/// Properties that are encoded by their own names.
struct AutomaticEncodingTests {
    /// Has a property that is not serializable.
    final class Clone: Pet {
        private var friendly = true
        private var nickname = ""
        fileprivate let other = Hidden()

        required init(with coder: Decoder) throws {
            try super.init(with: coder)
        }

        override init(name: String) {
            super.init(name: name)
        }
    }

    class Base: AutomaticallyEncodedSerializable {
        private var secret = 1

        init() {}

        required init(with coder: Decoder) throws {}
    }

    /// Has a private property of the same name as its superclass.
    final class Derived: Base {
        private var secret = 2
    }

    struct Hidden {}

    init() {
        Clone.enableSerialization()
        Derived.enableSerialization()
    }

    @Test func equalPropertyNamesInAHierarchyAreReported() throws {
        let coder = Encoder()
        coder.encode(Derived(), forKey: "value")
        let error = try #require(throws: SerializableError.self) { try coder.encodedData() }
        #expect(error.code == .duplicateKey)
        #expect(error.message.contains("Base") && error.message.contains("Derived"))
        #expect(error.message.contains("'secret'"))
    }

    @Test func aPropertyThatIsNotSerializableIsReported() throws {
        let coder = Encoder()
        coder.encode(Clone(name: "x"), forKey: "value")
        let error = try #require(throws: SerializableError.self) { try coder.encodedData() }
        #expect(error.code == .notSerializable)
        #expect(error.message.contains("'other'") && error.message.contains("Hidden"))
    }

    @Test func aListOfWhatIsNotSerializableIsReported() throws {
        let encoder = Encoder()
        encoder.encode([1, Hidden()] as [Any], forKey: "list")
        let error = expectError(SerializableError.self, .notSerializable) { try encoder.encodedData() }
        #expect(error?.message == "Array<Any> has elements that are not Serializable. Make their types conform.")
    }

    struct Unlabeled: AutomaticallyEncodedSerializable, CustomReflectable {
        var customMirror: Mirror { Mirror(self, unlabeledChildren: [1, 2]) }
        init() {}
        init(with coder: Decoder) throws {}
    }

    @Test func valuesWithoutNamesAreReported() throws {
        Unlabeled.enableSerialization()
        let encoder = Encoder(with: Unlabeled())
        let error = expectError(SerializableError.self, .notSerializable) { try encoder.encodedData() }
        #expect(error?.message == "Unlabeled has values without a name. Write its encode(with:) yourself.")
    }

    final class Lazy: AutomaticallyEncodedSerializable {
        lazy var number = 7
        init() {}
        init(with coder: Decoder) throws { number = try coder.decode(forKey: "number") ?? 0 }
    }

    @Test func aLazyPropertyHasItsOwnName() throws {
        Lazy.enableSerialization()
        let lazy = Lazy()
        #expect(try (Decoder(from: Encoder(with: lazy).encodedData()).decode() as Lazy).number == 0)
        lazy.number = 8
        #expect(try (Decoder(from: Encoder(with: lazy).encodedData()).decode() as Lazy).number == 8)
    }
}
