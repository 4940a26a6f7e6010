import Testing

/// The samples of the current guide that print a dump, as printed, with all that they print.
struct CurrentGuideDumpTests {
    private static let description = "••• MYArray = [[[1, 2], [1, 2]], [[1, 2], [1, 2]]] \n"
    private static let title = "== BODY ==========================================================\n"
    private static let end = "==================================================================\n"

    /// What the samples print around the dump's lines.
    private static func output(_ lines: String) -> String {
        description + title + lines + end
    }

    @Test func arraysWithoutIdentity() throws {
        let inner = """
            \t\t\t\t- VAL
            \t\t\t\t\t- BIV [1, 2]
            \t\t\t\t.

            """
        let middle = "\t\t- VAL\n\t\t\t- VAL\n" + inner + inner + "\t\t\t.\n\t\t.\n"
        let program = try GuideProgram("Current/MyArray", "Current/MyArrayCoding", "Current/MyArrayDump")
        #expect(try program.output() == Self.output("- VAL\n\t- VAL\n" + middle + middle + "\t.\n.\n"))
    }

    @Test func arraysWithIdentity() throws {
        let program = try GuideProgram(
            "Current/MyArray", "Current/MyArrayCoding", "Current/MyArrayIdentity", "Current/MyArrayDump")
        let lines = """
            - VAL0001
            \t- VAL
            \t\t- VAL0002
            \t\t\t- VAL
            \t\t\t\t- VAL0003
            \t\t\t\t\t- BIV [1, 2]
            \t\t\t\t.
            \t\t\t\t- PTS0003
            \t\t\t.
            \t\t.
            \t\t- PTS0002
            \t.
            .

            """
        #expect(try program.output() == Self.output(lines))
    }

    @Test func trivialArraysWithIdentity() throws {
        let program = try GuideProgram(
            "Current/MyArray", "Current/MyArrayCoding", "Current/MyArrayIdentity", "Current/MyArrayBinaryIO",
            "Current/MyArrayBinaryCodable", "Current/MyArrayDump")
        let lines = """
            - VAL0001
            \t- VAL
            \t\t- VAL0002
            \t\t\t- VAL
            \t\t\t\t- BIV0003 [1, 2]
            \t\t\t\t- PTS0003
            \t\t\t.
            \t\t.
            \t\t- PTS0002
            \t.
            .

            """
        #expect(try program.output() == Self.output(lines))
    }
}
