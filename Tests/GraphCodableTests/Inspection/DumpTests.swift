import Testing

@testable import GraphCodable

private typealias Make = ArchiveAssembler

private func body(_ archive: Make, _ options: GraphDumpOptions = .readable) throws -> [String] {
    let lines = try GraphArchive(archive.bytes).dump(options: options).split(separator: "\n").map(String.init)
    return Array(lines.dropFirst().dropLast())
}

private func line(_ value: [UInt8], _ options: GraphDumpOptions = .readable) throws -> String {
    try body(Make(value), options).joined(separator: "|")
}

@Suite("The notation of a dump")
struct DumpNotationTests {
    @Test func eachPlainValueIsOneLine() throws {
        #expect(try line([7]) == "- BIV 7")
        #expect(try line([0xC0]) == "- NIL")
        #expect(try line([0xC1]) == "- BIV false")
        #expect(try line([0xC2]) == "- BIV true")
        #expect(try line([0xC3, 0xFF]) == "- BIV -1")
        #expect(try line([0xC4, 0, 0x80]) == "- BIV -32768")
        #expect(try line([0xC7] + Array(repeating: 0xFF, count: 8)) == "- BIV 18446744073709551615")
        #expect(try line([0xC8] + Array(repeating: 0, count: 15) + [0x80]) == "- BIV \(Int128.min)")
        #expect(try line([0xC9] + Array(repeating: 0xFF, count: 16)) == "- BIV \(UInt128.max)")
        #expect(try line([0xCA, 0, 0x3E]) == "- BIV 1.5")
        #expect(try line([0xCA, 1, 0]) == "- BIV 5.9604645e-08")
        #expect(try line([0xCA, 0, 0xFC]) == "- BIV -inf")
        #expect(try line([0xCA, 0, 0x7C]) == "- BIV inf")
        #expect(try line([0xCA, 1, 0x7C]) == "- BIV nan")
        #expect(try line([0xCB, 0, 0, 0xC0, 0xBF]) == "- BIV -1.5")
        // A Double has these bytes, too.
        #expect(try line([0xCB, 0xCD, 0xCC, 0xCC, 0x3D]) == "- BIV 0.10000000149011612")
        #expect(try line([0xDC, 1, 0xCD, 0xCC, 0xCC, 0x3D]) == "- BIV [0.1]")
        #expect(try line([0xCC] + withUnsafeBytes(of: (0.1).bitPattern.littleEndian, Array.init)) == "- BIV 0.1")
        #expect(try line([0x42, 0x68, 0x69]) == "- BIV \"hi\"")
        #expect(try line([0xCD, 0]) == "- BIV \"\"")
        #expect(try line([0xE7, 3, 1, 2, 3]) == "- BIV <3 bytes>")
        #expect(try line([0xD0, 2, 0, 1]) == "- BIV [false, true]")
        #expect(try line([0xD1, 2, 0xFF, 1]) == "- BIV [-1, 1]")
        #expect(try line([0xD4, 0]) == "- BIV []")
    }

