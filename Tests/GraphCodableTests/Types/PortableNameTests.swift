import Foundation
import TestSupport
import Testing

@testable import GraphCodable

final class PairOf<First, Second>: NamedShape {
    override class var archiveName: ArchiveName { ArchiveName(of: PairOf.self, aliases: ["Former.Pair"]) }
}

struct AnyValues: GCodable {
    let values: [Any]
    init(_ values: [Any]) { self.values = values }
    init(from decoder: GDecoder) throws { values = try decoder.decode(any: [Any].self) }
    func encode(to encoder: GEncoder) throws { try encoder.encode(any: values) }
}

/// The names of Foundation's types, whose modules differ among platforms.
struct PortableNameTests {
    @Test(arguments: [
        ("FoundationEssentials.Date", "Foundation.Date"),
        ("Foundation.CharacterSet", "Foundation.CharacterSet"),
        ("FoundationEssentials.Calendar.Identifier", "Foundation.Calendar.Identifier"),
        ("Foundation._NSRange", "Foundation.NSRange"), ("__C._NSRange", "Foundation.NSRange"),
        ("__C.NSDecimal", "Foundation.Decimal"), ("CoreFoundation.CGFloat", "Foundation.CGFloat"),
        ("__C.CGPoint", "Foundation.CGPoint"), ("__C.CGPoint.Inner", "Foundation.CGPoint.Inner"),
        ("Foundation.Measurement<__C.NSUnitLength>", "Foundation.Measurement<Foundation.UnitLength>"),
        ("Shop.Box<Swift.Array<FoundationEssentials.URL>>.Lid", "Shop.Box<Swift.Array<Foundation.URL>>.Lid"),
        (
            "Swift.Dictionary<FoundationEssentials.Date, Foundation.CharacterSet>",
            "Swift.Dictionary<Foundation.Date, Foundation.CharacterSet>"
        ),
        ("Shop.Box<(FoundationEssentials.Date, __C.CGSize)>", "Shop.Box<(Foundation.Date, Foundation.CGSize)>"),
        (
            "(extension in FoundationInternationalization):FoundationEssentials.Decimal.FormatStyle",
            "(extension in Foundation):Foundation.Decimal.FormatStyle"
        ),
        ("FoundationNetworking.URLRequest", "Foundation.URLRequest"),
        // What only looks like them.
        ("FoundationEssentialsTests.Date", "FoundationEssentialsTests.Date"),
        ("Shop.FoundationEssentials.Date", "Shop.FoundationEssentials.Date"), ("__C.CGPointer", "__C.CGPointer"),
        ("Shop.__C.CGPoint", "Shop.__C.CGPoint"), ("Foundation", "Foundation"), ("", ""), ("__C.", "__C."),
        ("FoundationEssentials.", "Foundation."), ("<<,__C", "<<,__C"),
    ])
    func aTypeHasOneNameOnAllPlatforms(name: String, portable: String) {
        #expect(PortableNames.portable(name) == portable)
        #expect(PortableNames.portable(portable) == portable)
    }

    /// If each module that Foundation is on some platform found all arguments again, this test would take hours.
    @Test func argumentsAreFoundOnceForAllModules() throws {
        let depth = 15
        let name =
            String(repeating: "Foundation.SortDescriptor<", count: depth) + "Swift.Int"
            + String(repeating: ">", count: depth)
        #expect(SourceNameLookup.type(try #require(WrittenTypeName(name))) != nil)
    }

    @Test(arguments: TypeTable.standardLibrary + TypeTable.foundation)
    func archivesNameTypesAsOnAllPlatforms(type: TypeCase) {
        #expect(!type.names.isEmpty)
        for name in type.names {
            let isPortable =
                name.hasChosenName || !(name.archiveName ?? "").contains("Foundation")
            #expect(isPortable, "\(name)")
            let isOfFoundation = name.name.contains("Foundation.")
            #expect(name.archiveName == nil || name.hasChosenName == isOfFoundation, "\(name)")
            #expect(!["Essentials", "Internationalization", "__C", "Core"].contains { name.name.contains($0) })
        }
    }

