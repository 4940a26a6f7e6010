import CyclicCoding
import Foundation
import TestSupport
import Testing

class Animal: Codable, Equatable {
    var name = ""
    var age: UInt8 = 0

    init(name: String, age: UInt8) {
        self.name = name
        self.age = age
    }

    static func == (a: Animal, b: Animal) -> Bool { a.name == b.name && a.age == b.age }
}

final class Bird: Animal {
    var canFly = true
    private enum CodingKeys: CodingKey { case canFly }

    override init(name: String, age: UInt8) {
        super.init(name: name, age: age)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        canFly = try container.decode(Bool.self, forKey: .canFly)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(canFly, forKey: .canFly)
        try super.encode(to: container.superEncoder())
    }
}

struct Everything: Codable, Equatable {
    enum Choice: Codable, Equatable {
        case none
        case some(value: Int, names: [String])
    }
    enum Raw: String, Codable { case a, b }

    var bool = true
    var int8 = Int8.min
    var uint64 = UInt64.max
    var int64 = Int64.min
    var wide = Int128.max
    var wideUnsigned = UInt128.max
    var float = Float(0.1)
    var double = -0.1
    var integral = 3.0
    var large = 1.2345678901234567e30
    var infinity = -Double.infinity
    var string = "a \"quoted\" line\n"
    var data = Data([0, 255, 1])
    var date = Date(timeIntervalSinceReferenceDate: 1.5)
    var url = URL(string: "https://example.com/a?b")
    var decimal = Decimal(string: "12.345")
    var uuid = UUID()
    var missing: String?
    var nested: [[Int?]] = [[1, nil], []]
    var dictionary = ["#": 1, "##x": 2, "": 3]
    var byNumber = [3: "c", 1: "a"]
    var choices = [Choice.none, .some(value: 1, names: ["x"])]
    var raw = Raw.b
    var set: Set<String> = ["x", "y"]
}

