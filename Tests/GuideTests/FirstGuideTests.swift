import Foundation
import Testing

/// Each sample of the first guide, as printed, prints what the guide says. Most compare the copy of a graph with the original.
struct FirstGuideTests {
    @Test func initializationAcceptsTheNameOfAModule() throws {
        let program = try GuideProgram(
            "First/Initialization",
            appending: """
                GTypesRepository.initialize( fromFileID: "Other/main.swift" )
                print( GTypesRepository.shared.description.contains( "* = \\"Other\\"" ) )
                GTypesRepository.initialize( mainModuleName: "Third" )
                print( GTypesRepository.shared.description.contains( "* = \\"Third\\"" ) )
                """)
        #expect(try program.output() == "true\ntrue\n")
    }

    private static let registeredTypes = """
        final class Body: GCodable {
            final class Presence: GCodable { init(from decoder: GDecoder) throws {}; func encode(to encoder: GEncoder) throws {} }
            init(from decoder: GDecoder) throws {}
            func encode(to encoder: GEncoder) throws {}
        }
        class Child: GCodable { required init(from decoder: GDecoder) throws {}; func encode(to encoder: GEncoder) throws {} }
        final class Boy: Child {}
        final class Girl: Child {}
        final class Woman: Child {}
        final class Presence: Child {}

        """

    private static let registrationCode = """
        func initializeGraphCodable() {
        \tGTypesRepository.initialize()

        \tBody.register()
        \tBody.Presence.register()
        \tBoy.register()
        \tGirl.register()
        \tPresence.register()
        \tSwift.Array<Child>.register()
        \tSwift.Array<Swift.Int>.register()
        \tSwift.Dictionary<Swift.Int,Swift.String>.register()
        \tSwift.Set<Swift.Int>.register()
        \tWoman.register()
        }

        """

    @Test(arguments: ["First/Registration", "First/TypesRepository"])
    func helpListsTheRegisteredTypes(sample: String) throws {
        let code = try GuideProgram.sample(sample)
        let call = sample == "First/TypesRepository" ? "\ninitializeGraphCodable()\n" : ""
        let program = GuideProgram(
            source: Self.registeredTypes + code + call
                + "\nprint( GTypesRepository.shared.help(), terminator: \"\" )\n")
        #expect(try program.output() == Self.registrationCode)
    }

    @Test func nativeTypesComeBack() throws {
        #expect(try GuideProgram("First/NativeTypes").output() == "true\n")
    }

    @Test func complexValueTypesComeBack() throws {
        #expect(try GuideProgram("First/ComplexValueTypes").output() == "true\n")
    }

    @Test func anObjectUnderAKeyIsNotDuplicated() throws {
        #expect(try GuideProgram("First/DuplicationKeyed").output() == "true\ntrue\ntrue\ntrue\nfalse\nfalse\n")
    }

    @Test func anObjectWithoutAKeyIsNotDuplicated() throws {
        #expect(try GuideProgram("First/DuplicationUnkeyed").output() == "true\ntrue\ntrue\n")
    }

    @Test func aCollectionOfTheProgramComesBack() throws {
        let sample = try GuideProgram.sample("First/ArrayConformance").replacing("Array", with: "List")
        let program = GuideProgram(source: ArrayLike.declaration + sample + ArrayLike.check)
        #expect(try program.output() == "[1, 2, 3]\n")
    }

    @Test func classesAreKeptUnlessInheritanceIsDisabled() throws {
        let expected = """
            Array<View>
            [View, Window, Screen]
            Array<View>
            [View, Window, Screen]
            Array<View>
            [View, View, View]

            """
        #expect(try GuideProgram("First/Inheritance").output() == expected)
    }

    @Test func aConditionalReferenceNeedsAnUnconditionalOne() throws {
        #expect(try GuideProgram("First/ConditionalEncode").output() == "true\ntrue\ntrue\nfalse\nfalse\n")
    }

    @Test func sharedObjectsOfAnAcyclicGraphStayShared() throws {
        #expect(try GuideProgram("First/DirectedAcyclicGraph").output() == "true\ntrue\nfalse\nfalse\n")
    }

