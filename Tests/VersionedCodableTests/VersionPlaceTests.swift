import CyclicCoding
import Foundation
import GraphCodable
import TestSupport
import Testing
import VersionedCodable

/// A version stands beside what the type itself encodes.
struct VersionPlaceTests {
    struct Note: VersionedCodable, Equatable {
        static let version: Int? = 1
        static let versionPath: VersionPath = ["meta", "version"]
        typealias PreviousVersion = NothingEarlier

        struct Meta: Codable, Equatable { var author = "Ada" }

        var meta = Meta()
        var text = "text"
    }

    @Test func aVersionInsideAPropertyLeavesThePropertyAsItIs() throws {
        let note = Note()
        let json = try JSONEncoder().encode(versioned: note)
        #expect(try JSONDecoder().decode(versioned: Note.self, from: json) == note)
        #expect(
            try CyclicDecoder().decode(versioned: Note.self, from: CyclicEncoder().flatten(versioned: note)) == note)
        let archive = try GraphEncoder().encode(versioned: note)
        #expect(try GraphDecoder().decode(versioned: Note.self, from: archive) == note)
    }

    struct Plain: VersionedCodable, Equatable {
        static let version: Int? = nil
        typealias PreviousVersion = NothingEarlier
        var text: String?
    }

    struct Titled: VersionedCodable {
        static let version: Int? = 2
        static let versionPath: VersionPath = ["meta", "format"]
        var text: String?
        init(from previous: Plain) throws { text = previous.text }
    }

    /// The type without a version has another path, where there is nothing.
    @Test func aNewerDocumentIsNotOneWithoutAVersion() throws {
        let newer = Data(#"{"meta": {"format": 3}, "text": "new"}"#.utf8)
        expectError(VersioningError.self, .newerThanKnown) {
            try JSONDecoder().decode(versioned: Titled.self, from: newer)
        }
        let older = Data(#"{"text": "old"}"#.utf8)
        #expect(try JSONDecoder().decode(versioned: Titled.self, from: older).text == "old")
    }

    struct Unmarked: VersionedCodable {
        static let version: Int? = nil
        var text: String
        init(from previous: Note) throws { text = "from \(previous.text)" }
    }

    /// The older type has another path, where there may also be anything else.
    @Test(arguments: ["1", #""1""#, "2", "null"]) func anOlderDocumentIsNotOneWithoutAVersion(version: String) throws {
        let json = Data(#"{"meta": {"author": "Ada", "version": \#(version)}, "text": "text"}"#.utf8)
        let text = try JSONDecoder().decode(versioned: Unmarked.self, from: json).text
        #expect(text == (version == "1" ? "from text" : "text"))
    }

    class Base: VersionedCodable {
        class var version: Int? { 1 }
        typealias PreviousVersion = NothingEarlier
        var name = "base"
        init() {}
        required init(from previous: NothingEarlier) throws {}
    }

    final class Derived: Base {}

    struct Holder: Codable { var values: [Versioned<Base>] }

    /// A wrapper decodes instances of its own class only.
    @Test(arguments: [1, 2]) func aRegisteredSubclassInAWrapperIsRefused(count: Int) throws {
        let derived = Derived()
        let holder = Holder(values: Array(repeating: Versioned(derived), count: count))
        let error = expectError(CyclicCodingError.self, .misuse) {
            try CyclicEncoder(types: [Derived.self]).flatten(holder)
        }
        #expect(error?.message.contains("Wrap the object as its own class.") == true)
        expectError(CyclicCodingError.self, .misuse) {
            try GraphEncoder().encode(codable: holder, types: [Derived.self]) as Bytes
        }
    }
}