    @Test func typesMadeOfFoundationsAreNamedAsOnAllPlatforms() throws {
        let values: [Any] = [
            PairOf<Date, CharacterSet>(1), PlainBox(Date()), PlainBox([CGFloat(1): [URL(filePath: "/")]]),
            [Date(): CharacterSet()], [Date?.none], Measurement(value: 1, unit: UnitLength.meters),
        ]
        let archive = try GraphEncoder().encode(AnyValues(values)) as Bytes
        let module = "GraphCodableTests"
        #expect(
            try Set(GraphArchive(archive).summary.types.compactMap(\.archiveName)) == [
                "\(module).PairOf<Foundation.Date,Foundation.CharacterSet>", "\(module).PlainBox<Foundation.Date>",
                "\(module).PlainBox<Swift.Dictionary<Foundation.CGFloat,Swift.Array<Foundation.URL>>>",
                "Swift.Dictionary<Foundation.Date,Foundation.CharacterSet>",
                "Swift.Array<Swift.Optional<Foundation.Date>>", "Foundation.Measurement<Foundation.UnitLength>",
            ])
        let copy = try GraphDecoder().decode(AnyValues.self, from: archive)
        #expect(zip(copy.values, values).allSatisfy { type(of: $0) == type(of: $1) })
    }

    /// A name that another version of the library, on this or another platform, has written.
    struct ForeignName: @unchecked Sendable {
        let name: String
        let readable: String
        let value: Bytes
        /// The type, which does not change.
        let type: any GCodable.Type

        init(_ name: String, _ readable: String, _ value: Bytes, _ type: any GCodable.Type) {
            (self.name, self.readable, self.value, self.type) = (name, readable, value, type)
        }
    }

    private static let zero: Bytes = [0xCB, 0, 0, 0, 0]
    private static let foreignNames = [
        ForeignName("10Foundation4DateV", "Foundation.Date", zero, Date.self),
        ForeignName("20FoundationEssentials4DateV", "FoundationEssentials.Date", zero, Date.self),
        ForeignName("14CoreFoundation7CGFloatV", "CoreFoundation.CGFloat", zero, CGFloat.self),
        ForeignName("12CoreGraphics7CGFloatV", "CoreGraphics.CGFloat", zero, CGFloat.self),
        ForeignName("So7CGPointV", "__C.CGPoint", [0x60] + zero + zero, CGPoint.self),
        ForeignName(
            "SDy10Foundation4DateVAA12CharacterSetVG", "Swift.Dictionary<Foundation.Date, Foundation.CharacterSet>",
            [0xCF, 0], [Date: CharacterSet].self),
        ForeignName(
            "SDy20FoundationEssentials4DateV0A012CharacterSetVG",
            "Swift.Dictionary<FoundationEssentials.Date, Foundation.CharacterSet>", [0xCF, 0],
            [Date: CharacterSet].self),
        ForeignName("SaySo9NSDecimalaG", "Swift.Array<__C.NSDecimal>", [0xCE, 0], [Decimal].self),
        ForeignName("SaySo8_NSRangeVG", "Swift.Array<__C._NSRange>", [0xCE, 0], [NSRange].self),
        ForeignName(
            "Say10Foundation11MeasurementVySo12NSUnitLengthCGG",
            "Swift.Array<Foundation.Measurement<__C.NSUnitLength>>", [0xCE, 0], [Measurement<UnitLength>].self),
    ]

    @Test(arguments: foreignNames) func namesOfOtherPlatformsAreFound(foreign: ForeignName) throws {
        var archive = ArchiveAssembler(
            [0x61, 0xCE, 1, 0xE8, 0] + foreign.value, keys: ["x", "y"],
            types: [
                ArchiveAssembler.type(foreign.readable, name: foreign.name, flags: 2),
                ArchiveAssembler.valueType(AnyValues.self),
            ],
            shapes: [ArchiveAssembler.shape(of: 0, 1, 2), ArchiveAssembler.shape(of: 1, 0)])
        archive.counts = [foreign.value[0] == 0x60 ? 1 : 0, 1]
        func decode(_ allowed: GraphDecodingPolicy.AllowedTypes) throws -> [Any] {
            let decoder = GraphDecoder(policy: GraphDecodingPolicy(allowedTypes: allowed))
            return try decoder.decode(AnyValues.self, from: archive.bytes).values
        }
        let rules: [GraphDecodingPolicy.AllowedTypes] = [
            .requested, .only([foreign.type]), .matching { $0.stands(for: foreign.type) },
        ]
        for allowed in rules {
            let found = try decode(allowed)
            #expect(found.count == 1 && found.allSatisfy { type(of: $0) == foreign.type })
        }
        expectError(GraphCodableError.self, .typeNotAllowed) { try decode(.only([String.self])) }
    }

    @Test func dataNeedsNoRegistration() throws {
        let policy = GraphDecodingPolicy(allowedTypes: .registered)
        let archive = try GraphEncoder().encode(AnyValues([Data([1]), "text", 1])) as Bytes
        #expect(try GraphDecoder(policy: policy).decode(AnyValues.self, from: archive).values.count == 3)
        expectError(GraphCodableError.self, .typeNotAllowed) {
            try GraphDecoder(policy: policy).decode(
                AnyValues.self, from: GraphEncoder().encode(AnyValues([Date()])) as Bytes)
        }
    }

    /// A class of which a part has a name of its own, and another part has a name that source code cannot look up.
    /// A class of which a part has a name of its own, and another part has a name that source code cannot look up.
    @Test func aClassThatIsFoundOnlyByItsMangledNameIsFoundByIt() throws {
        let shapes: [NamedShape] = [
            PairOf<NamedSquare, any NamedProtocol>(1), PairOf<NamedSquare, Any>(2), PairOf<Date, any NamedProtocol>(3),
            PairOf<NamedSquare, (Int, Date)>(4), PairOf<Date, (Int, Int)>(5), PairOf<NamedSquare, Int.Type>(6),
            PairOf<NamedSquare, String.Encoding>(7), PairOf<Decimal.FormatStyle, Date>(8),
            PairOf<NamedSquare, any NamedProtocol & Sendable>(9), PairOf<NamedSquare, AnyObject>(10),
            PairOf<Date, any NamedProtocol & Error>(11), PairOf<Date, Any>(12),
        ]
        let archive = try GraphEncoder().encode(shapes) as Bytes
        let copies = try GraphDecoder().decode([NamedShape].self, from: archive)
        #expect(copies.map(\.side) == shapes.map(\.side))
        #expect(zip(copies, shapes).allSatisfy { type(of: $0) == type(of: $1) })
        let names = try GraphArchive(archive).summary.types.filter(\.hasChosenName).compactMap(\.archiveName)
        let module = "GraphCodableTests"
        #expect(names == ["\(module).PairOf<square,Any>", "\(module).PairOf<Foundation.Date,Any>"])
    }

    @Test func aListAllowsATypeUnderItsFormerNamesToo() throws {
        var archive = ArchiveAssembler(
            [0x80, 1], [0x60, 1], types: [ArchiveAssembler.type("Geometry.Quad", name: "quad", flags: 7)],
            shapes: [ArchiveAssembler.shape(of: 0, 0)])
        archive.counts = [1]
        let policy = GraphDecodingPolicy(allowedTypes: .only([NamedSquare.self, NamedShape.self]))
        #expect(try GraphDecoder(policy: policy).decode(NamedShape.self, from: archive.bytes) is NamedSquare)
    }
}

protocol NamedProtocol {}
