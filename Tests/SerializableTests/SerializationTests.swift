import Foundation
import GraphCodable
import GraphCodableCompression
import Serializable
import TestSupport
import Testing

protocol Shape: Serializable {
    var area: Double { get }
}

struct Square: Shape, AutomaticallyEncodedSerializable {
    var side: Double
    var area: Double { side * side }

    init(side: Double) {
        self.side = side
    }

    init(with coder: Decoder) throws {
        side = try coder.decode(forKey: "side")
    }
}

class Pet: AutomaticallyEncodedSerializable {
    var name: String
    var friend: Pet?

    init(name: String) {
        self.name = name
    }

    required init(with coder: Decoder) throws {
        name = try coder.decode(forKey: "name")
        friend = try coder.decode(forKey: "friend")
    }
}

final class Cat: Pet {
    var lives = 9

    override init(name: String) {
        super.init(name: name)
    }

    required init(with coder: Decoder) throws {
        lives = try coder.decode(forKey: "lives")
        try super.init(with: coder)
    }
}

/// A tree whose nodes know their parent.
final class TreeNode: RestorableSerializable {
    var children: [TreeNode] = []
    weak var parent: TreeNode?
    var restorations = 0

    init(children: [TreeNode] = []) {
        self.children = children
        children.forEach { $0.parent = self }
    }

    init(with coder: Decoder) throws {
        children = try coder.decode(forKey: "children")
    }

    func encode(with coder: Encoder) {
        coder.encode(children, forKey: "children")
        coder.encode(parent, forKey: "parent")
    }

    func restored(with coder: Decoder) throws {
        parent = try coder.decode(forKey: "parent")
        restorations += 1
    }
}

/// Needs itself while it is being made.
final class Loop: Serializable {
    var next: Loop?

    init() {}

    init(with coder: Decoder) throws {
        next = try coder.decode(forKey: "next")
    }

    func encode(with coder: Encoder) {
        coder.encode(next, forKey: "next")
    }
}

struct Counter: RestorableSerializable, AutomaticallyEncodedSerializable {
    var count = 1
    var isRestored = false

    init() {}

    init(with coder: Decoder) throws {
        count = try coder.decode(forKey: "count")
    }

    mutating func restored(with coder: Decoder) throws {
        isRestored = true
    }
}

/// Must never be made.
final class Intruder: Serializable {
    init() {}

    init(with coder: Decoder) throws {
        Issue.record("A class was instantiated that nothing asked for.")
    }

    func encode(with coder: Encoder) {}
}

struct SerializationTests {
    init() {
        Pet.enableSerialization()
        Cat.enableSerialization()
        Square.enableSerialization()
        TreeNode.enableSerialization()
        [TreeNode].enableSerialization()
        Loop.enableSerialization()
        Counter.enableSerialization()
        Intruder.enableSerialization()
    }

    @Test func optionalsAreSerialized() throws {
        #expect(try roundTrip(Int?.some(1)) == 1)
        #expect(try roundTrip(Int?.none) == nil)
        #expect(try roundTrip(Square(side: 2), as: Square?.self)?.side == 2)
    }

    @Test func numbersAreDecodedAsAnyTypeThatHoldsThem() throws {
        #expect(try roundTrip(5, as: Int8.self) == 5)
        #expect(try roundTrip(UInt16(5), as: Double.self) == 5)
        let error = #expect(throws: SerializableError.self) { try roundTrip(1_000, as: Int8.self) }
        #expect(error?.code == .valueOutOfRange)
        expectError(SerializableError.self, .typeMismatch) { try roundTrip("x", as: Int.self) }
    }

    @Test func keysMustNotBeUsedTwice() throws {
        let coder = Encoder()
        coder.encode(1, forKey: "a")
        coder.encode(2, forKey: "a")
        expectError(SerializableError.self, .duplicateKey) { try coder.encodedData() }
    }

    private struct Both: Serializable {
        let beginsWithKey: Bool
        init(beginsWithKey: Bool) { self.beginsWithKey = beginsWithKey }
        init(with coder: Decoder) throws { beginsWithKey = try coder.decode(forKey: "key") }
        func encode(with coder: Encoder) {
            if beginsWithKey { coder.encode(true, forKey: "key") }
            7.encode(with: coder)
            if !beginsWithKey { coder.encode(false, forKey: "key") }
        }
    }

    @Test(arguments: [true, false]) func aValueInPlaceOfOthersIsAnError(beginsWithKey: Bool) {
        Both.enableSerialization(as: "SerializationTests.Both")
        let coder = Encoder()
        coder.encode(Both(beginsWithKey: beginsWithKey), forKey: "value")
        expectError(SerializableError.self, .duplicateKey) { try coder.encodedData() }
    }

