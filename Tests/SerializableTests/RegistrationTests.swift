import Foundation
import Serializable
import TestSupport
import Testing

struct Unregistered: AutomaticallyEncodedSerializable {
    init() {}
    init(with coder: Decoder) throws {}
}

private struct Private: AutomaticallyEncodedSerializable {
    var value = 1
    init() {}
    init(with coder: Decoder) throws { value = try coder.decode(forKey: "value") }
}

/// Types are found by the names under which they are registered.
struct RegistrationTests {
    init() {
        Square.enableSerialization()
        Private.enableSerialization()
    }

    @Test func commonTypesAreRegistered() throws {
        #expect(try roundTrip(Int.min) == Int.min)
        #expect(try roundTrip(UInt.max) == UInt.max)
        #expect(try roundTrip(Int8.min) == Int8.min)
        #expect(try roundTrip(Int16.min) == Int16.min)
        #expect(try roundTrip(Int32.min) == Int32.min)
        #expect(try roundTrip(Int64.min) == Int64.min)
        #expect(try roundTrip(Int128.min) == Int128.min)
        #expect(try roundTrip(UInt8.max) == UInt8.max)
        #expect(try roundTrip(UInt16.max) == UInt16.max)
        #expect(try roundTrip(UInt32.max) == UInt32.max)
        #expect(try roundTrip(UInt64.max) == UInt64.max)
        #expect(try roundTrip(UInt128.max) == UInt128.max)
        #expect(try roundTrip(Float(0.1)) == Float(0.1))
        #expect(try roundTrip(0.1) == 0.1)
        #expect(try roundTrip(Double.nan).isNaN)
        #expect(try roundTrip(true))
        #expect(try roundTrip("text") == "text")
        #expect(try roundTrip(Data([1, 2])) == Data([1, 2]))
        #expect(try roundTrip(Date(timeIntervalSinceReferenceDate: 0.5)) == Date(timeIntervalSinceReferenceDate: 0.5))
        #if arch(x86_64)
        for value in [Float80.pi, -Float80.leastNonzeroMagnitude, 0, -0.0, .infinity, 1 / 3] {
            let decoded = try roundTrip(value)
            #expect(decoded == value && decoded.sign == value.sign)
        }
        #expect(try roundTrip(Float80.nan).isNaN)
        #endif
    }

    private class Animal: Serializable {
        init() {}
        required init(with coder: Decoder) throws {}
        func encode(with coder: Encoder) {}
    }

    private final class Cat: Animal {}

    @Test func aVariableOfAMetatypeRegistersTheClassInIt() throws {
        for type in [Animal.self, Cat.self] as [Animal.Type] { type.enableSerialization() }
        for type in [Animal.self, Cat.self] as [Animal.Type] { type.enableSerialization(as: "\(type)") }
        #expect(try type(of: roundTrip(Cat() as Animal)) == Cat.self)
    }

    @Test func collectionsAreSerializedOnceRegistered() throws {
        Set<String>.enableSerialization()
        [String: Int].enableSerialization()
        [[Int8?]].enableSerialization()
        [Int8?].enableSerialization()
        #expect(try roundTrip(["a", "b"] as Set<String>) == ["a", "b"])
        #expect(try roundTrip(["a": 1, "b": 2]) == ["a": 1, "b": 2])
        #expect(try roundTrip([[1, nil], []] as [[Int8?]]) == [[1, nil], []])
    }

    /// An array whose type nobody registers.
    @Test func aListNeedsNoRegistrationOfItsArray() throws {
        struct Unlisted: Serializable, Equatable {
            var number: Int
            init(_ number: Int) { self.number = number }
            init(with coder: Decoder) throws { number = try coder.decode(forKey: "number") }
            func encode(with coder: Encoder) { coder.encode(number, forKey: "number") }
        }
        Unlisted.enableSerialization()
        let coder = Encoder()
        coder.encodeList([Unlisted(1), Unlisted(2)], forKey: "list")
        coder.encodeList([Int](), forKey: "none")
        let decoder = try Decoder(from: coder.encodedData())
        #expect(try decoder.decodeList(forKey: "list") == [Unlisted(1), Unlisted(2)])
        #expect(try decoder.decodeList(forKey: "none") == [Int]())
        let error = try #require(throws: SerializableError.self) { try decoder.decodeList(forKey: "list") as [Int] }
        #expect(error.code == .typeMismatch)
    }

    @Test func aMissingRegistrationIsAnErrorThatNamesTheType() throws {
        let coder = Encoder()
        coder.encode(Unregistered(), forKey: "value")
        let error = try #require(throws: SerializableError.self) { try coder.encodedData() }
        #expect(error.code == .typeNotRegistered)
        #expect(error.message.contains("Unregistered.enableSerialization()"))
        #expect("\(error.codingPath)" == "value")
        let array = Encoder()
        array.encode([Square(side: 1)], forKey: "value")
        expectError(SerializableError.self, .typeNotRegistered) { try array.encodedData() }
    }

    @Test func privateTypesHaveStableNames() throws {
        #expect(try roundTrip(Private()).value == 1)
        let coder = Encoder()
        coder.encode(Private(), forKey: "value")
        let data = try coder.encodedData()
        #expect(!String(decoding: data, as: UTF8.self).contains("unknown context"))
    }

    @Test func typesMayHaveANameOfTheirOwn() throws {
        struct Renamed: AutomaticallyEncodedSerializable {
            var value = 4
            init() {}
            init(with coder: Decoder) throws { value = try coder.decode(forKey: "value") }
        }
        Renamed.enableSerialization(as: "the old name")
        let coder = Encoder()
        coder.encode(Renamed(), forKey: "value")
        #expect(String(decoding: try coder.encodedData(), as: UTF8.self).contains("the old name"))
        #expect(try roundTrip(Renamed()).value == 4)
    }

    @Test func twoTypesOfOneNameAreReported() throws {
        struct One: AutomaticallyEncodedSerializable {
            init() {}
            init(with coder: Decoder) throws {}
        }
        struct Two: AutomaticallyEncodedSerializable {
            init() {}
            init(with coder: Decoder) throws {}
        }
        One.enableSerialization(as: "same name")
        Two.enableSerialization(as: "same name")
        expectError(SerializableError.self, .ambiguousTypeName) { try roundTrip(One()) }
    }
}
