import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// The repository belongs to the process, so its tests run one after another and leave names that nothing else uses.
@Suite(.serialized) struct RepositoryTests {
    class Animal: GCodable {
        var name: String
        init(_ name: String) { self.name = name }
        required init(from decoder: GDecoder) throws { name = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(name) }
    }

    /// Takes this suite for the main module. Other tests, which run at the same time, get no asterisks into their archives.
    private static func initialize() {
        GTypesRepository.initialize(mainModuleName: "GraphCodableTests.RepositoryTests")
    }

    final class Dog: Animal {}
    final class Hound: Animal {}
    final class Cat: Animal {}
    private final class Fox: Animal {}

    private func copy<Root: GCodable>(_ root: Root, _ allowed: GraphDecodingPolicy.AllowedTypes = .requested) throws
        -> Root
    {
        try GraphDecoder(policy: GraphDecodingPolicy(allowedTypes: allowed)).decode(
            Root.self, from: GraphEncoder().encode(root) as Bytes)
    }

    private func typeNames(_ root: some GEncodable) throws -> [String] {
        let bytes = try GraphEncoder().encode(root) as Bytes
        return try bytes.withUnsafeBytes {
            var input = ByteInput($0, range: try ArchiveLayout($0).directory)
            return try ArchiveDirectory(reading: &input, GraphDecodingPolicy()).types.compactMap { type in
                type.hasProgramName ? type.name : nil
            }
        }
    }

    /// Foundation is one module on Apple platforms, and several elsewhere. Archives have the names of where they were written.
    @Test(arguments: ["10Foundation", "20FoundationEssentials"])
    func typesOfFoundationAreFoundByTheNamesOfEveryPlatform(module: String) {
        #expect(TypeNames.type(mangledAs: module + "4DateV") == Date.self)
        #expect(TypeNames.type(mangledAs: "Say" + module + "4UUIDVG") == [UUID].self)
        #expect(TypeNames.type(mangledAs: module + "12CharacterSetV") == CharacterSet.self)
        #expect(TypeNames.type(mangledAs: module + "7NothingV") == nil)
        #expect(TypeNames.type(mangledAs: "1" + module + String(repeating: "x", count: 90) + "V") == nil)
        #expect(GTypesRepository.type(mangledAs: module + "4DataV") == Data.self)
        let name = module == "10Foundation" ? "Foundation.Date" : "FoundationEssentials.Date"
        #expect(WrittenTypeName("Swift.Array<\(name)>").flatMap { SourceNameLookup.type($0) } == [Date].self)
    }

    @Test func aChosenNameOutlivesTheClassesName() throws {
        try Dog.register(as: "animals.dog")
        let archive = try GraphEncoder().encode([Dog("Rex") as Animal]) as Bytes
        #expect(try typeNames([Dog("Rex") as Animal]) == ["animals.dog"])
        // The next version of the program has another class, which knows the old name.
        GTypesRepository.initialize(mainModuleName: "")
        expectError(GraphCodableError.self, .typeNotFound) {
            try GraphDecoder().decode([Animal].self, from: archive)
        }
        try Hound.register(as: "animals.hound", aliases: ["animals.dog"])
        let out = try GraphDecoder().decode([Animal].self, from: archive)
        #expect(out[0] is Hound && out[0].name == "Rex")
        #expect(try typeNames(out) == ["animals.hound"])
    }

    struct Values: GCodable {
        var values: [any GCodable]
        init(_ values: [any GCodable]) { self.values = values }
        init(from decoder: GDecoder) throws { values = try decoder.decode(any: [any GCodable].self) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(any: values) }
    }

    final class Box<Value: GCodable>: GCodable {
        var value: Value
        init(_ value: Value) { self.value = value }
        init(from decoder: GDecoder) throws { value = try decoder.decode() }
        func encode(to encoder: GEncoder) throws { try encoder.encode(value) }
    }

