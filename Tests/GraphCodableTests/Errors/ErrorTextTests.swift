import Foundation
@testable import GraphCodable
import TestSupport
import Testing

/// What people read: each text as a whole, once.
struct ErrorTextTests: ErrorTextTable {
    typealias Make = ArchiveAssembler

    enum Key: String { case a, b, name, next, missing }

    struct Keyed: GCodable {
        init() {}
        init(from decoder: GDecoder) throws { _ = try decoder.decode(for: Key.missing) as Int }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(1, for: Key.a)
            try encoder.encode("x", for: Key.b)
        }
    }

    struct Many: GCodable {
        struct Name: RawRepresentable { var rawValue: String }
        init() {}
        init(from decoder: GDecoder) throws { _ = try decoder.decode(for: Key.missing) as Int }
        func encode(to encoder: GEncoder) throws {
            for number in 1...14 { try encoder.encode(number, for: Name(rawValue: "key\(number)")) }
        }
    }

    struct Twice: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {
            _ = try decoder.decode(for: Key.a) as Int
            _ = try decoder.decode(for: Key.a) as Int
        }
        func encode(to encoder: GEncoder) throws { try encoder.encode(1, for: Key.a) }
    }

    struct Unkeyed: GCodable {
        init() {}
        init(from decoder: GDecoder) throws { _ = try decoder.decode(for: Key.missing) as Int }
        func encode(to encoder: GEncoder) throws { try encoder.encode(1) }
    }

    class Base: GCodable {
        let name: String
        init() { name = "" }
        required init(from decoder: GDecoder) throws { name = try decoder.decode(for: Key.name) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(name, for: Key.name) }
    }

    final class Forgetful: Base {
        // It does not call super.encode(to:).
        override func encode(to encoder: GEncoder) throws { try encoder.encode(1, for: Key.a) }
    }

    final class Loop: GCodable {
        var next: Loop?
        init() {}
        init(from decoder: GDecoder) throws { next = try decoder.decode(for: Key.next) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(next, for: Key.next) }
    }

    /// Two references lead to each object of a cycle, of which one is set later.
    final class Knot: GCodable {
        enum Key: String { case owner, late, next }

        weak var owner: Knot?
        var late: Knot?
        var next: Knot?

        init() {}

        init(from decoder: GDecoder) throws {
            try decoder.deferDecode(for: Key.owner) { self.owner = $0 }
            try decoder.deferDecode(for: Key.late) { self.late = $0 }
            next = try decoder.decode(for: Key.next)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encodeConditional(owner, for: Key.owner)
            try encoder.encode(late, for: Key.late)
            try encoder.encode(next, for: Key.next)
        }
    }

    @Test func aCycleNamesTheReferencesThatNeedEachOther() throws {
        let (first, last) = (Knot(), Knot())
        (first.owner, first.next) = (last, last)
        (last.owner, last.late, last.next) = (first, first, first)
        defer { (first.next, last.next, last.late) = (nil, nil, nil) }
        let archive = try GraphEncoder().encode(first) as Bytes
        let error = #expect(throws: GraphCodableError.self) { try GraphDecoder().decode(Knot.self, from: archive) }
        let name = "GraphCodableTests.ErrorTextTests.Knot"
        #expect(error?.message.contains("\(name) #1 (next) → \(name) #2 (next) → \(name) #1") == true)
    }

    struct SameKey: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(1, for: Key.a)
            try encoder.encode(2, for: Key.a)
        }
    }

    private static var integer: Make { Make(Make.integer(1)) }

    /// A conditional reference to an object that was not stored.
    private static var absent: Make {
        var absent = Make(Make.conditional(1))
        absent.idCount = 2
        return absent
    }

    private static func changed(_ offset: Int, _ byte: UInt8) -> Bytes {
        var bytes = integer.bytes
        bytes[offset] = byte
        return bytes
    }

    static var table: [(text: String, body: () throws -> Void)] {
        let loop = Loop()
        loop.next = Loop()
        loop.next?.next = loop
        defer { loop.next = nil }
        let cycle = Result { try GraphEncoder().encode(loop) as Bytes }
        return [
            (
                "notAnArchive (byte 0): The bytes do not begin with the signature of a raw archive.",
                reading(Int.self, Bytes("{\"json\": true}".utf8))
            ),
            (
                """
                notAnArchive (byte 0): The bytes are a compressed archive. Import \
                GraphCodableCompression, and decode them with decode(_:fromArchive:), or load a file with \
                load(_:from:).
                """, reading(Int.self, [0x89, 0x47, 0x52, 0x5A, 0x0D, 0x0A, 0x1A, 0x0A, 1, 0])
            ),
            ("truncated (byte 2): The archive ends within its signature.", reading(Int.self, [0x89, 0x47])),
            ("notAnArchive (byte 0): The bytes are not a raw archive.", reading(Int.self, [1, 2])),
            (
                """
                unsupportedVersion (byte 8): The archive has format version 9; this release reads version \
                1. Update the package.
                """, reading(Int.self, changed(8, 9))
            ),
            (
                "malformed (byte 18): The sizes in the trailer do not fit into the archive. The archive is damaged.",
                reading(Int.self, changed(17, 99))
            ),
            (
                """
                truncated (byte 20): The archive does not end with its end mark: its end is missing, or bytes follow it. Fetch it \
                again or use a backup.
                """,
                reading(Int.self, integer.bytes.dropLast())
            ),
            (
                "typeMismatch (byte 9): The archive holds a sequence where Int was expected. \(DecodingSession.conversionAdvice)",
                reading(Int.self, Make(Make.sequence([[0xEE]])).bytes)
            ),
            (
                "malformed at [0] (byte 12): A string is not valid UTF-8. The archive is damaged.",
                reading([String].self, Make(Make.sequence([[0x41, 0xFF]])).bytes)
            ),
            (
                "typeMismatch (byte 9): The archive holds a string where Int was expected. \(DecodingSession.conversionAdvice)",
                decoding(Int.self, "text")
            ),
            (
                "valueOutOfRange (byte 9): The archive holds the number 300, which UInt8 cannot hold.",
                decoding(UInt8.self, 300)
            ),
            (
                "valueOutOfRange (byte 9): The archive holds the number 0.1, which Float cannot hold.",
                decoding(Float.self, 0.1)
            ),
            (
                "valueOutOfRange (byte 9): The archive holds the number \(UInt128.max), which Int cannot hold.",
                decoding(Int.self, UInt128.max)
            ),
            (
                "valueOutOfRange (byte 9): The archive holds the number 300, which Int8 cannot hold.",
                decoding([Int8].self, [300])
            ),
            (
                """
                valueNotFound (byte 9): The archive holds nil where Int was expected. Decode it as an optional.
                """, decoding(Int.self, nil as Int?)
            ),
            (
                """
                valueNotFound (byte 9): The T.Loop here, object 1, is not in the archive: it was encoded \
                conditionally and nothing else encoded it, or it was lost when a damaged archive was \
                salvaged. Decode it as an optional.
                """, reading(Loop.self, absent.bytes)
            ),
            (
                """
                keyNotFound at Keyed.missing (in T.Keyed, byte 10): T.Keyed has no value for the key 'missing'. Its \
                keys are 'a', 'b'. Use decode(for:default:) for a field that was added later, and \
                decodeIfPresent(for:) for one that may be absent; with the macro, a property can have \
                @CodableDefault, or @CodableAlias if it was renamed.
                """, decoding(Keyed.self, Keyed())
            ),
            (
                """
                keyNotFound at Many.missing (in T.Many, byte 10): T.Many has no value for the key 'missing'. Its \
                keys are 'key1', 'key2', 'key3', 'key4', 'key5', 'key6', 'key7', 'key8', 'key9', 'key10', 'key11', \
                'key12' and 2 more. Use decode(for:default:) for a field that was added later, and \
                decodeIfPresent(for:) for one that may be absent; with the macro, a property can have \
                @CodableDefault, or @CodableAlias if it was renamed.
                """, decoding(Many.self, Many())
            ),
            (
                """
                keyNotFound at Twice.a (in T.Twice, byte 11): The key 'a' of T.Twice has been decoded \
                already. Decode each value once, and keep it.
                """, decoding(Twice.self, Twice())
            ),
            (
                """
                keyNotFound at Unkeyed.missing (in T.Unkeyed, byte 10): T.Unkeyed has no value for the key \
                'missing'. It has no keys. Use decode(for:default:) for a field that was added later, and \
                decodeIfPresent(for:) for one that may be absent; with the macro, a property can have \
                @CodableDefault, or @CodableAlias if it was renamed.
                """, decoding(Unkeyed.self, Unkeyed())
            ),
            (
                """
                keyNotFound at Forgetful.name (in T.Forgetful, byte 12): T.Forgetful has no value for the key \
                'name'. Its keys are 'a'. If it is T.Base that asks for it: does the encode(to:) of its subclass \
                call super.encode(to:)? Use decode(for:default:) for a field that was added later, and \
                decodeIfPresent(for:) for one that may be absent; with the macro, a property can have \
                @CodableDefault, or @CodableAlias if it was renamed.
                """, decoding(Base.self, Forgetful() as Base)
            ),
            (
                """
                duplicateKey at T.SameKey.a: The key 'a' was encoded twice. Give each value of a type, \
                its superclasses included, a key of its own; with the macro, by @CodingKey.
                """, encoding(SameKey())
            ),
            (
                """
                duplicateElement (byte 9): A set holds equal elements. The program changed an element in the \
                collection, == has changed since then, both became the same fallback, or the archive is damaged.
                """,
                reading(Set<String>.self, Make(Make.sequence([Make.text("x"), Make.text("x")])).bytes)
            ),
            (
                """
                unresolvableCycle at Loop.next.next (in T.Loop, byte 15): Objects need each other to be \
                initialized: T.Loop #1 (next) → T.Loop #2 (next) → T.Loop #1. One of these references must be set later: \
                make it a variable of a class, weak or with an initial value, and decode it with \
                deferDecode or decodeOrDefer, as @GCodable does.
                """, { _ = try GraphDecoder().decode(Loop.self, from: cycle.get()) }
            ),
            (
                """
                limitExceeded (byte 21): The archive has 2 objects, more than the 1 that the policy allows. Raise \
                GraphDecodingPolicy.maximumObjectCount if you trust the archive.
                """,
                decoding([Base].self, [Base(), Base()], policy: GraphDecodingPolicy(maximumObjectCount: 1))
            ),
            (
                """
                limitExceeded (byte 11): A collection has 2 elements, more than the 1 that the policy allows. Raise \
                GraphDecodingPolicy.maximumElementCount if you trust the archive.
                """,
                decoding([Int].self, [1, 2], policy: GraphDecodingPolicy(maximumElementCount: 1))
            ),
            (
                """
                limitExceeded (byte 30): The archive has 38 bytes, more than the 30 that the policy allows. Raise \
                GraphDecodingPolicy.maximumPlainByteCount if you trust the archive.
                """,
                decoding([Int].self, [1, 2], policy: GraphDecodingPolicy(maximumPlainByteCount: 30))
            ),
            (
                """
                limitExceeded: A collection has 2 elements, more than the 1 of maximumElementCount in the encoder's \
                policy.
                """,
                { _ = try GraphEncoder(policy: GraphDecodingPolicy(maximumElementCount: 1)).encode([1, 2]) as Bytes }
            ),
            (
                """
                depthExceeded at [0] (byte 13): Values are nested more than 1 levels deep. Raise \
                GraphDecodingPolicy.maximumDepth if you trust the archive.
                """, decoding([[[Int]]].self, [[[1]]], policy: GraphDecodingPolicy(maximumDepth: 1))
            ),
            (
                "misuse at T[1]: a\\nb",
                { throw GraphCodableError(.misuse, "a\nb", codingPath: CodingPath([.type("T"), .index(1)])) }
            ),
        ]
    }

    @Test func textsOfArchivesAreShortened() {
        let long = String(repeating: "long ", count: 100_000)
        let error = #expect(throws: GraphCodableError.self) {
            try GraphDecoder().decode(TimeZone.self, from: Make(Make.text(long)).bytes)
        }
        #expect(error.map { (100..<3_000).contains("\($0)".utf8.count) } == true)
        #expect(CodingPath([.type(long), .key(long), .index(3)]).description.utf8.count < 3_000)
        let message = GraphCodableError(.malformed, long + "Do this.").message
        #expect(message.utf8.count < 3_000 && message.hasPrefix("long ") && message.hasSuffix("Do this."))
    }

    @Test func aPathShowsAnEmptyKey() {
        #expect(CodingPath([.key(""), .index(0), .key("")]).description == "''[0].''")
    }

    @Test func everyTextIsWhatItIsMeantToBe() {
        Self.expectTexts()
    }
}
