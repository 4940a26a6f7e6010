import CyclicCoding
import Foundation
import GraphCodable
import GraphCodableCompression
import TestSupport
import Testing
import VersionedCodable

/// A chain of three versions, with a gap before the newest, in which each keeps its version in another place.
enum Settings {
    struct V5: VersionedCodable, Equatable {
        static let version: Int? = 5
        static let versionPath: VersionPath = ["meta", "format"]
        var names: [String]

        init(names: [String]) {
            self.names = names
        }

        init(from previous: V2) throws {
            names = previous.list.split(separator: ",").map(String.init)
        }
    }

    struct V2: VersionedCodable {
        static let version: Int? = 2
        static let versionPath: VersionPath = "v"
        var list: String

        init(list: String) {
            self.list = list
        }

        init(from previous: V1) throws {
            guard previous.name != "reject" else { throw CocoaError(.coderInvalidValue) }
            list = previous.name
        }
    }

    struct V1: VersionedCodable {
        static let version: Int? = 1
        var name: String
        typealias PreviousVersion = NothingEarlier
    }
}

/// A chain whose versions are in no order: 1, then 7, then none, then 3.
enum Unordered {
    struct Newest: VersionedCodable {
        static let version: Int? = 1
        var path: [String]

        init(from previous: Second) throws {
            path = previous.path + ["newest"]
        }
    }

    struct Second: VersionedCodable {
        static let version: Int? = 7
        var path: [String]

        init(from previous: Third) throws {
            path = previous.path + ["second"]
        }
    }

    struct Third: VersionedCodable {
        static let version: Int? = nil
        var path: [String]

        init(from previous: Oldest) throws {
            path = previous.path + ["third"]
        }
    }

    struct Oldest: VersionedCodable {
        static let version: Int? = 3
        var path: [String]
        typealias PreviousVersion = NothingEarlier
    }
}

/// Each of these is the previous version of the other.
struct Chicken: VersionedCodable {
    static let version: Int? = 2
    init(from previous: Egg) throws {}
}

struct Egg: VersionedCodable {
    static let version: Int? = 1
    init(from previous: Chicken) throws {}
}

/// Has another previous version for each number of wrappings.
struct Endless<Inner>: VersionedCodable {
    static var version: Int? { 1 }
    init(from previous: Endless<[Inner]>) throws {}
}

struct ChainTests {
    private func decode(_ json: String) throws -> Settings.V5 {
        try JSONDecoder().decode(versioned: Settings.V5.self, from: Data(json.utf8))
    }

    @Test func everyVersionIsMigratedStepByStep() throws {
        #expect(try decode(#"{"meta": {"format": 5}, "names": ["a"]}"#).names == ["a"])
        #expect(try decode(#"{"v": 2, "list": "a,b"}"#).names == ["a", "b"])
        #expect(try decode(#"{"version": 1, "name": "a"}"#).names == ["a"])
    }

    @Test func theVersionMayBeKeptInside() throws {
        let data = try JSONEncoder().encode(versioned: Settings.V5(names: ["a"]))
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect((object["meta"] as? [String: Int]) == ["format": 5])
        #expect(try JSONDecoder().decode(versioned: Settings.V5.self, from: data).names == ["a"])
    }