struct CodingTests {
    @Test func everyKindOfValueSurvivesEveryCoder() throws {
        let value = Everything()
        let flattened = try CyclicEncoder().flatten(value)
        #expect(try CyclicDecoder().decode(Everything.self, from: flattened) == value)
        let json = try JSONDecoder().decode(FlattenedContainer.self, from: JSONEncoder().encode(flattened))
        #expect(try CyclicDecoder().decode(Everything.self, from: json) == value)
        for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format
            let list = try PropertyListDecoder().decode(FlattenedContainer.self, from: encoder.encode(flattened))
            #expect(try CyclicDecoder().decode(Everything.self, from: list) == value)
        }
    }

    @Test func keysAreLeftAloneByKeyStrategies() throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let flattened = try CyclicEncoder().flatten(["oneKey": 1, "two_keys": 2])
        let decoded = try decoder.decode(FlattenedContainer.self, from: encoder.encode(flattened))
        #expect(try CyclicDecoder().decode([String: Int].self, from: decoded) == ["oneKey": 1, "two_keys": 2])
    }

    @Test func largeDictionariesAndArraysSurvive() throws {
        let dictionary = Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("key \($0)", $0) })
        let flattened = try CyclicEncoder().flatten(dictionary)
        #expect(try CyclicDecoder().decode([String: Int].self, from: flattened) == dictionary)
        let numbers = (0..<2_000).map { Double($0) / 3 }
        #expect(try CyclicDecoder().decode([Double].self, from: CyclicEncoder().flatten(numbers)) == numbers)
    }

    @Test func superclassesAreEncodedBySuperEncoders() throws {
        let bird = Bird(name: "Tux", age: 3)
        bird.canFly = false
        let flattened = try CyclicEncoder().flatten(bird)
        #expect(
            "\(flattened)" == """
                referenced: [],
                root: { canFly: false, super: { age: 3, name: "Tux" } }
                """)
        let decoded = try CyclicDecoder().decode(Bird.self, from: flattened)
        #expect(decoded == bird)
        #expect(!decoded.canFly)
    }

    @Test func nestedContainersOfAllKindsSurvive() throws {
        struct Nested: Codable, Equatable {
            var a = 1, b = "b", c = [1.5, 2], d = true
            enum Key: CodingKey { case outer, inner, list, again, parent }

            init() {}

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                let outer = try container.nestedContainer(keyedBy: Key.self, forKey: .outer)
                a = try outer.decode(Int.self, forKey: .inner)
                b = try outer.decode(String.self, forKey: .again)
                var list = try container.nestedUnkeyedContainer(forKey: .list)
                #expect(list.count == 2)
                var inner = try list.nestedUnkeyedContainer()
                c = []
                while !inner.isAtEnd {
                    c.append(try inner.decode(Double.self))
                }
                d = try list.nestedContainer(keyedBy: Key.self).decode(Bool.self, forKey: .inner)
                #expect(list.isAtEnd)
                #expect(container.allKeys.map(\.stringValue).sorted() == ["list", "outer", "parent"])
                #expect(try container.superDecoder(forKey: .parent).singleValueContainer().decode(Int.self) == 7)
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                var outer = container.nestedContainer(keyedBy: Key.self, forKey: .outer)
                var list = container.nestedUnkeyedContainer(forKey: .list)
                var inner = list.nestedUnkeyedContainer()
                // Containers may be filled in turns.
                try inner.encode(c[0])
                try outer.encode(a, forKey: .inner)
                try inner.encode(c[1])
                var last = list.nestedContainer(keyedBy: Key.self)
                try last.encode(d, forKey: .inner)
                var parent = container.superEncoder(forKey: .parent).singleValueContainer()
                try parent.encode(7)
                // The same nested container again.
                var again = container.nestedContainer(keyedBy: Key.self, forKey: .outer)
                try again.encode(b, forKey: .again)
                #expect(again.codingPath.map(\.stringValue).last == "outer")
            }
        }
        let flattened = try CyclicEncoder().flatten([Nested()])
        #expect(try CyclicDecoder().decode([Nested].self, from: flattened) == [Nested()])
    }

    @Test func codingPathsLeadFromTheRoot() throws {
        final class Recorder: Codable {
            var child: Recorder?
            var path = ""
            enum CodingKeys: CodingKey { case child }

            init(child: Recorder? = nil) {
                self.child = child
            }

            init(from decoder: any Decoder) throws {
                path = decoder.codingPath.map(\.stringValue).joined(separator: "/")
                let container = try decoder.container(keyedBy: CodingKeys.self)
                child = try container.decodeIfPresent(Recorder.self, forKey: .child)
            }

            func encode(to encoder: any Encoder) throws {
                path = encoder.codingPath.map(\.stringValue).joined(separator: "/")
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encodeIfPresent(child, forKey: .child)
            }
        }
        let root = ["list": [Recorder(), Recorder(child: Recorder())]]
        let flattened = try CyclicEncoder().flatten(root)
        #expect(root["list"]?[0].path == "list/Index 0")
        #expect(root["list"]?[1].child?.path == "list/Index 1/child")
        let decoded = try CyclicDecoder().decode([String: [Recorder]].self, from: flattened)
        #expect(decoded["list"]?[1].child?.path == "list/Index 1/child")
    }

    @Test func errorsNameTheirCodingPath() throws {
        struct Wanted: Codable { var name: Int }
        let flattened = try CyclicEncoder().flatten([["name": "x"]])
        let error = try #require(throws: DecodingError.self) {
            try CyclicDecoder().decode([Wanted].self, from: flattened)
        }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record(error)
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["Index 0", "name"])
        #expect(throws: DecodingError.self) { try CyclicDecoder().decode([[String: Bool]].self, from: flattened) }
        #expect(throws: DecodingError.self) {
            try CyclicDecoder().decode(Int8.self, from: CyclicEncoder().flatten(1_000))
        }
    }

    @Test func userInfoReachesTypes() throws {
        struct Reader: Codable {
            static let key = CodingUserInfoKey(rawValue: "test")
            var found = ""

            init() {}

            init(from decoder: any Decoder) throws {
                found = Self.key.flatMap { decoder.userInfo[$0] as? String } ?? ""
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(Self.key.flatMap { encoder.userInfo[$0] as? String })
            }
        }
        let key = try #require(Reader.key)
        let encoder = CyclicEncoder()
        encoder.userInfo[key] = "encoding"
        let flattened = try encoder.flatten(Reader())
        #expect(try CyclicDecoder().decode(String.self, from: flattened) == "encoding")
        let decoder = CyclicDecoder()
        decoder.userInfo[key] = "decoding"
        #expect(try decoder.decode(Reader.self, from: flattened).found == "decoding")
    }

    @Test func conditionalReferencesHoldOnlyIfSomethingElseEncodesTheObject() throws {
        final class Owner: Codable {
            var child: Animal?
            var friend: Animal?
            enum CodingKeys: CodingKey { case child, friend }

            init(child: Animal?, friend: Animal?) {
                self.child = child
                self.friend = friend
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                if let friend {
                    try container.encodeConditional(friend, forKey: .friend)
                }
                try container.encodeIfPresent(child, forKey: .child)
            }
        }
        let animal = Animal(name: "Tux", age: 1)
        let alone = try CyclicEncoder().flatten(Owner(child: nil, friend: animal))
        #expect(try CyclicDecoder().decode(Owner.self, from: alone).friend == nil)
        let both = try CyclicDecoder().decode(
            Owner.self, from: CyclicEncoder().flatten(Owner(child: animal, friend: animal)))
        #expect(both.friend != nil)
        #expect(both.friend === both.child)
    }

    @Test func registeredClassesAreDecodedAsWhatTheyAre() throws {
        let types: RegisteredTypes = [Bird.self]
        let bird = Bird(name: "Tux", age: 3)
        let flattened = try CyclicEncoder(types: types).flatten([bird, Animal(name: "Rex", age: 4), bird])
        let data = try JSONEncoder().encode(flattened)
        let container = try JSONDecoder().decode(FlattenedContainer.self, from: data)
        let decoded = try CyclicDecoder(types: types).decode([Animal].self, from: container)
        #expect(decoded[0] is Bird)
        #expect(type(of: decoded[1]) == Animal.self)
        #expect(decoded[0] === decoded[2])
        #expect(decoded[0] == bird)

        let unknown = try #require(throws: CyclicCodingError.self) {
            try CyclicDecoder().decode([Animal].self, from: container)
        }
        #expect(unknown.code == .typeNotRegistered)
        #expect(unknown.message.contains("Bird"))
    }

    /// Reads nil, a number, and nil behind the end.
    private struct EndReader: Codable {
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            #expect(try container.decodeNil())
            #expect(try !container.decodeNil())
            #expect(try container.decode(Int.self) == 1)
            _ = try container.decodeNil()
        }

        func encode(to encoder: any Encoder) throws {}
    }

    /// An object that is nothing but a value of another type.
    private final class Single<Value: Encodable>: Encodable {
        let value: Value
        init(_ value: Value) { self.value = value }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    @Test func whatWasAnObjectIsDecodedAsTheValueThatItWas() throws {
        func expect<Value: Codable & Equatable>(_ value: Value) throws {
            let single = Single(value)
            let flattened = try CyclicEncoder().flatten([single, single])
            #expect(flattened.description.contains("#0"))
            #expect(try CyclicDecoder().decode([Value].self, from: flattened) == [value, value])
        }
        try expect(true)
        try expect(7)
        try expect(0.5)
        try expect("text")
        try expect(Data([1, 2, 3]))
        try expect(Date(timeIntervalSinceReferenceDate: 1))
        try expect([1, 2])
    }

    @Test func thereIsNoNilAtTheEndOfAnArrayAsInJSON() throws {
        let values = [nil, 1]
        let container = try CyclicEncoder().flatten(values)
        let json = try JSONEncoder().encode(values)
        let errors = [
            #expect(throws: DecodingError.self) { try CyclicDecoder().decode(EndReader.self, from: container) },
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(EndReader.self, from: json) },
        ]
        for error in errors {
            guard case .valueNotFound(_, let context)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(context.codingPath.map(\.stringValue) == ["Index 2"])
        }
    }

    @Test func anObjectIsNotEncodedUnderTheNameOfAnotherClass() throws {
        var types = RegisteredTypes()
        types.register(Bird.self, as: "animal")
        types.register(Canary.self, as: "animal")
        let encoder = CyclicEncoder(types: types)
        let error = try #require(throws: CyclicCodingError.self) {
            try encoder.flatten(["a": [Bird(name: "Tux", age: 3)]])
        }
        #expect(error.code == .misuse && error.codingPath.description == "a[0]")
        #expect(error.message.contains("Bird was registered as 'animal', and later another class was."))
        // With a name of its own it is.
        types.register(Bird.self, as: "bird")
        let flattened = try CyclicEncoder(types: types).flatten([Bird(name: "Tux", age: 3)])
        #expect(try CyclicDecoder(types: types).decode([Animal].self, from: flattened)[0] is Bird)
    }

    @Test func aRegisteredClassIsCheckedBeforeAnythingIsMade() throws {
        var types = RegisteredTypes()
        types.register(Canary.self, as: "bird")
        let json = ##"{"referenced": [], "root": {"#type": "bird", "#value": {}}}"##
        let container = try JSONDecoder().decode(FlattenedContainer.self, from: Data(json.utf8))
        expectError(CyclicCodingError.self, .wrongClass) {
            try CyclicDecoder(types: types).decode(Animal.self, from: container)
        }
    }

    @Test func anObjectAskedForAsTwoClassesIsAnError() throws {
        struct Two: Codable {
            var animal: Animal
            var bird: Bird
        }
        let bird = Bird(name: "Tux", age: 3)
        let two = Two(animal: bird, bird: bird)
        let flattened = try CyclicEncoder().flatten(two)
        // Animal finds no name in what Bird wrote.
        #expect(throws: (any Error).self) { try CyclicDecoder().decode(Two.self, from: flattened) }
        let registered = try CyclicEncoder(types: [Bird.self]).flatten(two)
        let decoded = try CyclicDecoder(types: [Bird.self]).decode(Two.self, from: registered)
        #expect(decoded.animal === decoded.bird)
    }

    @Test func temporariesAreNotMistakenForOneAnother() throws {
        final class Box: Codable {
            let value: Int
            init(_ value: Int) { self.value = value }
        }
        struct Maker: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                for number in 0..<100 {
                    try container.encode(Box(number))
                }
            }
        }
        let decoded = try CyclicDecoder().decode([Box].self, from: CyclicEncoder().flatten(Maker()))
        #expect(decoded.map(\.value) == Array(0..<100))
    }
}

/// Must never be made.
final class Canary: Codable {
    init(from decoder: any Decoder) throws {
        Issue.record("A class was instantiated that nothing asked for.")
    }
}