    @Test func aMissingKeyIsAnError() throws {
        let coder = Encoder()
        coder.encode(1, forKey: "a")
        let decoder = try Decoder(from: coder.makeData())
        expectError(SerializableError.self, .keyNotFound) { try decoder.decode(forKey: "b") as Int }
        #expect(try decoder.decode(forKey: "b") as Int? == nil)
        #expect(try decoder.decode(forKey: "b") as Square? == nil)
        #expect(try decoder.decodeIfPresent(forKey: "b") as Int? == nil)
        #expect(try decoder.decodeIfPresent(forKey: "a") as Int? == 1)
        #expect(decoder.contains("a") && !decoder.contains("b"))
    }

    @Test func objectsAreDecodedOnceAndAsWhatTheyAre() throws {
        let cat = Cat(name: "Tom")
        cat.lives = 7
        let pet = Pet(name: "Rex")
        pet.friend = cat
        cat.friend = Cat(name: "Kit")
        let coder = Encoder()
        coder.encode(pet, forKey: "pet")
        coder.encode(cat as Pet, forKey: "cat")
        let decoder = try Decoder(from: coder.makeData())
        let decoded: Pet = try decoder.decode(forKey: "pet")
        let friend: Pet = try decoder.decode(forKey: "cat")
        #expect(decoded.friend === friend)
        #expect((friend as? Cat)?.lives == 7)
        #expect(friend.friend?.name == "Kit")
        #expect(type(of: decoded) == Pet.self)
    }

    @Test func valuesAreDecodedAsProtocols() throws {
        let shape: any Shape = Square(side: 3)
        let coder = Encoder()
        coder.encode(shape, forKey: "shape")
        coder.encode(shape as (any Serializable)?, forKey: "optional")
        let decoder = try Decoder(from: coder.makeData())
        #expect(try (decoder.decode(forKey: "shape") as any Shape).area == 9)
        #expect(try (decoder.decode(forKey: "optional") as (any Shape)?)?.area == 9)
        expectError(SerializableError.self, .typeMismatch) { try decoder.decode(forKey: "shape") as Pet }
    }

    @Test func aClassIsCheckedBeforeAnythingIsMade() throws {
        let coder = Encoder()
        coder.encode(Intruder(), forKey: "value")
        let decoder = try Decoder(from: coder.makeData())
        expectError(SerializableError.self, .typeMismatch) { try decoder.decode(forKey: "value") as Pet }
        expectError(SerializableError.self, .typeMismatch) { try decoder.decode(forKey: "value") as Square }
    }

    indirect enum Deep: Serializable {
        case end, more(Deep)
        init(with coder: Decoder) throws {
            self = try (coder.decodeIfPresent(forKey: "more") as Deep?).map { .more($0) } ?? .end
        }
        func encode(with coder: Encoder) {
            if case .more(let next) = self { coder.encode(next, forKey: "more") }
        }
    }

