import CyclicCoding
import Foundation
import GraphCodable
import TestSupport
import Testing

/// A part whose `encode(to:)` fails can be left out, with the objects to which only it refers.
struct DiscardedPartTests {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ stringValue: String) { self.stringValue = stringValue }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    private final class Unencodable: Encodable {
        func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
    }

    private final class Ring: Encodable {
        var next: Ring?
    }

    private final class Named: Encodable, Hashable {
        let name = "named"
        static func == (left: Named, right: Named) -> Bool { left === right }
        func hash(into hasher: inout Hasher) {}
    }

    /// Encodes an object, and fails.
    private struct Part: Encodable {
        let object: any Encodable

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(Inner(object: object))
            throw CocoaError(.featureUnsupported)
        }
    }

    private struct Inner: Encodable {
        let object: any Encodable
        func encode(to encoder: any Encoder) throws { try object.encode(into: encoder) }
    }

    private struct Whole: Encodable {
        let object: any Encodable
        var keepsObject = false

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            if (try? container.encode(Part(object: object), forKey: Key("part"))) == nil {
                try container.encode("none", forKey: Key("part"))
            }
            if keepsObject { try container.encode(Inner(object: object), forKey: Key("kept")) }
        }
    }

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(CyclicEncoder().flatten(value)), as: UTF8.self)
    }

    @Test func objectsOfAPartThatFailedAreNotEncoded() throws {
        let ring = Ring()
        ring.next = ring
        defer { ring.next = nil }
        let expected = try json(Whole(object: "text"))
        #expect(expected.contains("none"))
        #expect(try json(Whole(object: Unencodable())) == expected)
        #expect(try json(Whole(object: ring)) == expected)
        #expect(try json(Whole(object: Named())) == expected)
        // One after another, each with a part that fails.
        let list = [Whole(object: Unencodable()), Whole(object: ring), Whole(object: Named())]
        #expect(try json(list).contains("named") == false)
    }

    /// As a subclass does that encodes less than its superclass.
    private struct Replaced: Encodable {
        let object: any Encodable

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(Inner(object: object), forKey: Key("part"))
            try container.encode("none", forKey: Key("part"))
        }
    }

    @Test func objectsWhoseKeyIsEncodedAgainAreNotEncoded() throws {
        let expected = try json(Replaced(object: "text"))
        for object in [Unencodable(), Named()] as [any Encodable] {
            #expect(try json(Replaced(object: object)) == expected)
        }
    }

    /// Encodes an object and an array that is nested too deeply.
    private struct TooDeep: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for _ in 0..<510 { container = container.nestedUnkeyedContainer() }
            #expect(throws: CyclicCodingError.self) { try container.encode([Named(): [1]]) }
        }
    }

    @Test func objectsBesideWhatIsTooDeepAreNotEncoded() throws {
        let values = try CyclicEncoder().flatten(TooDeep())
        #expect("\(values)".contains("named") == false)
    }

    @Test func objectsThatSomethingElseKeepsAreEncoded() throws {
        #expect(try json(Whole(object: Named(), keepsObject: true)).contains("named"))
        #expect(throws: CocoaError.self) { try json(Whole(object: Unencodable(), keepsObject: true)) }
        let shared = Named()
        let text = try json([Whole(object: shared), Whole(object: shared, keepsObject: true)])
        #expect(text.contains("named"))
    }
}

extension Encodable {
    fileprivate func encode(into encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self)
    }
}