    @Test func typesOfTheMainModuleAreFoundThereWithoutRegistration() throws {
        Self.initialize()
        defer { GTypesRepository.initialize(mainModuleName: "") }
        let objects: [any GCodable] = [Dog("Rex"), Box([1]), Box(Box(Date.distantPast))]
        let names = try typeNames(Values(objects))
        #expect(names.contains("*.Dog"))
        #expect(names.contains("*.Box<*.Box<Foundation.Date>>"))
        let archive = try GraphEncoder().encode(Values(objects)) as Bytes
        // Another run of the program has registered nothing.
        Self.initialize()
        let copy = try GraphDecoder().decode(Values.self, from: archive).values
        #expect((copy[0] as? Dog)?.name == "Rex")
        #expect((copy[1] as? Box<[Int]>)?.value == [1])
        #expect((copy[2] as? Box<Box<Date>>)?.value.value == .distantPast)
        // A program with another main module has no such type, and one without any does not know what is meant.
        for (module, advice) in [
            ("Elsewhere", "asterisk stands"), ("", "Call GTypesRepository.initialize()"),
        ] {
            GTypesRepository.initialize(mainModuleName: module)
            let error = expectError(GraphCodableError.self, .typeNotFound) {
                try GraphDecoder().decode(Values.self, from: archive)
            }
            #expect(error?.message.contains(advice) == true)
        }
    }

    final class Renamed: Animal, GNamed {
        /// Tests of this suite run one after another.
        nonisolated(unsafe) static var alias = ""
        static var archiveName: ArchiveName { ArchiveName("renamed", aliases: [alias]) }
    }

    @Test(arguments: ["*", "GraphCodableTests.RepositoryTests", "Elsewhere"])
    func anAliasIsTheNameInTheMainModuleOfEitherProgram(module: String) throws {
        Self.initialize()
        defer { GTypesRepository.initialize(mainModuleName: "") }
        let archive = try GraphEncoder().encode([Dog("Rex") as Animal]) as Bytes
        Renamed.alias = module + ".Dog"
        for policy in [GraphDecodingPolicy(), .strict, GraphDecodingPolicy(allowedTypes: .only([Renamed.self]))] {
            GTypesRepository.initialize(mainModuleName: "Elsewhere")
            expectError(GraphCodableError.self, .typeNotAllowed) {
                try GraphDecoder(policy: .strict).decode([Animal].self, from: archive)
            }
            Renamed.register()
            #expect(try GraphDecoder(policy: policy).decode([Animal].self, from: archive)[0] is Renamed)
        }
    }

    /// Its newer program has version 2.
    final class Dated: GCodable, GVersion {
        static var encodeVersion: UInt32 { 2 }
        init() {}
        init(from decoder: GDecoder) throws { try decoder.refuseVersions(after: 1) }
        func encode(to encoder: GEncoder) throws {}
    }

    @Test func aNewerVersionIsRefusedBeforeAnythingIsRegistered() throws {
        Self.initialize()
        defer { GTypesRepository.initialize(mainModuleName: "") }
        let archive = try GraphEncoder().encode(Dated()) as Bytes
        #expect(try typeNames(Dated()) == ["*.Dated"])
        // Programs that call initialize() and such that do not.
        for initialize in [Self.initialize, { GTypesRepository.initialize(mainModuleName: "") }] {
            initialize()
            expectError(GraphCodableError.self, .newerVersion) { try GraphDecoder().decode(Dated.self, from: archive) }
        }
    }

    @Test func anArchiveDoesNotDependOnTheNameOfTheMainModule() throws {
        Self.initialize()
        defer { GTypesRepository.initialize(mainModuleName: "") }
        let archive = try GraphEncoder().encode([Dog("Rex") as Animal]) as Bytes
        #expect(try typeNames([Dog("Rex") as Animal]) == ["*.Dog"])
        Self.initialize()
        let allowed = GraphDecodingPolicy(allowedTypes: .only([Dog.self]))
        #expect(try GraphDecoder(policy: allowed).decode([Animal].self, from: archive)[0] is Dog)
        let others = GraphDecodingPolicy(allowedTypes: .only([Cat.self]))
        for policy in [others, GraphDecodingPolicy(allowedTypes: .registered)] {
            Self.initialize()
            expectError(GraphCodableError.self, .typeNotAllowed) {
                try GraphDecoder(policy: policy).decode([Animal].self, from: archive)
            }
        }
    }