    @Test func aNewerVersionIsAnErrorThatNamesBoth() throws {
        let error = try #require(throws: VersioningError.self) {
            try decode(#"{"meta": {"format": 7}, "names": []}"#)
        }
        #expect(error.code == .newerThanKnown)
        #expect(error.foundVersion == 7)
        #expect(error.knownVersion == 5)
        #expect(
            error.message == """
                The document is of version 7, which no type in the chain of V5 decodes. Tried: V5 (version 5), \
                V2 (version 2), V1 (version 1). Update the program.
                """)
        #expect(error.isUnsupportedVersion)
        #expect(error.triedTypes.map { "\($0)" } == ["V5", "V2", "V1"])
    }

    @Test func aGapInTheChainIsAnErrorThatNamesBoth() throws {
        let error = try #require(throws: VersioningError.self) {
            try decode(#"{"meta": {"format": 3}, "names": []}"#)
        }
        #expect(error.code == .gap)
        #expect(error.foundVersion == 3)
        #expect(error.knownVersion == 2)
        #expect(error.message.contains("version 3") && error.message.contains("version 2"))
    }

    /// The place of an older version holds one that only a newer type could have.
    @Test func aKnownVersionInThePlaceOfAnotherTypeIsAnErrorThatNamesThePath() throws {
        let error = try #require(throws: VersioningError.self) { try decode(#"{"version": 2, "name": "a"}"#) }
        #expect(error.code == .gap)
        #expect(
            error.message.hasSuffix(
                "V2 is of that version, but looks for it elsewhere: its versionPath is another one."))
    }

    @Test func anOlderVersionIsAnErrorThatNamesBoth() throws {
        let error = try #require(throws: VersioningError.self) { try decode(#"{"version": 0, "name": "a"}"#) }
        #expect(error.code == .olderThanKnown)
        #expect(error.foundVersion == 0)
        #expect(error.knownVersion == 1)
        expectError(VersioningError.self, .olderThanKnown) { try decode(#"{"name": "a"}"#) }
    }

    @Test func aVersionThatIsNoNumberIsAnError() throws {
        let error = try #require(throws: VersioningError.self) { try decode(#"{"v": "two"}"#) }
        #expect(error.code == .unreadableVersion)
        #expect(error.underlyingError != nil)
    }

    @Test func versionsNeedNotFallAlongTheChain() throws {
        func path(_ json: String) throws -> [String] {
            try JSONDecoder().decode(versioned: Unordered.Newest.self, from: Data(json.utf8)).path
        }
        #expect(try path(#"{"version": 1, "path": ["a"]}"#) == ["a"])
        #expect(try path(#"{"version": 7, "path": ["a"]}"#) == ["a", "newest"])
        #expect(try path(#"{"path": ["a"]}"#) == ["a", "second", "newest"])
        #expect(try path(#"{"version": 3, "path": ["a"]}"#) == ["a", "third", "second", "newest"])
        for (version, code, known) in [
            (8, VersioningError.Code.newerThanKnown, 7), (5, .gap, 3), (0, .olderThanKnown, 1),
        ] {
            let error = try #require(throws: VersioningError.self) { try path(#"{"version": \#(version)}"#) }
            #expect(error.code == code)
            #expect(error.knownVersion == known)
        }
    }

    @Test func aChainWithoutEndIsAnError() throws {
        func error(_ type: (some VersionedCodable).Type) throws -> VersioningError {
            try #require(throws: VersioningError.self) {
                try JSONDecoder().decode(versioned: type, from: Data(#"{"version": 0}"#.utf8))
            }
        }
        let circle = try error(Chicken.self)
        #expect(circle.code == .endlessChain)
        #expect(circle.message.contains("Chicken is an earlier version of itself"))
        #expect(!circle.isInputAtFault)
        #expect(try error(Endless<Int>.self).code == .endlessChain)
    }

    @Test func aFieldThatIsNoLongerValidNamesItself() throws {
        struct Poem: VersionedCodable {
            static let version: Int? = 1
            var text: String
            enum CodingKeys: CodingKey { case text }

            init(from old: Before) throws {
                guard let text = old.text else {
                    throw VersioningError.fieldNoLongerValid(
                        DecodingError.Context(
                            codingPath: [CodingKeys.text], debugDescription: "The text is no longer optional."))
                }
                self.text = text
            }
        }
        struct Before: VersionedCodable {
            static let version: Int? = nil
            var text: String?
            typealias PreviousVersion = NothingEarlier
        }
        let error = try #require(throws: VersioningError.self) {
            try JSONDecoder().decode(versioned: Poem.self, from: Data("{}".utf8))
        }
        #expect(error.code == .fieldNoLongerValid)
        #expect("\(error)" == "fieldNoLongerValid at text: The text is no longer optional.")
    }

    @Test func errorsOfMigrationsArePassedOn() throws {
        #expect(throws: CocoaError.self) { try decode(#"{"version": 1, "name": "reject"}"#) }
        #expect(throws: DecodingError.self) { try decode(#"{"version": 1}"#) }
    }

    @Test func theVersionIsWrittenLast() throws {
        /// Notes the keys in the order in which they are written.
        final class Recorder: Encoder {
            var keys: [String] = []
            let codingPath: [any CodingKey] = []
            let userInfo: [CodingUserInfoKey: Any] = [:]

            struct Container<Key: CodingKey>: KeyedEncodingContainerProtocol {
                let recorder: Recorder
                var codingPath: [any CodingKey] { [] }
                func encodeNil(forKey key: Key) { recorder.keys.append(key.stringValue) }
                func encode<Value: Encodable>(_ value: Value, forKey key: Key) { recorder.keys.append(key.stringValue) }
                func nestedContainer<Inner: CodingKey>(
                    keyedBy: Inner.Type, forKey key: Key
                ) -> KeyedEncodingContainer<Inner> {
                    recorder.keys.append(key.stringValue)
                    return KeyedEncodingContainer(Recorder.Container<Inner>(recorder: recorder))
                }
                func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { fatalError("unused") }
                func superEncoder() -> any Encoder { recorder }
                func superEncoder(forKey key: Key) -> any Encoder { recorder }
            }

            func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
                KeyedEncodingContainer(Container<Key>(recorder: self))
            }
            func unkeyedContainer() -> any UnkeyedEncodingContainer { fatalError("unused") }
            func singleValueContainer() -> any SingleValueEncodingContainer { fatalError("unused") }
        }
        let recorder = Recorder()
        try Poem(author: "a", poem: "b").encodeTransparently { try $0.encode(to: recorder) }
        #expect(recorder.keys == ["author", "poem", "version"])
        let inner = Recorder()
        try Settings.V5(names: []).encodeTransparently { try $0.encode(to: inner) }
        #expect(inner.keys == ["names", "meta", "format"])
    }

    @Test func propertyListsAreVersioned() throws {
        for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format
            let poem = Poem(author: "a", poem: "b")
            let data = try encoder.encode(versioned: poem)
            #expect(try PropertyListDecoder().decode(versioned: Poem.self, from: data) == poem)
            let old = try encoder.encode(OldPoem(poem: "c"))
            #expect(try PropertyListDecoder().decode(versioned: Poem.self, from: old).poem == "c")
        }
    }

    @Test func graphArchivesAreVersioned() throws {
        let poem = Poem(author: "a", poem: "b")
        let data = try GraphEncoder().encode(versioned: poem)
        #expect(try GraphDecoder().decode(versioned: Poem.self, from: data) == poem)
        let old = try GraphEncoder().encode(versioned: OldPoem(poem: "c"))
        #expect(try GraphDecoder().decode(versioned: Poem.self, from: old).poem == "c")
        let compressed = try GraphEncoder().encode(CodableValue(Versioned(poem)), codec: .zlib) as Data
        let value = try GraphDecoder().decode(CodableValue<Versioned<Poem>>.self, fromArchive: compressed).value
        #expect(value.value == poem)
        let flattened = try CyclicEncoder().flatten(versioned: OldPoem(poem: "d"))
        #expect(try CyclicDecoder().decode(versioned: Poem.self, from: flattened).poem == "d")
    }

    @Test func aVersionedValueInsideAnotherIsMigratedByItself() throws {
        struct Book: Codable {
            var poems: [Versioned<Poem>]
        }
        let json = #"{"poems": [{"poem": "old"}, {"version": 1, "author": "a", "poem": "new"}]}"#
        let book = try JSONDecoder().decode(Book.self, from: Data(json.utf8))
        #expect(book.poems.map(\.value.author) == ["Anonymous", "a"])
        #expect(try JSONDecoder().decode(Book.self, from: JSONEncoder().encode(book)).poems.count == 2)
    }

    @Test func nothingEarlierIsATypeMismatch() throws {
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode([NothingEarlier].self, from: Data("[{}]".utf8))
        }
        guard case .typeMismatch(let type, let context) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(type == NothingEarlier.self && context.codingPath.map(\.intValue) == [0])
    }
}
