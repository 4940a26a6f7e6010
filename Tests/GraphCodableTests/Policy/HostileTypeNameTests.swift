import Foundation
@testable import GraphCodable
import TestSupport
import Testing

/// Names of types that the runtime would look up, made to do harm.
struct HostileTypeNameTests {
    typealias Make = ArchiveAssembler

    final class Box<Value: GCodable>: GCodable {
        final class Nested<First, Second> {}
        enum Größe {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    struct AnyElements: GDecodable {
        init(from decoder: GDecoder) throws { _ = try decoder.decode(any: [Any].self) }
    }

    @Test(.timeLimit(.minutes(1))) func namesOfEnormousTypesAreNotLookedUp() throws {
        let box = String((_mangledTypeName(Box<Int>.self) ?? "").dropLast(3))
        try #require(!box.isEmpty)
        for argument in ["Sa", "Sg", "SDySS", "m"] {
            for depth in [1, 5, 20, 100, 1_000] {
                let type =
                    argument == "Sg" || argument == "m"
                    ? "Si" + String(repeating: argument, count: depth)
                    : String(repeating: argument == "Sa" ? "Say" : argument, count: depth) + "Si"
                        + String(repeating: "G", count: depth)
                let archive = Make(
                    Make.reference(1), [0x60], types: [Make.type("Box", name: box + type + "G")], shapes: [[3, 0]])
                try onThread {
                    let code = decodingError(Box<Int>.self, archive.bytes)
                    #expect(
                        [.wrongClass, .typeNotFound, .limitExceeded, .typeNotAllowed].contains(code),
                        "\(argument) \(depth)")
                }
            }
        }
    }

    /// The runtime ends the process when it is asked for one of these.
    @Test(
        arguments: [
            "$1", "SiSiQp_t", "S2iQp_t", "S2i$1", "SaySi_S5H_pQptG", "yS2iQpYbc", "ySiYjfc", "ST_pSi7ElementSTRt__XP",
        ])
    func namesOfPartsThatDoNotFitTogetherAreNotLookedUp(name: String) {
        #expect(!TypeNames.isHarmless(name))
        let archive = Make(Make.reference(1), [0x60], types: [Make.type("X", name: name)], shapes: [[3, 0]])
        #expect(decodingError(Box<Int>.self, archive.bytes) == .typeNotFound)
    }

    /// The runtime takes them for types that conform to `Hashable` and the like, whose values are as large as an existential.
    @Test(arguments: ["Int", "String", "Double", "Bool", "Character", "UInt8", "Array", "Set", "Range", "Substring"])
    func typesInThePlaceOfProtocolsAreNotLookedUp(type: String) {
        let name = "s\(type.utf8.count)\(type)"
        for existential in ["\(name)P_p", "\(name)_p", "\(name)P_pXp", "\(name)_Xl", "\(name)_s5Error_p"] {
            for mangled in [existential, existential + "Sg", "Say" + existential + "G", "SDySi" + existential + "G"] {
                #expect(TypeNames.type(mangledAs: mangled) == nil, "\(mangled)")
                let archive = Make(
                    Make.composite(0, Make.sequence([Make.typed(1, [7])])),
                    types: [Make.valueType(AnyElements.self), Make.type("T", name: mangled, flags: 2)],
                    shapes: [Make.shape(of: 0, 0)])
                #expect(decodingError(AnyElements.self, archive.bytes) == .typeNotFound, "\(mangled)")
            }
        }
        #expect(TypeNames.type(mangledAs: "s5ErrorP_p") == (any Error).self)
    }

    @Test func nestingCannotHideInIdentifiersNorBehindRepetitions() {
        #expect(TypeNames.isHarmless("4main3BoxCySayS2aG"))
        // Seventeen optionals: as operators, and as bytes that only look like an identifier.
        let optionals = String(repeating: "Sg", count: 17)
        #expect(!TypeNames.isHarmless("Si" + optionals))
        #expect(!TypeNames.isHarmless("S34i" + optionals))
        #expect(!TypeNames.isHarmless("A34B" + optionals))
        #expect(!TypeNames.isHarmless("4mainA34_" + optionals))
        #expect(TypeNames.isHarmless("34" + optionals + "C"))
        for name in ["4mai", "0", "00", "4", "99999999999999999999a", "A", "Aa", "S", "S2", "X", "Xe"] {
            #expect(!TypeNames.isHarmless(name), "\(name)")
        }
    }

