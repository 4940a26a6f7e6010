import Foundation
import Testing

/// The current guide's samples about versions and classes that were renamed: programs with a file between them.
struct CurrentGuideVersionTests {
    /// Runs one program after another with the same home directory.
    private func outputs(_ programs: GuideProgram...) throws -> [String] {
        let home = try TemporaryHome()
        return try programs.map { program in
            var program = program
            program.home = home.url
            return try program.output()
        }
    }

    @Test func versionsOfReferenceTypes() throws {
        let outputs = try outputs(GuideProgram("Current/VersionsOld"), GuideProgram("Current/VersionsNew"))
        #expect(outputs == ["MyData(number: 3)\n", "MyData(string: 3)\n"])
    }

    @Test func obsoleteReferenceTypes() throws {
        let outputs = try outputs(
            GuideProgram("Current/VersionsOld"), GuideProgram("Current/ObsoleteReferenceTypes"))
        #expect(outputs == ["MyData(number: 3)\n", "MyNewData(string: 3)\n"])
        try expect("Current/ObsoleteClass", isPartOf: "Current/ObsoleteReferenceTypes")
    }

    @Test func aReplacedClassMayAlsoImplementItsMethods() throws {
        var program = try GuideProgram("Current/ObsoleteReferenceTypes")
        let obsolete = try GuideProgram.sample("Current/ObsoleteClass")
        program.parts[0] = program.parts[0].replacing(
            obsolete, with: try GuideProgram.sample("Current/ReplacedClass"))
        #expect(program.parts[0].contains("preconditionFailure"))
        #expect(try outputs(GuideProgram("Current/VersionsOld"), program).last == "MyNewData(string: 3)\n")
    }

    @Test func genericClassesReplaceTheirParameters() throws {
        let program = try GuideProgram(
            "Current/GenericClass", "Current/GenericReplacement",
            appending: """
                final class New: GDecodable { init(from decoder: GDecoder) throws {} }
                final class Old: GObsolete {
                    static var replacementType: GDecodable.Type { New.replacementType }
                }
                print(Generic<Old>.replacementType, Generic<Int>.replacementType)
                """)
        #expect(try program.output() == "Generic<New> Generic<Int>\n")
    }

    private static let format0 = """
        ••• Encoding format 0:
        \tModel<Pair<Double, Int>> = { value = (((1.0 <-> 3) <-> 1) <-> P) }

        ••• Decoding format 0:
        Decoded Classes: --------------------------
        \t'Model<Pair<Double, Int>>'
        \t'Pair<Double, Int>'
        \t'Pair<Pair<Double, Int>, Int>'
        \t'Pair<Pair<Pair<Double, Int>, Int>, String>'
        Result:
        \tModel<Pair<Double, Int>> = { value = (((1.0 <-> 3) <-> 1) <-> P) }


        """

    private static let format1 = """
        ••• Decoding format 0:
        Decoded Classes: --------------------------
        \t'Couple<Couple<Couple<Double, Int>, Int>, String>'
        \t'Couple<Couple<Double, Int>, Int>'
        \t'Couple<Double, Int>'
        \t'Model<Couple<Double, Int>>'
        where:
        \t'Model<Pair<Double, Int>>'
        \t\twas replaced by 'Model<Couple<Double, Int>>'
        \t'Pair<Double, Int>'
        \t\twas replaced by 'Couple<Double, Int>'
        \t'Pair<Pair<Double, Int>, Int>'
        \t\twas replaced by 'Couple<Couple<Double, Int>, Int>'
        \t'Pair<Pair<Pair<Double, Int>, Int>, String>'
        \t\twas replaced by 'Couple<Couple<Couple<Double, Int>, Int>, String>'
        Result:
        \tModel<Couple<Double, Int>> = { value = (((1.0 <-> 3) <-> 1) <-> P) }

        ••• Encoding format 1:
        \tModel<Couple<Double, Int>> = { value = (((1.0 <-> 3) <-> 1) <-> P) }

        ••• Decoding format 1:
        Decoded Classes: --------------------------
        \t'Couple<Couple<Couple<Double, Int>, Int>, String>'
        \t'Couple<Couple<Double, Int>, Int>'
        \t'Couple<Double, Int>'
        \t'Model<Couple<Double, Int>>'
        Result:
        \tModel<Couple<Double, Int>> = { value = (((1.0 <-> 3) <-> 1) <-> P) }


        """

    @Test func pairBecomesCouple() throws {
        let outputs = try outputs(
            GuideProgram("Current/PairFiles", "Current/PairFormat0"),
            GuideProgram("Current/PairFiles", "Current/CoupleFormat1"))
        #expect(outputs == [Self.format0, Self.format1])
        for fragment in ["CoupleClass", "ModelReplacement", "CoupleReplacement", "PairObsolete"] {
            try expect("Current/\(fragment)", isPartOf: "Current/CoupleFormat1")
        }
    }
}
