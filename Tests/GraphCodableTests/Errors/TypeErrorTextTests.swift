@testable import GraphCodable
import Testing

/// What people read about types that do not fit, or that cannot be found.
struct TypeErrorTextTests: ErrorTextTable {
    typealias Make = ArchiveAssembler
    typealias Key = ErrorTextTests.Key
    typealias Loop = ErrorTextTests.Loop
    typealias Base = ErrorTextTests.Base

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

    static var table: [(text: String, body: () throws -> Void)] {
        let generic = Make.type("Nowhere.Box<Swift.Int>", name: "7Nowhere3BoxCySiG")
        let argument = Make.type("Nowhere.Box<Swift.Int,Nowhere.Old<Swift.Int>>", name: "7Nowhere3BoxCySiAA3OldCySiGG")
        let anyClass = Make.type("Nowhere.Thing", name: "7Nowhere5ThingC")
        return [
            (
                """
                typeMismatch at Loop (in T.Loop, byte 11): The archive holds an object of class T.Loop where \
                T.Circle, which is not a class, was requested. A class that became a struct cannot be decoded as \
                one: keep the class for old archives and make the struct from it.
                """, decoding(Circle.self, Loop())
            ),
            (
                """
                typeMismatch at Circle (in T.Circle, byte 9): The archive holds a value of type T.Circle, which was \
                not a class, where the class T.Loop was expected. A struct that became a class cannot be decoded as \
                one: keep the struct for old archives and make the object from it.
                """,
                reading(
                    Loop.self,
                    Make(Make.composite(0), types: [Make.valueType(Circle.self)], shapes: [Make.shape(of: 0)]).bytes)
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
                "typeMismatch (byte 9): The archive holds binary data where [T.Two<Float>] was expected. \(DecodingSession.conversionAdvice)",
                decoding([Two<Float>].self, Two<Float>(x: 1, y: 2))
            ),
            (
                "malformed (byte 13): A value of 8 bytes ends too early: 0 bytes are left.",
                reading([Two<Float>].self, Make(Make.binary([0, 0x1C])).bytes)
            ),
            (
                "malformed (byte 9): An array of T.Two<Float> ends inside an element. The archive is damaged.",
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
        ]
    }

    @Test func everyTextNamesTheTypesAndARemedy() {
        Self.expectTexts()
    }
}