    @Test func aCyclicGraphComesBack() throws {
        let output = try GuideProgram("First/DirectedCyclicGraph").output()
        #expect(
            CurrentGuideTests.sortedTree(output)
                == "Screen [Window [View [View []], View []], Window [View []]]\ntrue\n")
    }

    @Test func anOldVersionIsMigrated() throws {
        let expected = """
            updating MyData from version 0 to 1...
            MyData(string: "3")
            decoding the actual (1) version of MyData...
            MyData(string: "3")

            """
        #expect(try GuideProgram("First/TypeVersionSystem").output() == expected)
    }

    @Test func replacedTypesAreDecoded() throws {
        let program = try GuideProgram(
            "First/TypeReplacementSystem", appending: "print( GTypesRepository.shared )\n")
        let expected = """
            [Container<MyData>(value: MyData(number: 3))]
            [NewContainer<MyNewData>(value: MyNewData(number: 3))]
            GTypesRepository(
            \t* = "MyCodableApp",
            \tnativeTypes = [
            \t\t"Foundation.Data", "Swift.Bool", "Swift.Double", "Swift.Float",
            \t\t"Swift.Int", "Swift.Int16", "Swift.Int32", "Swift.Int64",
            \t\t"Swift.Int8", "Swift.String", "Swift.UInt", "Swift.UInt16",
            \t\t"Swift.UInt32", "Swift.UInt64", "Swift.UInt8"
            \t],
            \tregisteredTypes = [
            \t\t"*.MyNewData",
            \t\t"*.NewContainer<*.MyNewData>",
            \t\t"Swift.Array<*.NewContainer<*.MyNewData>>"
            \t],
            \ttypeReplacementsTable = [
            \t\t"*.Container<*.MyData>": "*.NewContainer<*.MyNewData>",
            \t\t"*.MyData": "*.MyNewData"
            \t]
            )

            """
        #expect(try program.output() == expected)
    }

    @Test func helpFromAnArchiveRegistersItsTypes() throws {
        let program = try GuideProgram(
            "First/DuplicationKeyed",
            appending: """
                let archive = try GraphEncoder().encode( eB )
                print( try GraphDecoder().help( from: archive ), terminator: "" )
                """)
        let expected = """
            func initializeGraphCodable() {
            \tGTypesRepository.initialize()

            \tExample.register()
            }

            """
        #expect(try program.output().hasSuffix(expected))
    }

    /// What the guide says of types that are not registered, and what holds without `initialize()`.
    @Test func typesRegisterThemselvesAsTheyAreMet() throws {
        let program = GuideProgram(
            source: """
                class Animal: GCodable {
                    init() {}
                    required init(from decoder: GDecoder) throws {}
                    func encode(to encoder: GEncoder) throws {}
                }
                private final class Fox: Animal {}
                final class Dog: Animal {}
                func copy(_ animals: [Animal], _ allowed: GraphDecodingPolicy.AllowedTypes = .requested) {
                    do {
                        let archive = try GraphEncoder().encode(animals) as Bytes
                        let names = try GraphArchive(archive).summary.types.compactMap { $0.hasChosenName ? $0.archiveName : nil }
                        let decoder = GraphDecoder(policy: GraphDecodingPolicy(allowedTypes: allowed))
                        for animal in try decoder.decode([Animal].self, from: archive) { print(type(of: animal), names) }
                    } catch let error as GraphCodableError {
                        print(error.code)
                    } catch {}
                }
                func copyAll() {
                    final class Local: Animal {}
                    copy([Dog()])
                    copy([Dog()], .registered)
                    copy([Fox()])
                    copy([Local()], .registered)
                }
                copyAll()
                GTypesRepository.initialize()
                copyAll()
                Dog.register()
                copy([Dog()])
                GTypesRepository.initialize(mainModuleName: "")
                copyAll()
                """)
        let without = "Dog []\ntypeNotAllowed\ntypeNotConstructible\ntypeNotConstructible\n"
        #expect(
            try program.output() == """
                \(without)Dog ["*.Dog"]
                Dog ["*.Dog"]
                Fox ["*.Fox"]
                Local ["*.Local"]
                Dog ["*.Dog"]
                \(without)
                """)
    }
}
