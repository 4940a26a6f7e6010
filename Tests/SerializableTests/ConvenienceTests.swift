import Foundation
import GraphCodable
import Serializable
import TestSupport
import Testing

struct Disc: Shape, AutomaticallyEncodedSerializable {
    var radius: Double
    var area: Double { radius * radius * .pi }

    init(radius: Double) {
        self.radius = radius
    }

    init(with coder: Decoder) throws {
        radius = try coder.decode(forKey: "radius")
    }
}

/// Holds shapes of any type.
final class Drawing: AutomaticallyEncodedSerializable {
    var shapes: [any Shape]
    var titles: [String]

    init(shapes: [any Shape]) {
        self.shapes = shapes
        titles = ["a"]
    }

    init(with coder: Decoder) throws {
        shapes = try coder.decode(forKey: "shapes")
        titles = try coder.decode(forKey: "titles")
    }
}

/// What the package Serializable by Sean Heber offers, too.
struct ConvenienceTests {
    init() {
        Square.enableSerialization()
        Disc.enableSerialization()
        Drawing.enableSerialization()
        Pet.enableSerialization()
        Cat.enableSerialization()
        Array<Pet>.enableSerialization()
        Array<String>.enableSerialization()
        Array<Disc>.enableSerialization()
    }

    @Test func arraysOfProtocolValuesKeepTheTypesOfTheirElements() throws {
        let drawing = Drawing(shapes: [Square(side: 2), Disc(radius: 1), Square(side: 3)])
        let coder = Encoder()
        coder.encode(drawing, forKey: "drawing")
        coder.encode([1, "two", Square(side: 3)] as [any Serializable], forKey: "mixed")
        coder.encode([Square(side: 4)] as [any Shape], forKey: "squares")
        coder.encode([] as [any Serializable], forKey: "none")
        let decoder = try Decoder(from: coder.encodedData())
        let decoded: Drawing = try decoder.decode(forKey: "drawing")
        #expect(decoded.shapes.map(\.area) == drawing.shapes.map(\.area))
        #expect(decoded.shapes[1] is Disc)
        let mixed: [any Serializable] = try decoder.decode(forKey: "mixed")
        #expect(mixed[0] as? Int == 1 && mixed[1] as? String == "two" && (mixed[2] as? Square)?.side == 3)
        #expect(try (decoder.decode(forKey: "squares") as [Square]).map(\.side) == [4])
        #expect(try (decoder.decode(forKey: "none") as [any Shape]).isEmpty)
        let error = try #require(throws: SerializableError.self) { try decoder.decode(forKey: "mixed") as [any Shape] }
        #expect("\(error)" == "typeMismatch at mixed[0]: There is an integer where Shape was expected.")
    }

    @Test func objectsInArraysOfProtocolValuesKeepTheirIdentity() throws {
        let cat = Cat(name: "Tom")
        let coder = Encoder()
        coder.encode([cat, "and", cat] as [any Serializable])
        let decoded: [any Serializable] = try Decoder(from: coder.encodedData()).decode()
        let (first, last) = (try #require(decoded[0] as? Cat), try #require(decoded[2] as? Cat))
        #expect(first === last)
    }

    @Test func arraysOfOneTypeAreDecodedAsProtocolValues() throws {
        let coder = Encoder()
        coder.encode([Disc(radius: 1), Disc(radius: 2)], forKey: "discs")
        let decoder = try Decoder(from: coder)
        #expect(try (decoder.decode(forKey: "discs") as [any Shape]).map(\.area) == [.pi, 4 * .pi])
    }

    @Test func theKeyIsEmptyByDefault() throws {
        let coder = Encoder(with: Square(side: 2))
        let decoder = try Decoder(from: coder.makeData())
        #expect(try (decoder.decode() as Square).side == 2)
        #expect(try (decoder.decode(forKey: "") as Square).side == 2)
        #expect(try (decoder.decodeIfPresent() as Square?)?.side == 2)
    }

    @Test func aCloneIsADeepCopy() throws {
        let cat = Cat(name: "Tom")
        cat.friend = Pet(name: "Rex")
        let copy = try #require(cat.makeClone())
        #expect(copy !== cat && copy.friend !== cat.friend)
        #expect(copy.name == "Tom" && copy.friend?.name == "Rex")
        #expect(Square(side: 3).makeClone()?.side == 3)
        // An instance of a subclass stays one.
        #expect((cat as Pet).makeClone() is Cat)
        #expect(Unregistered().makeClone() == nil)
    }

    @Test func anEncoderGoesOnFromData() throws {
        let pet = Pet(name: "Rex")
        pet.friend = Pet(name: "Tom")
        let first = Encoder()
        first.encode(pet, forKey: "pet")
        first.encode(1, forKey: "one")
        let second = try Encoder(from: first.encodedData())
        second.encode([pet, Cat(name: "Tux")] as [Pet], forKey: "more")
        let decoder = try Decoder(from: second.encodedData())
        let (old, new) = (try decoder.decode(forKey: "pet") as Pet, try decoder.decode(forKey: "more") as [Pet])
        #expect(old.friend?.name == "Tom" && new.map(\.name) == ["Rex", "Tux"])
        #expect(old !== new[0] && new[0].friend?.name == "Tom")
        #expect(try decoder.decode(forKey: "one") as Int == 1)
        let clash = try Encoder(from: first.encodedData())
        clash.encode(2, forKey: "one")
        expectError(SerializableError.self, .duplicateKey) { try clash.encodedData() }
    }
}