    @Test func ordinaryTypesAreFoundByTheirNames() {
        let types: [Any.Type] = [
            Box<Int>.self, Box<[String: Int?]>.self, Box<Box<Box<Int>>>.self, Box<Int>.Nested<String, Set<Int>>.self,
            Box<Int>.Größe.self, HostileTypeNameTests.InExtension.self, Data.self, Calendar.Component.self,
            (Int, String, Int, String).self, [any Hashable & Sendable].self, Optional<AnyObject>.self, Int.Type.self,
            [any CaseIterable.Type].self, Range<Int>.Type.self, ClosedRange<Date>.self, UnsafePointer<CChar>.self,
        ]
        for type in types {
            #expect(TypeNames.isConstructible(type), "\(type)")
        }
    }

    @Test func namesThatResolveToNothingAreErrors() {
        for name in [
            "", "C", "Si", "SS", "4main1XC", "$s4main1XC", "$1", "$n1", "\u{1}abcd", "\u{FF}", "So8NSObjectC", "ypXp",
            "yycD",
            "SiSgm",
        ] {
            let archive = Make(
                Make.reference(1), [0x60], types: [Make.type("X", name: name)], shapes: [[3, 0]])
            let code = decodingError(Box<Int>.self, archive.bytes)
            #expect([.typeNotFound, .typeNotAllowed, .malformed].contains(code), "\(name)")
        }
    }

    @Test func namesOfManyPartsAreCharged() {
        func archive(_ leaves: [String], parts: Int) -> Bytes {
            let types = leaves.map { Make.type("T", name: $0 + String(repeating: "Sg", count: parts), flags: 2) }
            return Make(
                Make.composite(0, Make.sequence([])), types: types + [Make.valueType(AnyElements.self)],
                shapes: [Make.shape(of: UInt64(leaves.count), 0)]
            ).bytes
        }
        let leaves = ["s4Int8V", "s5Int16V", "s5Int32V", "s5Int64V", "s5UInt8V", "s6UInt16V", "s6UInt32V", "s6UInt64V"]
        let policy = GraphDecodingPolicy(maximumCostPerByte: 16)
        #expect(decodingError(AnyElements.self, archive(Array(leaves.prefix(2)), parts: 16), policy: policy) == nil)
        #expect(decodingError(AnyElements.self, archive(leaves, parts: 12), policy: policy) == nil)
        #expect(decodingError(AnyElements.self, archive(leaves, parts: 16), policy: policy) == .limitExceeded)
        // Nothing is looked up where only registered types are allowed.
        #expect(decodingError(AnyElements.self, archive(leaves, parts: 16), policy: .strict) == nil)
        // The outcome is the same when the decoder has seen such an archive before.
        let decoder = GraphDecoder(policy: policy)
        for _ in 0..<3 {
            #expect(throws: GraphCodableError.self) {
                try decoder.decode(AnyElements.self, from: archive(leaves, parts: 16))
            }
        }
    }

    /// Does without each object.
    struct Careless: GDecodable {
        init(from decoder: GDecoder) throws { _ = try? decoder.decode() as Box<Int> }
    }

    @Test func namesThatAreComparedWithThoseOfManyTypesAreCharged() {
        let types: [any GDecodable.Type] = [
            Box<Int>.self, Box<Int8>.self, Box<Int16>.self, Box<Int32>.self, Box<Int64>.self, Box<UInt>.self,
            Box<UInt8>.self, Box<UInt16>.self, Box<UInt32>.self, Box<UInt64>.self, Box<Float>.self, Box<Double>.self,
            Box<Bool>.self, Box<String>.self, Box<Data>.self, Box<Date>.self,
        ]
        types.forEach { $0.register() }
        let numbers = 1...UInt64(1_000)
        var archive = Make(
            Make.sequence(numbers.map { Make.composite(0, Make.reference(UInt32($0))) }),
            types: [Make.valueType(Careless.self)] + numbers.map { Make.type("M.Missing", name: "?\($0)") },
            shapes: [Make.shape(of: 0, 0)] + numbers.map { Make.shape(of: $0) })
        archive.records += numbers.map { Make.Record(bytes: Make.composite($0)) }
        func error(_ allowed: GraphDecodingPolicy.AllowedTypes) -> GraphCodableError.Code? {
            let policy = GraphDecodingPolicy(maximumMemory: 2 << 20, allowedTypes: allowed)
            return decodingError([Careless].self, archive.bytes, policy: policy)
        }
        #expect(error(.only([Box<Int>.self])) == nil)
        #expect(error(.only(types)) == .limitExceeded)
        #expect(error(.registered) == .limitExceeded)
    }
}

extension HostileTypeNameTests {
    struct InExtension {}
}