    @Test func theCodeThatRegistersTypesHasChosenNames() throws {
        Self.initialize()
        defer { GTypesRepository.initialize(mainModuleName: "") }
        try Dog.register(as: "do\"g", aliases: ["hound", "wolf"])
        try Hound.register(as: "greyhound")
        Cat.register()
        // Tests that run at the same time encounter other types.
        let lines = GTypesRepository.shared.help().split(separator: "\n", omittingEmptySubsequences: false).filter {
            line in
            !line.contains("register(") || ["\tCat.", " Dog.", " Hound."].contains { line.contains($0) }
        }
        #expect(
            lines.joined(separator: "\n") == """
                func initializeGraphCodable() throws {
                \tGTypesRepository.initialize()

                \tCat.register()
                \ttry Dog.register(as: "do\\"g", aliases: ["hound", "wolf"])
                \ttry Hound.register(as: "greyhound")
                }

                """)
        let archive = try GraphEncoder().encode([Dog("Rex") as Animal]) as Bytes
        #expect(try GraphDecoder().help(from: archive).contains("\tDog.register()\n"))
    }

    @Test func aNameStandsForOneType() throws {
        GTypesRepository.initialize(mainModuleName: "")
        try Dog.register(as: "pet")
        expectError(GraphCodableError.self, .misuse) { try Cat.register(as: "pet") }
        expectError(GraphCodableError.self, .misuse) { try Cat.register(as: "cat", aliases: ["pet"]) }
        for name in ["", "My Cat", "a,b", "x[", "a..b", "a\nb", "cat<"] {
            let error = expectError(GraphCodableError.self, .misuse) { try Cat.register(as: name) }
            #expect(error?.message.hasPrefix("The name '\(EscapedText.escaped(name))' for ") == true, "\(error as Any)")
        }
        try Dog.register(as: "pet", aliases: ["dog"])
    }

    @Test(arguments: [
        ("17GraphCodableTests3OldC", "it is a mangled name; write it as Module.Class."),
        ("Old.Hound.self", "it ends with '.self', which belongs to no type's name; leave it out."),
        (
            "GraphCodableTests.RepositoryTests.Cat",
            """
            because the program still has a type of that name. Rename or remove it, or call \
            GraphCodableTests.RepositoryTests.Hound.replace(type:) with it.
            """
        ),
    ])
    func anAliasThatCanNeverMatchIsRefused(alias: String, reason: String) throws {
        GTypesRepository.initialize(mainModuleName: "")
        let error = expectError(GraphCodableError.self, .misuse) { try Hound.register(as: "hound", aliases: [alias]) }
        let separator = reason.hasPrefix("because") ? ", " : ": "
        #expect(
            error?.message
                == "The alias '\(alias)' for GraphCodableTests.RepositoryTests.Hound can never match\(separator)\(reason)"
        )
        try Hound.register(
            as: "hound", aliases: ["Old.Hound", "Old.Box<Swift.Int>", "huntingDog"])
        GTypesRepository.initialize(mainModuleName: "")
    }

    @Test func anEncoderAndADecoderThatHaveBeenUsedLearnOfNewNames() throws {
        GTypesRepository.initialize(mainModuleName: "")
        let encoder = GraphEncoder()
        let decoder = GraphDecoder()
        let before = try encoder.encode(Cat("Tom")) as Bytes
        #expect(try decoder.decode(Cat.self, from: before).name == "Tom")
        try Cat.register(as: "animals.cat")
        let after = try encoder.encode(Cat("Tom")) as Bytes
        #expect(after != before)
        #expect(try decoder.decode(Cat.self, from: after).name == "Tom")
        #expect(try decoder.decode(Cat.self, from: before).name == "Tom")
    }

    @Test func aStrictDecoderMakesRegisteredTypesOnly() throws {
        GTypesRepository.initialize(mainModuleName: "")
        let root = [Dog("Rex"), Cat("Tom")] as [Animal]
        expectError(GraphCodableError.self, .typeNotAllowed) { try copy(root, .registered) }
        Dog.register()
        expectError(GraphCodableError.self, .typeNotAllowed) { try copy(root, .registered) }
        Cat.register()
        #expect(try copy(root, .registered).map(\.name) == ["Rex", "Tom"])
        #expect(try copy([1, 2], .registered) == [1, 2])
    }

    @Test func privateAndLocalClassesCanBeRegistered() throws {
        GTypesRepository.initialize(mainModuleName: "")
        final class Local: Animal {}
        let root = [Fox("Vix"), Local("Loc")] as [Animal]
        #expect(!Fox.supportsCodableInheritance && !root[1].supportsCodableInheritance)
        expectError(GraphCodableError.self, .typeNotConstructible) { try copy(root) }
        Fox.register()
        Local.register()
        #expect(Fox.supportsCodableInheritance && root[1].supportsCodableInheritance)
        let out = try copy(root)
        #expect(out[0] is Fox && out[1] is Local)
        #expect(try typeNames(root).allSatisfy { !$0.contains("$") && !$0.contains("unknown") })
    }

    @Test func aRegisteredTypeTakesThePlaceOfAnother() throws {
        GTypesRepository.initialize(mainModuleName: "")
        let archive = try GraphEncoder().encode([Dog("Rex") as Animal]) as Bytes
        try Cat.replace(type: Dog.self)
        #expect(try GraphDecoder().decode([Animal].self, from: archive)[0] is Cat)
        expectError(GraphCodableError.self, .misuse) { try Cat.replace(type: Cat.self) }
        GTypesRepository.initialize(mainModuleName: "")
        #expect(try GraphDecoder().decode([Animal].self, from: archive)[0] is Dog)
    }

    final class Lynx: Animal, GNamed {
        static let archiveName = ArchiveName("repository.lynx", aliases: ["repository.bobcat"])
    }

    struct AnyAnimal: GCodable {
        let value: any GCodable
        init(_ value: any GCodable) { self.value = value }
        init(from decoder: any GDecoder) throws { value = try decoder.decode(any: (any GCodable).self) }
        func encode(to encoder: any GEncoder) throws { try encoder.encode(any: value) }
    }

    @Test func aTypeWithANameIsReplaced() throws {
        GTypesRepository.initialize(mainModuleName: "")
        defer { GTypesRepository.initialize(mainModuleName: "") }
        let archive = try GraphEncoder().encode(AnyAnimal(Lynx("Rex"))) as Bytes
        try Cat.replace(type: Lynx.self)
        #expect(try GraphDecoder().decode(AnyAnimal.self, from: archive).value is Cat)
        #expect(try GraphDecoder().decode([Animal].self, from: GraphEncoder().encode([Lynx("Rex")]) as Bytes)[0] is Cat)
    }

    final class FormerWolf: Animal, GNamed {
        static let archiveName: ArchiveName = "repository.wolf"
    }

    final class Wolf: Animal, GNamed {
        static let archiveName: ArchiveName = "repository.wolf"
        private(set) var hasReplaced = false

        override init(_ name: String) { super.init(name) }
        required init(from decoder: GDecoder) throws {
            hasReplaced = try decoder.replacedType != nil
            try super.init(from: decoder)
        }
    }

    @Test func aTypeThatTakesOverANameIsFoundByIt() throws {
        GTypesRepository.initialize(mainModuleName: "")
        defer { GTypesRepository.initialize(mainModuleName: "") }
        try Wolf.replace(type: FormerWolf.self)
        let archive = try GraphEncoder().encode([Wolf("Rex") as Animal]) as Bytes
        let copy = try GraphDecoder().decode([Animal].self, from: archive)[0] as? Wolf
        #expect(copy?.name == "Rex" && copy?.hasReplaced == false)
    }

    @Test(arguments: [false, true]) func aReplacementMayBeReplaced(isReversed: Bool) throws {
        GTypesRepository.initialize(mainModuleName: "")
        defer { GTypesRepository.initialize(mainModuleName: "") }
        let archive = try GraphEncoder().encode([Dog("Rex") as Animal]) as Bytes
        let calls = [{ try Hound.replace(type: Dog.self) }, { try Cat.replace(type: Hound.self) }]
        for call in isReversed ? calls.reversed() : calls { try call() }
        #expect(try GraphDecoder().decode([Animal].self, from: archive)[0] is Cat)
        // The last call decides.
        try Hound.replace(type: Cat.self)
        #expect(try GraphDecoder().decode([Animal].self, from: archive)[0] is Hound)
    }

    @Test(arguments: [
        ("App.Node", "*.Node"),
        ("App.(unknown context at $10a3b).Node", "*.Node"),
        ("Swift.Dictionary<Swift.Int, App.Node>", "Swift.Dictionary<Swift.Int,*.Node>"),
        ("Other.App.Node", "Other.App.Node"),
        ("App.Box<App.(unknown context at $1).Node, Other.App>", "*.Box<*.Node,Other.App>"),
        ("Swift.Optional<(App.Node, Swift.Int)>", "Swift.Optional<(*.Node,Swift.Int)>"),
        ("App.(Node in _3A5)", "*.Node"),
        ("(App.(Node in _3A5), App.Box<(unknown context at $1).Inner>)", "(*.Node,*.Box<Inner>)"),
        // To look for the end of each context would take hours.
        (String(repeating: "(", count: 200_000), String(repeating: "(", count: 200_000)),
    ])
    func aNameIsTheSameInAllModules(qualified: String, stable: String) {
        #expect(StableName.make(from: qualified, mainModuleName: "App") == stable)
    }
}