    @Test func containersAndOptionals() throws {
        #expect(try line([0xCE, 2, 1, 2]) == "- VAL|\t- BIV 1|\t- BIV 2|.")
        #expect(
            try line([0xCF, 2, 0x41, 0x61, 1, 0x41, 0x62, 0xC0]) == """
                - VAL|\t- BIV "a"|\t: BIV 1|\t- BIV "b"|\t: NIL|.
                """)
        #expect(
            try line([0xCF, 1, 0xCF, 1, 1, 2, 0xCE, 0]) == """
                - VAL|\t- VAL|\t\t- BIV 1|\t\t: BIV 2|\t.|\t: VAL|\t.|.
                """)
        #expect(try line([0xE6, 0xE6, 0xC0]) == "- SOME SOME NIL")
        #expect(try line([0xCF, 1, 0xE6, 1, 0xE6, 2]) == "- VAL|\t- SOME BIV 1|\t: SOME BIV 2|.")
    }

    @Test func datesUUIDsAndColorsAreReadable() throws {
        let number = withUnsafeBytes(of: (769_000_000.5).bitPattern.littleEndian, Array.init)
        let uuid: [UInt8] = [
            0xD2, 16, 0xE6, 0x21, 0xE1, 0xF8, 0xC3, 0x6C, 0x49, 0x5A, 0x93, 0xFC, 0x0C, 0x24, 0x7A, 0x3E, 0x6E, 0x5F,
        ]
        let archive = Make(
            [0x60, 0xCC] + number + uuid + [0x61, 1, 0xCA, 0, 0x38, 0, 0xCE, 1, 0xCC] + number + [0x61, 1, 2, 0],
            keys: ["createdAt", "id", "tint", "dates", "red", "green", "blue", "other"],
            types: [Make.type("App.Entry"), Make.type("App.Color")],
            shapes: [Make.shape(of: 0, 1, 2, 3, 4, 8), Make.shape(of: 1, 5, 6, 7)])
        #expect(
            try body(archive).filter { !$0.hasPrefix("\t\t+") } == [
                "- VAL", "\t+ \"createdAt\": BIV 769000000.5 (2025-05-15 11:06:40 UTC)",
                "\t+ \"id\": BIV E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "\t+ \"tint\": VAL #FF8000", "\t.",
                "\t+ \"dates\": VAL", "\t\t- BIV 769000000.5", "\t.", "\t+ \"other\": VAL", "\t.", ".",
            ])
    }

    private func typed(_ records: Bytes...) -> Make {
        var assembler = Make(
            keys: ["name", "a\"b"],
            types: [
                Make.type("App.Point"),
                Make.type(
                    "App.Outer.Node<Swift.Int, App.(unknown context at $12f).X>", name: "x", version: 2),
            ], shapes: [Make.shape(of: 0, 1, 0), Make.shape(of: 1, 2)])
        assembler.records = records.map { Make.Record(bytes: $0) }
        return assembler
    }

    @Test func keysTypesAndReferences() throws {
        var archive = typed([0x60, 0x80, 1, 0xE1, 1], [0x61, 0xE1, 2])
        archive.idCount = 3
        #expect(
            try body(archive) == [
                "- VAL", "\t+ \"name\": REF0001 Node<Int, X>", "\t\t+ \"a\\\"b\": PTC0002", "\t.", "\t- PTC0001", ".",
            ])
        var options = GraphDumpOptions(resolvesKeys: false, resolvesTypes: false, showsValueTypes: true)
        #expect(
            try body(archive, options) == [
                "- VAL TYP0000", "\t+ KEY0001: REF0001 TYP0001", "\t\t+ KEY0002: PTC0002", "\t.", "\t- PTC0001", ".",
            ])
        options = GraphDumpOptions(qualifiesTypeNames: true)
        #expect(try body(archive, options)[1].hasSuffix("App.Outer.Node<Swift.Int, App.(unknown context at $12f).X>"))
    }

    @Test func typedValuesShowTheirType() throws {
        var archive = typed([0xCE, 2, 0xE8, 0, 0x60, 1, 2, 0xE8, 0, 5])
        archive.types[0] = Make.type("App.Point", name: "3App5PointV", flags: 2)
        #expect(
            try body(archive) == [
                "- VAL", "\t- VAL Point", "\t\t+ \"name\": BIV 1", "\t\t- BIV 2", "\t.", "\t- BIV Point 5", ".",
            ])
    }

    @Test func openCompositesShowTheirItems() throws {
        #expect(
            try body(typed([0xE3, 0, 1, 2, 3, 0xE4, 2, 4, 0xE5]))
                == ["- VAL", "\t+ \"name\": BIV 1", "\t- BIV 2", "\t- BIV 3", "\t+ \"a\\\"b\": BIV 4", "."])
    }

    @Test func objectsThatAreReferencesToOthers() throws {
        #expect(
            try body(Make([0x80, 1], [0x80, 2], [0xC0]))
                == ["- VAL0001", "\t- NIL0002", "."])
        #expect(try body(Make([0x80, 1], [0x80, 1])) == ["- VAL0001", "\t- PTS0001", "."])
        #expect(try body(Make([0x80, 1], [0xE6, 0x80, 1]))[0] == "- SOME VAL0001")
    }

    @Test func unreachableRecordsAreListed() throws {
        #expect(try body(Make([1], [2], [0xCE, 0])) == ["- BIV 1", "- BIV0001 2", "- VAL0002", "."])
    }

    @Test func longTextsAreCutOff() throws {
        let options = GraphDumpOptions(maximumTextLength: 4)
        #expect(try line([0x44] + Array("abcd".utf8), options) == "- BIV \"abcd\"")
        #expect(try line([0x45] + Array("abcde".utf8), options) == "- BIV \"abcd…\" (5 bytes)")
        #expect(try line([0x47] + Array("aé👍z".utf8.prefix(7)), options) == "- BIV \"aé👍\"")
        #expect(try line([0xD2, 5, 1, 2, 3, 4, 5], options) == "- BIV [1, 2, …] (5 elements)")
        let all = GraphDumpOptions(maximumTextLength: nil)
        #expect(try line([0xD2, 100] + Array(repeating: 1, count: 100), all).filter { $0 == "1" }.count == 100)
        let text = String(repeating: "👨‍👩‍👧", count: 1_000)
        let value = [0xCD] + Make.string(text)
        #expect(try line(value, options).hasPrefix("- BIV \"👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧"))
        #expect(try line(value, all) == "- BIV \"\(text)\"")
        // What is looked at ends inside a character.
        let accents = String(repeating: "é", count: 100)
        #expect(try line([0xCD] + Make.string(accents), options) == "- BIV \"éééé…\" (200 bytes)")
        #expect(try line([0xCD] + Make.string("x" + accents), options) == "- BIV \"xééé…\" (201 bytes)")
    }

    @Test func controlCharactersAreEscaped() throws {
        let text = "\u{1B}[2J\n\r\t\"\\\u{202E}\u{9B}é👍"
        let value = [0x40 + UInt8(text.utf8.count)] + Array(text.utf8)
        #expect(try line(value) == #"- BIV "\u{1B}[2J\n\r\t\"\\\u{202E}\u{9B}é👍""#)
    }

    @Test func sectionsCanBeChosen() throws {
        let archive = try GraphArchive(typed([5]).bytes)
        #expect(try archive.dump(options: GraphDumpOptions(sections: [])) == "")
        let dump = try archive.dump(options: GraphDumpOptions(sections: .all))
        for title in ["HEADER", "BODY", "TYPES", "SHAPES", "KEYS"] {
            #expect(dump.contains("== \(title) ="))
        }
        #expect(dump.contains("- KEY0001 \"name\"\n"))
        #expect(dump.contains("- TYP0001 class Node<Int, X> version 2 count 0 mangled \"x\"\n"))
        #expect(dump.contains("- SHP0000 Point: [\"name\", -]\n"))
        #expect(dump.contains("- format version 1\n"))
        let numbers = GraphDumpOptions(sections: .shapes, resolvesTypes: false)
        #expect(try archive.dump(options: numbers).contains("- SHP0000 TYP0000: [\"name\", -]\n"))
        let widths = dump.split(separator: "\n").filter { $0.hasPrefix("==") }.map(\.count)
        #expect(Set(widths) == [66])
    }
}