    @Test func valuesThatAreNestedTooDeeplyAreReported() throws {
        Deep.enableSerialization()
        func error(_ depth: Int) -> SerializableError? {
            let encoder = Encoder()
            encoder.encode((1..<depth).reduce(Deep.end) { deep, _ in .more(deep) }, forKey: "deep")
            do {
                _ = try encoder.encodedData()
                return nil
            } catch {
                return error as? SerializableError
            }
        }
        #expect(error(512) == nil)
        let found = error(512 + 1)
        #expect(found?.code == .depthExceeded)
        #expect(
            found?.message
                == "Values are nested more than 512 deep. Nesting through class instances has no such limit: make the "
                + "recursive part a class.")
    }

    @Test func anErrorIsToldByItsCodeAndItsFault() {
        let codes: [(SerializableError.Code, Bool, String)] = [
            (.malformed, true, "This file is damaged. Send it again, or send another copy."),
            (.limitExceeded, true, "This file is larger or more complex than is accepted here."),
            (.depthExceeded, true, "This file is larger or more complex than is accepted here."),
            (.keyNotFound, true, "This file has contents that are not accepted here."),
            (.notSerializable, false, "The file could not be processed. The file is not the cause."),
            (.duplicateKey, false, "The file could not be processed. The file is not the cause."),
        ]
        for (code, isInputAtFault, text) in codes {
            let error = SerializableError(code, "text")
            #expect(error.isInputAtFault == isInputAtFault && error.senderMessage == text)
            #expect(code ~= error && !(SerializableError.Code.hashChanged ~= error))
        }
        #expect(!(SerializableError.Code.malformed ~= GraphCodableError(.malformed, "text")))
    }

    @Test func circularReferencesAreRestored() throws {
        let root = TreeNode(children: [TreeNode(), TreeNode(children: [TreeNode()])])
        let decoded = try roundTrip(root)
        #expect(decoded.children.count == 2)
        #expect(decoded.children.allSatisfy { $0.parent === decoded })
        #expect(decoded.children[1].children[0].parent === decoded.children[1])
        #expect(decoded.restorations == 1)
        #expect(decoded.children[1].children[0].restorations == 1)
    }

    @Test func aCycleInInitializersIsAnErrorThatPrintsIt() throws {
        let (a, b) = (Loop(), Loop())
        (a.next, b.next) = (b, a)
        defer { a.next = nil }
        let error = try #require(throws: SerializableError.self) { try roundTrip(a) }
        #expect(error.code == .unresolvableCycle)
        #expect(error.message.contains("Loop #0 → ") && error.message.contains("restored(with:)"))
    }

    @Test func valuesAreRestoredAtOnce() throws {
        #expect(try roundTrip(Counter()).isRestored)
    }

    @Test(arguments: [GraphCodec.none, .zlib, .lz4]) func archivesAreCompressed(codec: GraphCodec) throws {
        let coder = Encoder()
        coder.encode(TreeNode(children: [TreeNode()]), forKey: "tree")
        let data = try GraphEncoder().encode(coder.archive(), codec: codec) as Data
        let decoder = Decoder(try GraphDecoder().decode(SerializedArchive.self, fromArchive: data))
        let tree: TreeNode = try decoder.decode(forKey: "tree")
        #expect(tree.children.first?.parent === tree)
    }

    @Test func dataIsARawArchive() throws {
        let coder = Encoder()
        coder.encode(1, forKey: "a")
        #expect(coder.makeData().starts(with: [0x89, 0x47, 0x52, 0x41, 0x50, 0x48, 0x0D, 0x0A]))
        for make in [{ _ = try Decoder(from: $0) }, { _ = try Encoder(from: $0) }] as [(Data) throws -> Void] {
            let error = try #require(throws: SerializableError.self) { try make(Data([1, 2, 3])) }
            #expect(
                "\(error)" == """
                    malformed (byte 0): The data is damaged, or was not made by makeData() of an encoder. Cause: notAnArchive \
                    (byte 0): The bytes are not a raw archive.
                    """)
            #expect(error.senderMessage == "This file is of another kind than the one expected.")
        }
        var policy = GraphDecodingPolicy()
        policy.maximumPlainByteCount = 8
        let error = try #require(throws: SerializableError.self) {
            try Decoder(from: Encoder(with: 1).encodedData(), policy: policy)
        }
        #expect(error.code == .limitExceeded)
    }

    @Test func damagedDataNeverCrashes() throws {
        let coder = Encoder()
        coder.encode(TreeNode(children: [TreeNode()]), forKey: "tree")
        let data = coder.makeData()
        for count in 0..<data.count {
            #expect(throws: (any Error).self) { try Decoder(from: data.prefix(count)) }
        }
        for index in data.indices {
            for bit in 0..<8 {
                var damaged = data
                damaged[index] ^= 1 << bit
                _ = try? Decoder(from: damaged).decode(forKey: "tree") as TreeNode
            }
        }
    }

    @Test func aListOfAnyLengthNeedsNoStack() throws {
        // A call for each object would need more than 16 bytes.
        let expected = Torture.count(40_000, torture: 1_000_000)
        #expect(try onThread { Self.countLongList(expected) } == expected)
    }

    /// Makes, serializes and takes apart a list; the objects are released one by one.
    private static func countLongList(_ count: Int) -> Int {
        let head = Loop()
        var last = head
        for _ in 1..<count {
            let next = Loop()
            last.next = next
            last = next
        }
        let coder = Encoder()
        coder.encode(head, forKey: "list")
        guard let data = try? coder.encodedData(), release(head) == count else { return 0 }
        guard let list = try? Decoder(from: data).decode(forKey: "list") as Loop else { return 0 }
        return release(list)
    }

    private static func release(_ head: Loop) -> Int {
        var count = 0
        var next: Loop? = head
        while let current = next {
            count += 1
            next = current.next
            current.next = nil
        }
        return count
    }
}

func roundTrip<Value: Serializable>(_ value: Value) throws -> Value {
    try roundTrip(value, as: Value.self)
}

func roundTrip<Value: Serializable, Result>(_ value: Value, as type: Result.Type) throws -> Result {
    let coder = Encoder()
    coder.encode(value, forKey: "value")
    return try Decoder(from: coder.encodedData()).decode(forKey: "value")
}
