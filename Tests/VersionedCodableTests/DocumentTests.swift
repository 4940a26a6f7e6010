// swift-format-ignore-file

import Foundation
import Testing
import VersionedCodable

/// The poem of the document, in three versions.
struct Poem: VersionedCodable, Equatable {
    static let version: Int? = 1
    var author: String
    var poem: String

    typealias PreviousVersion = OldPoem

    init(author: String, poem: String) {
        self.author = author
        self.poem = poem
    }

    init(from old: OldPoem) throws {
        author = "Anonymous"
        poem = old.poem
    }
}

struct OldPoem: VersionedCodable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingEarlier
    var poem: String
}

/// A coder that knows nothing of versions: text in, text out.
struct HyperCardDecoder {
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try JSONDecoder().decode(type, from: Data(String(decoding: data, as: UTF8.self).dropFirst(6).utf8))
    }
}

struct HyperCardEncoder {
    func encode<Value: Encodable>(_ value: Value) throws -> Data {
        try Data("stack:".utf8) + JSONEncoder().encode(value)
    }
}

// The extensions are those of the document, unchanged.

extension HyperCardDecoder {
    public func decode<ExpectedType: VersionedCodable>(
        versioned expectedType: ExpectedType.Type,
        from data: Data) throws -> ExpectedType {
            try ExpectedType.decodeTransparently(from: data,
                                                 using: { try self.decode($0, from: $1) }) // delegate to your normal decoding logic
    }
}

extension HyperCardEncoder {
    public func encode(versioned value: any VersionedCodable) throws -> Foundation.Data {
        try value.encodeTransparently { try self.encode($0) } // again, delegate to your normal encoding logic
    }
}

struct DocumentTests {
    private let rhyme = """
        An epicure dining at Crewe
        Found a rather large mouse in his stew
        Cried the waiter: Don't shout
        And wave it about
        Or the rest will be wanting one too!
        """

    @Test func aDocumentOfTheCurrentVersionIsDecoded() throws {
        let json = #"""
            {
              "version": 1,
              "author": "Anonymous",
              "poem": "An epicure dining at Crewe\\nFound a rather large mouse in his stew\\nCried the waiter: Don't shout\\nAnd wave it about\\nOr the rest will be wanting one too!"
            }
            """#
        let poem = try JSONDecoder().decode(versioned: Poem.self, from: Data(json.utf8))
        #expect(poem == Poem(author: "Anonymous", poem: rhyme.replacingOccurrences(of: "\n", with: "\\n")))
    }

    @Test func aDocumentWithoutTheVersionThatItMustHaveIsRefused() throws {
        struct Versioned: VersionedCodable {
            static let version: Int? = 1
            typealias PreviousVersion = NothingEarlier
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(versioned: Versioned.self, from: Data("[1]".utf8))
        }
        let error = #expect(throws: VersioningError.self) {
            try JSONDecoder().decode(versioned: Versioned.self, from: Data("{}".utf8))
        }
        #expect(error?.code == .olderThanKnown)
    }

    @Test func anOldDocumentIsMigrated() throws {
        let oldPoem = Data(#"{"poem": "Roses are red"}"#.utf8)
        let poem = try JSONDecoder().decode(versioned: Poem.self, from: oldPoem)
        #expect(poem == Poem(author: "Anonymous", poem: "Roses are red"))
    }

    @Test func theVersionIsEncodedBesideTheOtherKeys() throws {
        let poem = Poem(author: "Anonymous", poem: rhyme)
        let data = try JSONEncoder().encode(versioned: poem)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(object["version"] as? Int == 1)
        #expect(object["author"] as? String == "Anonymous")
        #expect(object.count == 3)
        #expect(try JSONDecoder().decode(versioned: Poem.self, from: data) == poem)
    }

    @Test func otherCodersNeedOneExtension() throws {
        let poem = Poem(author: "Anonymous", poem: rhyme)
        let data = try HyperCardEncoder().encode(versioned: poem)
        #expect(String(decoding: data, as: UTF8.self).hasPrefix("stack:{"))
        #expect(try HyperCardDecoder().decode(versioned: Poem.self, from: data) == poem)
        let old = Data(#"stack:{"poem": "x"}"#.utf8)
        #expect(try HyperCardDecoder().decode(versioned: Poem.self, from: old).author == "Anonymous")
    }
}
