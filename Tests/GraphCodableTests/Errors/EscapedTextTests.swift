import GraphCodable
import TestSupport
import Testing

/// Text from an archive cannot drive a terminal, forge a line of a log or change the order of what is read.
struct EscapedTextTests {
    typealias Make = ArchiveAssembler

    /// A line end, a terminal's escape sequence, an override of the writing direction, and controls beyond ASCII.
    private static let hostile = "k\nERROR\u{1B}[2J\u{202E}\u{85}\u{9B}\u{2028}\u{2066}\u{7F}\u{0}\u{E0041}\r\"\\"

    private static func unprintable(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
            default: false
            }
        }
    }

    @Test func everyScalarIsShownAsItIsOrEscaped() {
        for start in stride(from: UInt32(0), through: 0x10_FFFF, by: 256) {
            let scalars = (start..<start + 256).compactMap { Unicode.Scalar($0) }
            var expected = ""
            for scalar in scalars {
                switch scalar {
                case "\n": expected += "\\n"
                case "\r": expected += "\\r"
                case "\t": expected += "\\t"
                case _ where EscapedText.isUnprintable(scalar):
                    expected += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                default: expected.unicodeScalars.append(scalar)
                }
            }
            let text = EscapedText.printable(String(String.UnicodeScalarView(scalars)))
            if text != expected || !Self.unprintable(text).isEmpty || EscapedText.printable(text) != text {
                Issue.record(
                    "of the scalars from U+\(String(start, radix: 16)) on one is not escaped, or not once for all")
            }
        }
    }

    @Test func textBetweenQuotationMarksKeepsThemApart() {
        #expect(EscapedText.quoted("a\"b\\c\n") == #""a\"b\\c\n""#)
        #expect(EscapedText.printable("a\"b\\c\n") == #"a"b\c\n"#)
        #expect(EscapedText.escaped("naïve 日本語 👨‍👩‍👧 ❤️") == "naïve 日本語 👨‍👩‍👧 ❤️")
        #expect(EscapedText.printable("\u{FEFF}\u{3164}\u{FFFE}") == #"\u{FEFF}\u{3164}\u{FFFE}"#)
    }

    private enum Key: String { case a }

    private struct Value: GDecodable {
        init(from decoder: GDecoder) throws { _ = try decoder.decode(for: Key.a) as Int }
    }

    private class Object: GDecodable {
        required init(from decoder: GDecoder) throws { _ = try decoder.decode(for: Key.a) as Int }
    }

    private struct AnyValue: GDecodable {
        init(from decoder: GDecoder) throws { _ = try decoder.decode(any: Any.self) }
    }

    /// An archive in which every text is hostile.
    private static func archive() -> Bytes {
        Make(
            Make.sequence([
                Make.reference(1), Make.composite(1, Make.text(hostile)), Make.typed(2, Make.integer(1)),
                Make.map([(Make.text(hostile), Make.null)]), Make.open(1, Make.text("x"), Make.item(2, Make.text("y"))),
            ]),
            Make.composite(0, Make.text(hostile), Make.reference(1)),
            keys: [hostile, hostile + "2"],
            types: [
                Make.type(hostile, name: hostile), Make.type(hostile + "V"), Make.type("T", name: hostile, flags: 2),
                Make.type(hostile, name: hostile, flags: 7),
            ],
            shapes: [Make.shape(of: 0, 1, 2), Make.shape(of: 1, 1)]
        ).bytes
    }

    private func check(_ body: () throws -> Void) {
        do {
            try body()
        } catch let error as GraphCodableError {
            #expect(Self.unprintable(error.description).isEmpty, "\(error.description.debugDescription)")
            #expect(Self.unprintable(error.message).isEmpty, "\(error.message.debugDescription)")
            #expect(Self.unprintable(error.codingPath.description).isEmpty, "\(error.codingPath.steps)")
        } catch {}
    }

    @Test func noErrorOfAHostileArchivePrintsItsTextAsItIs() {
        let archive = Self.archive()
        var random = SplitMix64(seed: 11)
        let decoder = GraphDecoder()
        for round in 0..<Torture.count(150, torture: 200_000) {
            var bytes = archive
            for _ in 0..<(round == 0 ? 0 : Int.random(in: 1...2, using: &random)) {
                bytes[Int.random(in: 9..<bytes.count - 5, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            check { _ = try decoder.decode(Value.self, from: bytes) }
            check { _ = try decoder.decode([Object].self, from: bytes) }
            check { _ = try decoder.decode([Value].self, from: bytes) }
            check { _ = try decoder.decode([AnyValue].self, from: bytes) }
            check { _ = try decoder.decode([String].self, from: bytes) }
            check {
                let opened = try GraphArchive(bytes)
                let dump = try opened.dump(options: GraphDumpOptions(sections: .all))
                #expect(Self.unprintable(dump.replacing("\n", with: "").replacing("\t", with: "")).isEmpty)
                try opened.verify()
            }
        }
    }

    @Test func errorsOfTheProgramsOwnArePrintableToo() {
        struct Cause: Error, CustomStringConvertible { let description = EscapedTextTests.hostile }
        let error = GraphCodableError(
            .misuse, Self.hostile, codingPath: CodingPath([.type(Self.hostile), .key(Self.hostile), .index(1)]),
            underlyingError: Cause())
        check { throw error }
        #expect(error.codingPath.steps[1] == .key(Self.hostile))
    }
}
