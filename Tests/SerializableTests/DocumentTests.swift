// swift-format-ignore-file

import Foundation
import Serializable
import Testing

// The samples are kept as the document shows them, force tries, layout and all.

struct Dog {
    let name: String
    let isCute: Bool
    var isWaggingTail: Bool
}

extension Dog : Serializable {
    init(with coder: Decoder) throws {
        name = try coder.decode(forKey: "name")
        isCute = try coder.decode(forKey: "isCute")
        isWaggingTail = try coder.decode(forKey: "isWaggingTail")
    }
    
    func encode(with coder: Encoder) {
        coder.encode(name, forKey: "name")
        coder.encode(isCute, forKey: "isCute")
        coder.encode(isWaggingTail, forKey: "isWaggingTail")
    }
}

enum Automatic {
    struct Dog {
        let name: String
        let isCute: Bool
        var isWaggingTail: Bool
    }
}

extension Automatic.Dog : AutomaticallyEncodedSerializable {
    init(with coder: Decoder) throws {
        name = try coder.decode(forKey: "name")
        isCute = try coder.decode(forKey: "isCute")
        isWaggingTail = try coder.decode(forKey: "isWaggingTail")
    }
}

extension Dog: Equatable {}
extension Automatic.Dog: Equatable {}

struct DocumentTests {
    @Test func aDogIsEncodedAndDecoded() {
        Dog.enableSerialization()

        let myDog = Dog(name: "Fido", isCute: true, isWaggingTail: false)
        let aCoder = Encoder()
        aCoder.encode(myDog, forKey: "currentDog")

        let codedData = aCoder.makeData()

        let aDecoder = try! Decoder(from: codedData)
        let decodedDog: Dog = try! aDecoder.decode(forKey: "currentDog")
        #expect(decodedDog == myDog)
    }

    @Test func aCollectionIsRegisteredLikeAType() throws {
        Dog.enableSerialization()
        var bestFriends: Array<Dog> = [
            Dog(name: "Fido", isCute: true, isWaggingTail: false),
            Dog(name: "Ruff", isCute: true, isWaggingTail: true),
            Dog(name: "Rex", isCute: true, isWaggingTail: true)
        ]
        Array<Dog>.enableSerialization()
        bestFriends[0].isWaggingTail = true
        let coder = Encoder()
        coder.encode(bestFriends, forKey: "friends")
        let decoded: [Dog] = try Decoder(from: coder.makeData()).decode(forKey: "friends")
        #expect(decoded == bestFriends)
    }

    @Test func propertiesAreEncodedAutomatically() throws {
        Automatic.Dog.enableSerialization()
        let dog = Automatic.Dog(name: "Fido", isCute: true, isWaggingTail: true)
        let coder = Encoder()
        coder.encode(dog, forKey: "dog")
        let decoded: Automatic.Dog = try Decoder(from: coder.makeData()).decode(forKey: "dog")
        #expect(decoded == dog)
    }

    @Test func aMissingRegistrationEndsTheProgramWhereNothingCanBeThrown() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let coder = Encoder()
            coder.encode([Date()], forKey: "dates")
            _ = coder.makeData()
        }
        let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(output.contains("Array<Date>"))
    }
}
