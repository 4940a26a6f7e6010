import Foundation
import GraphCodable
import TestSupport
import Testing

/// What people read: each text as a whole, once.
@Suite struct ErrorTextTests {
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

    struct Point: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    struct Generic<Part>: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    struct Two<Value: GTrivialCodable>: GTrivialCodable { var x, y: Value }
    struct Three<Value: GTrivialCodable>: GTrivialCodable { var x, y, z: Value }

    protocol Shape {}
    struct Circle: GCodable, Shape {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    struct Drawing: GCodable {
        init() {}
        init(from decoder: GDecoder) throws { _ = try decoder.decode(any: (any Shape).self, for: Key.a) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(Circle(), for: Key.a) }
    }

    struct Asking<Value>: GCodable {
        var value: Value?
        init(_ value: Value) { self.value = value }
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws { try encoder.encode(any: value, for: Key.a) }
    }

    struct SameKey: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(1, for: Key.a)
            try encoder.encode(2, for: Key.a)
        }
    }

    private struct Hidden: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    struct Switch: GTrivialCodable {
        var number = 1
        var isOn = true
    }

    struct Padded: GTrivialCodable {
        var byte: UInt8 = 1
        var number: UInt32 = 2
    }

    private static func decoding<Root: GDecodable>(
        _ type: Root.Type, _ value: some GEncodable, policy: GraphDecodingPolicy = GraphDecodingPolicy()
    ) -> () throws -> Void {
        { _ = try GraphDecoder(policy: policy).decode(type, from: try GraphEncoder().encode(value) as Bytes) }
    }

    private static func reading<Root: GDecodable>(_ type: Root.Type, _ bytes: Bytes) -> () throws -> Void {
        { _ = try GraphDecoder().decode(type, from: bytes) }
    }

    private static func encoding(_ value: some GEncodable) -> () throws -> Void {
        { _ = try GraphEncoder().encode(value) as Bytes }
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

    /// Each text with what leads to it. `T.` stands for the names of the types in this file.
    static var table: [(text: String, body: () throws -> Void)] {
        let loop = Loop()
        loop.next = Loop()
        loop.next?.next = loop
        defer { loop.next = nil }
        let cycle = Result { try GraphEncoder().encode(loop) as Bytes }
        let generic = Make.type("Nowhere.Box<Swift.Int>", name: "7Nowhere3BoxCySiG")
        let argument = Make.type("Nowhere.Box<Swift.Int,Nowhere.Old<Swift.Int>>", name: "7Nowhere3BoxCySiAA3OldCySiGG")
        let anyClass = Make.type("Nowhere.Thing", name: "7Nowhere5ThingC")
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
                "truncated (byte 20): The archive has no end mark: its end is missing, or bytes follow it.",
                reading(Int.self, integer.bytes.dropLast())
            ),
            (
                "typeMismatch (byte 9): The archive holds a sequence where Int was expected.",
                reading(Int.self, Make(Make.sequence([[0xEE]])).bytes)
            ),
            (
                "malformed at [0] (byte 12): A string is not valid UTF-8. The archive is damaged.",
                reading([String].self, Make(Make.sequence([[0x41, 0xFF]])).bytes)
            ),
            (
                "typeMismatch (byte 9): The archive holds a string where Int was expected.",
                decoding(Int.self, "text")
            ),
            (
                """
                typeMismatch at Loop (in T.Loop, byte 11): The archive holds an object of class T.Loop where \
                T.Point, which is not a class, was requested. A class that became a struct cannot be decoded as \
                one: keep the class for old archives and make the struct from it.
                """, decoding(Point.self, Loop())
            ),
            (
                """
                typeMismatch at Point (in T.Point, byte 9): The archive holds a value of type T.Point, which was \
                not a class, where the class T.Loop was expected. A struct that became a class cannot be decoded as \
                one: keep the struct for old archives and make the object from it.
                """,
                reading(
                    Loop.self,
                    Make(Make.composite(0), types: [Make.valueType(Point.self)], shapes: [Make.shape(of: 0)]).bytes)
            ),
            (
                """
                typeMismatch (byte 11): The archive holds Float, Float where T.Two<Swift.Int32>, which is \
                Int32, Int32, was expected. The stored properties of a trivial type cannot change once \
                it has been archived: keep the type for old archives, and make another one.
                """, decoding(Two<Int32>.self, Two<Float>(x: 1, y: 2))
            ),
            (
                """
                typeMismatch (byte 11): The archive holds Float, Float where T.Three<Swift.Float>, which \
                is Float, Float, Float, was expected. The stored properties of a trivial type cannot \
                change once it has been archived: keep the type for old archives, and make another one.
                """, decoding(Three<Float>.self, Two<Float>(x: 1, y: 2))
            ),
            (
                """
                typeMismatch (byte 11): The archive holds bytes that are not of a trivial type where \
                T.Two<Swift.Float>, which is Float, Float, was expected. The stored properties of a \
                trivial type cannot change once it has been archived: keep the type for old archives, and \
                make another one.
                """, reading(Two<Float>.self, Make(Make.binary([15, 1, 2])).bytes)
            ),
            (
                """
                typeMismatch (byte 12): The archive holds Float, Float where T.Two<Swift.Int32>, which is \
                Int32, Int32, was expected. The stored properties of a trivial type cannot change once \
                it has been archived: keep the type for old archives, and make another one.
                """, decoding([Two<Int32>].self, [Two<Float>(x: 1, y: 2)])
            ),
            (
                """
                typeMismatch (byte 11): The archive holds an array of Float, Float where T.Two<Swift.Float>, which is \
                Float, Float, was expected. The stored properties of a trivial type cannot change once \
                it has been archived: keep the type for old archives, and make another one.
                """, decoding(Two<Float>.self, [Two<Float>(x: 1, y: 2)])
            ),
            (
                "typeMismatch (byte 9): The archive holds binary data where [T.Two<Float>] was expected.",
                decoding([Two<Float>].self, Two<Float>(x: 1, y: 2))
            ),
            (
                "malformed (byte 13): A value of 8 bytes ends too early: 0 bytes are left.",
                reading([Two<Float>].self, Make(Make.binary([0, 0x1C])).bytes)
            ),
            (
                "malformed (byte 22): An array of T.Two<Float> ends inside an element. The archive is damaged.",
                reading([Two<Float>].self, Make(Make.binary([0, 0x1C, 0, 0, 0, 0, 0, 0, 0, 0, 1])).bytes)
            ),
            (
                """
                typeMismatch at Drawing.a (in T.Drawing, byte 10): The archive holds a value of T.Circle \
                without its type where Shape was expected. Encode values of protocol types with \
                encode(any:), and leave the inheritance of their classes enabled.
                """, decoding(Drawing.self, Drawing())
            ),
            (
                "valueOutOfRange (byte 9): The archive holds a number that UInt8 cannot hold.",
                decoding(UInt8.self, 300)
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
                make it a weak variable, or a variable with an initial value, and decode it with \
                deferDecode or decodeOrDefer, as @GCodable does.
                """, { _ = try GraphDecoder().decode(Loop.self, from: cycle.get()) }
            ),
            (
                """
                typeNotFound at Thing (in Nowhere.Thing, byte 14): The program has no type Nowhere.Thing. If it was \
                renamed or moved, let the type conform to GNamed, with 'Nowhere.Thing' among the aliases of its \
                archiveName, or write @GCodable(name:aliases:), and call its register().
                """,
                reading(
                    Loop.self,
                    Make(Make.reference(1), Make.composite(0), types: [anyClass], shapes: [Make.shape(of: 0)]).bytes)
            ),
            (
                """
                typeNotFound at Box<Swift.Int> (in Nowhere.Box<Swift.Int>, byte 14): The program has no type Nowhere.Box<Swift.Int>. If it \
                was renamed or moved, let the type conform to GNamed, with 'Nowhere.Box' among the aliases of its \
                archiveName, or write @GCodable(name:aliases:), and call its register().
                """,
                reading(
                    Loop.self,
                    Make(
                        Make.reference(1), Make.composite(0), types: [generic], shapes: [Make.shape(of: 0)]
                    ).bytes)
            ),
            (
                """
                typeNotFound at Box<Swift.Int,Nowhere.Old<Swift.Int>> (in Nowhere.Box<Swift.Int,Nowhere.Old<Swift.Int>>, byte 14): The \
                program has no type Nowhere.Box<Swift.Int,Nowhere.Old<Swift.Int>>, because it has no Nowhere.Old. If that was \
                renamed or moved, let the type conform to GNamed, with 'Nowhere.Old' among the aliases of its archiveName, or write \
                @GCodable(name:aliases:), and call its register().
                """,
                reading(
                    Loop.self,
                    Make(
                        Make.reference(1), Make.composite(0), types: [argument], shapes: [Make.shape(of: 0)]
                    ).bytes)
            ),
            (
                """
                typeNotFound at Thing (in App.Thing, byte 14): No type of the program is known by the name 'thing', \
                which App.Thing had. Call register() of the type that has this name, as its archiveName or among \
                its aliases (with the macro, in @GCodable(name:aliases:)).
                """,
                reading(
                    Loop.self,
                    Make(
                        Make.reference(1), Make.composite(0), types: [Make.type("App.Thing", name: "thing", flags: 7)],
                        shapes: [Make.shape(of: 0)]
                    ).bytes)
            ),
            (
                """
                typeNotConstructible at T.Asking<T.Hidden>.a: The type T.Hidden cannot be found by its name when it \
                is decoded, because it, or a type that it is made of, is private or local. Make it internal or \
                public, or call its register(as:) when the program starts, or, if it is a class, disable its \
                inheritance with GInheritance.
                """, encoding(Asking(Hidden()))
            ),
            (
                """
                typeNotConstructible at T.Asking<T.Generic<() -> ()>>.a: The type T.Generic<() -> ()> cannot be \
                found by its name when it is decoded, because it is made of something that decoders do not look up, \
                such as a function type, a parameter pack, a number or a protocol with constraints. Call its \
                register(as:) when the program starts, or, if it is a class, disable its inheritance with \
                GInheritance.
                """, encoding(Asking(Generic<() -> Void>()))
            ),
            (
                """
                typeNotConstructible at \
                T.Asking<T.Generic<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Int>>>>>>>>>>>>>>>>>>>>.a: \
                The type \
                T.Generic<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Array<Swift.Int>>>>>>>>>>>>>>>>>>> \
                cannot be found by its name when it is decoded, because it is made of more than 16 generic types, optionals \
                and tuples. Call its register(as:) when the program starts, or, if it is a class, disable its \
                inheritance with GInheritance.
                """, encoding(Asking(Generic<[[[[[[[[[[[[[[[[[[Int]]]]]]]]]]]]]]]]]]>()))
            ),
            (
                """
                typeNotAllowed at Loop (in T.Loop, byte 11): The decoder's policy does not allow the type \
                T.Loop. Add it to the policy's allowedTypes if archives may have instances \
                of it.
                """, decoding(Loop.self, Loop(), policy: GraphDecodingPolicy(allowedTypes: .only([])))
            ),
            (
                """
                wrongClass at Base (in T.Base, byte 11): The archive holds an object of class T.Base where T.Loop \
                was expected. Request the class that was encoded, or a superclass of it.
                """, decoding(Loop.self, Base())
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
                """
                notEncodable at T.Asking<() -> Swift.Int>.a: () -> Swift.Int does not conform to \
                GEncodable.
                """, encoding(Asking({ 1 }))
            ),
            (
                """
                notEncodable: T.Two<T.Padded> is not trivial: there are bytes between its properties. A trivial type \
                consists of numbers alone, without bytes between them. Do not adopt GTrivial; write encode(to:) and \
                init(from:).
                """, encoding(Two<Padded>(x: Padded(), y: Padded()))
            ),
            (
                """
                notEncodable: T.Switch is not trivial: 'isOn' of type Swift.Bool is not a number. A trivial type \
                consists of numbers alone, without bytes between them. Do not adopt GTrivial; write encode(to:) and \
                init(from:).
                """, encoding(Switch())
            ),
            (
                "misuse at T[1]: a\\nb",
                { throw GraphCodableError(.misuse, "a\nb", codingPath: CodingPath([.type("T"), .index(1)])) }
            ),
        ]
    }

    static func description(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "nothing was thrown"
        } catch {
            return "\(error)".replacingOccurrences(of: "GraphCodableTests.ErrorTextTests.", with: "T.")
        }
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
        for (text, body) in Self.table {
            #expect(Self.description(body) == text)
        }
    }
}