@Suite("Dumps of large graphs")
struct LargeDumpTests {
    /// Objects that refer each to the next.
    private func chain(_ count: Int) -> Make {
        var assembler = Make()
        assembler.records = (1...count).map { next in
            Make.Record(
                bytes: Make.sequence(next == count ? [] : [Make.reference(UInt32(next))]))
        }
        return assembler
    }

    @Test func deepGraphsAreListedFlat() throws {
        let lines = try body(chain(10), GraphDumpOptions(maximumNesting: 3))
        #expect(
            lines.prefix(8) == [
                "- VAL", "\t- VAL0001", "\t\t- VAL0002", "\t\t\t- PTS0003", "\t\t.", "\t.", ".", "- VAL0003",
            ])
        #expect(lines.filter { $0.contains("VAL") }.count == 10)
        #expect(lines.last == ".")
    }

    @Test func longChainsNeedNoStack() throws {
        let archive = try GraphArchive(chain(60_000).bytes)
        try archive.verify()
        var lines = 0
        var longest = 0
        try archive.dump { piece in
            longest = max(longest, piece.utf8.count)
            lines += piece.utf8.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
        }
        #expect(lines > 120_000)
        #expect(longest < 2 * BatchedOutput.textSize)
    }

    @Test func oneLargeRecordComesInPieces() throws {
        let count = 300_000
        let archive = try GraphArchive(
            Make([0xCE] + Make.varint(UInt64(count)) + Array(repeating: 1, count: count)).bytes)
        var pieces = 0
        try archive.dump { piece in
            pieces += 1
            #expect(piece.utf8.count < 2 * BatchedOutput.textSize)
        }
        #expect(pieces > 30)
    }

    @Test func theSinkCanStopTheDump() throws {
        struct Stop: Error {}
        let archive = try GraphArchive(chain(100_000).bytes)
        var pieces = 0
        #expect(throws: Stop.self) {
            try archive.dump { _ in
                pieces += 1
                if pieces == 3 { throw Stop() }
            }
        }
        // One more is offered: what was shown before an error is passed on.
        #expect(pieces <= 4)
    }

    @Test func whatPrecedesDamageIsShown() throws {
        var text = ""
        let error = #expect(throws: GraphCodableError.self) {
            try GraphArchive(Make([0xCE, 2, 1, 0xFF]).bytes).dump { text += $0 }
        }
        #expect(error?.byteOffset == 13)
        #expect(text.hasSuffix("- VAL\n\t- BIV 1\n"))
    }

    @Test func encodersDumpCycles() throws {
        let parent = Node("parent")
        let child = Node("child")
        parent.next = child
        child.parent = parent
        #expect(
            try GraphEncoder().dump(parent) == """
                == BODY ==========================================================
                - REF0001 Node
                \t+ "name": BIV "parent"
                \t+ "next": REF0002 Node
                \t\t+ "name": BIV "child"
                \t\t+ "next": NIL
                \t\t+ "parent": PTC0001
                \t.
                \t+ "parent": NIL
                .
                ==================================================================
                """)
    }
}
