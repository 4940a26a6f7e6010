import Foundation
import GraphCodable
@_spi(Fuzzing) @testable import GraphCodableCompression
import TestSupport
import Testing

/// Each rule of `Docs/format-filter.md`, by its number: forms that were made by hand, which both readers must take the same way.
@Suite struct FilterRuleTests {
    /// A form, and the block that it must give; `nil` for one that must be refused.
    struct Case {
        let name: String
        let form: [UInt8]
        let plainSize: Int
        let block: [UInt8]?

        init(_ name: String, _ form: [UInt8], gives block: [UInt8]) {
            (self.name, self.form, self.block) = (name, form, block)
            plainSize = block.count
        }

        init(_ name: String, _ form: [UInt8], isRefusedFor plainSize: Int) {
            (self.name, self.form, self.plainSize) = (name, form, plainSize)
            block = nil
        }
    }

    typealias Stream = FilterForm.Stream

    /// A form of these streams; the closure changes the rest of it.
    static func form(_ streams: [Stream], _ change: (inout FilterForm) -> Void = { _ in }) -> [UInt8] {
        var form = FilterForm(streams)
        form.nextID = 1
        change(&form)
        return form.bytes
    }

    static func tags(_ tags: [UInt8]) -> Stream { Stream(0, tags) }
    static func counts(_ bytes: [UInt8]) -> Stream { Stream(1, bytes) }
    static func text(_ text: String) -> Stream { Stream(2, Array(text.utf8)) }
    static func numbers<Number: FixedWidthInteger>(_ kind: UInt8, _ numbers: [Number]) -> Stream {
        Stream(kind, numbers.flatMap { withUnsafeBytes(of: $0.littleEndian) { Array($0) } })
    }

    /// A stream of numbers of eight bytes, as decimal numbers.
    static func decimals(_ integers: [Int64], exponent: Int, exceptions: [(UInt32, Double)] = []) -> Stream {
        var stream = numbers(6, integers)
        stream.store(stream.body, coding: 2)
        stream.coding = 4
        stream.exponent = exponent
        stream.exceptionCount = exceptions.count
        stream.body =
            exceptions.flatMap { place, number in
                withUnsafeBytes(of: place.littleEndian) { Array($0) }
                    + withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) }
            } + stream.body
        return stream
    }

    static func bytes(_ numbers: [Double]) -> [UInt8] {
        numbers.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian) { Array($0) } }
    }

    static let leaves = [UInt8](0..<63)
    static let abc: [UInt8] = Array("abc".utf8)

    static let accepted: [Case] = [
        Case("leaves", form([tags([0xC0, 5, 0xE9])]), gives: [0xC0, 5, 0xE9]),
        Case(
            "head and tail",
            form([tags([0xC0])]) {
                $0.head = [1, 2]
                $0.tail = [3]
            }, gives: [1, 2, 0xC0, 3]),
        Case(
            "F7: streams of five halves of the block", form([tags([0xF1]), numbers(8, [5 as UInt32])]),
            gives: [0x80, 5]),
        Case("head alone", form([]) { $0.head = [1, 2] }, gives: [1, 2]),
        Case(
            "first elements come from the field of the first value",
            form([text("abcxyz"), tags([0x43])]) { ($0.firstKind, $0.firstSize) = (2, 3) },
            gives: abc + [0x43] + Array("xyz".utf8)),
        Case(
            "first elements without bytes need no stream", form([tags([0xC0])]) { $0.firstKind = 2 }, gives: [0xC0]),
        Case("a text without bytes needs no stream", form([tags([0x40, 0x40])]), gives: [0x40, 0x40]),
        Case(
            "nor do a long text, an array and data", form([tags([0xCD, 0xD9, 0xE7]), counts([0, 0, 0])]),
            gives: [0xCD, 0, 0xD9, 0, 0xE7, 0]),
        Case(
            "a text goes on in the next block", form([tags([0x45]), text("abc")]), gives: [0x45] + abc),
        Case(
            "of an array whole elements are put, and values go on",
            form([tags([0xD5, 0xC0, 0xC1]), counts([3]), numbers(5, [0x0403_0201 as UInt32])]),
            gives: [0xD5, 3, 1, 2, 3, 4, 0xC0, 0xC1]),
        Case(
            "F16: a count in a longer form, of nine bytes",
            form([tags([0xE8, 0xC0]), counts([0x82] + Array(repeating: 0x80, count: 7) + [0])]),
            gives: [0xE8, 0x82] + Array(repeating: 0x80, count: 7) + [0, 0xC0]),
        Case(
            "a sequence has a field for its elements",
            form([tags([0xCE, 7]), counts([2]), tags([5, 6])]), gives: [0xCE, 2, 5, 6, 7]),
        Case(
            "a map has two", form([tags([0xCF, 7]), counts([2]), tags([1, 2]), tags([3, 4])]),
            gives: [0xCF, 2, 1, 3, 2, 4, 7]),
        Case(
            "values of a composite have fields of their own, of which the last is for all others",
            form([tags([0x60])] + leaves.map { tags([$0, $0]) } + [tags([1, 2, 0x60, 3])]),
            gives: [0x60] + leaves + [1, 2, 0x60] + leaves + [3]),
        Case(
            "a string is repeated by its number",
            form([
                tags([0x43, 0x42, 0xCD, 0xF2, 0xF2]), text("abcdeabc"), counts([3]), numbers(9, [1, 0] as [UInt32]),
            ]),
            gives: [0x43] + abc + [0x42, 0x64, 0x65, 0xCD, 3] + abc + [0xCD, 3] + abc + [0x43] + abc),
        Case(
            "references are put in their shortest form",
            form([
                tags(Array(repeating: 0xF1, count: 4)), numbers(8, [0x1FFF, 0x2000, 0x1F_FFFF, 0x20_0000] as [UInt32]),
            ]),
            gives: [0x9F, 0xFF, 0xA0, 0, 0x20, 0xBF, 0xFF, 0xFF, 0xE0, 0, 0, 0x20, 0]),
        Case(
            "the next id is counted modulo 2^32", form([tags([0xF0, 0xF0])]) { $0.nextID = 0xFFFF_FFFF },
            gives: [0xE0, 0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0]),
        Case(
            "a conditional reference may be new, too",
            form([tags([0xE1, 0xE1, 0xF0]), counts([5, 5])]) { $0.nextID = 5 }, gives: [0xE1, 5, 0xE1, 5, 0x80, 6]),
        Case(
            "constant elements",
            form([
                Stream(kind: 0, coding: 1, count: 3, body: [0xC5]),
                Stream(kind: 5, coding: 1, count: 3, body: [1, 2, 3, 4]),
            ]),
            gives: Array([[0xC5, 1, 2, 3, 4], [0xC5, 1, 2, 3, 4], [0xC5, 1, 2, 3, 4]].joined())),
        Case(
            "decimal numbers, and exceptions in place of some",
            form([
                tags([0xDD]), counts([4]),
                decimals([-5, 0, 1 << 53, 7], exponent: 1, exceptions: [(1, 0.3), (3, .infinity)]),
            ]),
            gives: [0xDD, 4] + bytes([-0.5, 0.3, 900_719_925_474_099.2, .infinity])),
        Case(
            "varints stand behind the values",
            form([tags([0xC0]), numbers(10, [5, 0x4001, 2, 0x7FFF, 0x3FFF] as [UInt16])]) { $0.varintSize = 8 },
            gives: [0xC0, 5, 0x82, 0x80, 1, 0xFF, 0xFF, 0xFF, 0x7F]),
    ]

    static let refused: [Case] =
        [
            Case("F1: a head size that is not in its shortest form", [0x80, 0, 0, 1, 0, 1, 0, 0x55], isRefusedFor: 1),
            Case(
                "F1: a head size of six bytes", [0x80, 0x80, 0x80, 0x80, 0x80, 0, 0, 1, 0, 1, 0, 0x55], isRefusedFor: 1),
            Case(
                "F1: a count that is not in its shortest form", [0, 0, 1, 0, 0, 1, 0, 0x81, 0, 0xC0], isRefusedFor: 1),
            Case("F1: no more bytes", [0, 0], isRefusedFor: 1),
            Case("F2: a head larger than the block", form([]) { $0.head = [1, 2, 3] }, isRefusedFor: 2),
            Case(
                "F2: parts larger than the block",
                form([]) {
                    $0.head = [1, 2]
                    $0.tail = [3]
                }, isRefusedFor: 2),
            Case(
                "F3: first elements of kind 1", form([counts([0])]) { ($0.firstKind, $0.firstSize) = (1, 1) },
                isRefusedFor: 1),
            Case("F3: first elements of kind 8", form([]) { $0.firstKind = 8 }, isRefusedFor: 4),
            Case(
                "F3: a part of an element", form([numbers(4, [0 as UInt16])]) { ($0.firstKind, $0.firstSize) = (4, 1) },
                isRefusedFor: 1),
            Case("F4: a byte behind the tail", form([tags([0xC0])]) + [0], isRefusedFor: 1),
            Case("F5: kind 11", [0, 0, 1, 0, 0, 1, 11, 1, 0xC0], isRefusedFor: 1),
            Case("F5: coding 6", [0, 0, 1, 0, 0, 1, 0x65, 1, 0, 0, 0, 0], isRefusedFor: 1),
            Case("F5: planes of single bytes", [0, 0, 1, 0, 0, 1, 0x20, 1, 0, 0xC0], isRefusedFor: 1),
            Case("F5: decimals of four bytes", [0, 0, 1, 0, 0, 1, 0x45, 1, 0, 0, 0, 0, 0, 0, 0], isRefusedFor: 4),
            Case("F6: an empty stream", form([tags([0xC0]), text("")]), isRefusedFor: 1),
            Case(
                "F7: streams of more than five halves of the block",
                form([Stream(kind: 0, coding: 1, count: 6, body: [0xC0])]), isRefusedFor: 2),
            Case(
                "F20: more streams than bytes for them", form([tags([0xC0])]) { $0.streamSurplus = 1 }, isRefusedFor: 1),
            Case(
                "F20: as many streams as bytes for them, but none of kind 1",
                form(Array(repeating: counts([1]), count: 3)), isRefusedFor: 3),
            Case(
                "F8: a plane that does not exist",
                form([
                    tags([0xC4]),
                    {
                        var stream = numbers(4, [7 as UInt16])
                        stream.store(stream.body, coding: 2)
                        stream.constantPlanes = 4
                        return stream
                    }(),
                ]), isRefusedFor: 3),
            Case("F9: exponent 16", form([tags([0xC6]), decimals([1], exponent: 16)]), isRefusedFor: 9),
            Case(
                "F9: more exceptions than elements",
                form([tags([0xC6]), decimals([1], exponent: 1, exceptions: [(0, 1), (0, 2)])]), isRefusedFor: 9),
            Case("F10: 2^53 + 1", form([tags([0xC6]), decimals([1 << 53 + 1], exponent: 0)]), isRefusedFor: 9),
            Case(
                "F10: −2^53 − 1 where an exception is",
                form([tags([0xC6]), decimals([-(1 << 53) - 1], exponent: 0, exceptions: [(0, 1)])]), isRefusedFor: 9),
            Case(
                "F11: an exception behind the stream",
                form([tags([0xC6]), decimals([1], exponent: 1, exceptions: [(1, 1)])]), isRefusedFor: 9),
            Case(
                "F11: two exceptions for one place",
                form([tags([0xDD]), counts([2]), decimals([1, 2], exponent: 1, exceptions: [(1, 1), (1, 1)])]),
                isRefusedFor: 18),
            Case(
                "F11: exceptions out of order",
                form([tags([0xDD]), counts([2]), decimals([1, 2], exponent: 1, exceptions: [(1, 1), (0, 1)])]),
                isRefusedFor: 18),
            Case("F12: no stream", form([]), isRefusedFor: 1),
            Case("F12: a stream of another kind", form([text("a"), tags([0x41])]), isRefusedFor: 2),
            Case("F13: too few elements", form([tags([0xC0])]), isRefusedFor: 2),
            Case(
                "F13: too few first ones",
                form([numbers(5, [1 as UInt32]), tags([0])]) { ($0.firstKind, $0.firstSize) = (5, 8) },
                isRefusedFor: 9),
            Case("F13: elements that are left", form([tags([0xC0, 0xC0])]), isRefusedFor: 1),
            Case("F13: a stream that is left", form([tags([0xC0]), text("a")]), isRefusedFor: 1),
            Case("F15: a number behind the end", form([tags([0xC3]), Stream(3, [1])]), isRefusedFor: 1),
            Case("F15: a count behind the end", form([tags([0xE8]), counts([1])]), isRefusedFor: 1),
            Case("F15: a reference behind the end", form([tags([0xF0])]), isRefusedFor: 1),
            Case(
                "F15: a repeated string behind the end",
                form([tags([0x43, 0xF2]), text("abc"), numbers(9, [0 as UInt32])]),
                isRefusedFor: 7),
            Case(
                "F16: a count of ten bytes", form([tags([0xE8]), counts(Array(repeating: 0x80, count: 9) + [0])]),
                isRefusedFor: 11),
            Case(
                "F16: a text of 2^31 bytes", form([tags([0xCD]), counts([0x80, 0x80, 0x80, 0x80, 8])]), isRefusedFor: 6),
            Case(
                "F17: a string of the same field only",
                form([tags([0x43, 0x60]), text("abc"), tags([0xF2]), numbers(9, [0 as UInt32])]), isRefusedFor: 9),
            Case(
                "F17: no string of two bytes", form([tags([0x42, 0xF2]), text("ab"), numbers(9, [0 as UInt32])]),
                isRefusedFor: 6),
            Case(
                "F17: a repeated string gets no number",
                form([tags([0x43, 0xF2, 0xF2]), text("abc"), numbers(9, [0, 1] as [UInt32])]), isRefusedFor: 12),
            Case(
                "F19: a varint behind the end", form([numbers(10, [0x80 as UInt16])]) { $0.varintSize = 1 },
                isRefusedFor: 1),
            Case("a block that is not filled", form([]), isRefusedFor: 1),
        ]

    static let refusedTags: [Case] = {
        let tags: [UInt8] = [0x80, 0xA0, 0xDE, 0xE0, 0xEA, 0xF3, 0xFF]
        return tags.map { Case("F14: tag \($0)", form([Self.tags([$0])]), isRefusedFor: 1) }
    }()

    static let refusedCounts: [Case] = {
        let tags: [UInt8] = [0xCE, 0xCF, 0xD0, 0xDD, 0xE2, 0xE3, 0xE7]
        return tags.map {
            let form = form([Self.tags([$0]), counts([0x80, 0x80, 0x80, 0x80, 0x80, 0x20])])
            return Case("F16: tag \($0) with 2^40", form, isRefusedFor: 7)
        }
    }()

    static let refusedHalves: [Case] = {
        let halves: [[UInt16]] = [[0x4000, 5], [0x8000, 5], [0x4001, 0x4000], [0x4001]]
        return halves.map { elements in
            Case("F18: halves \(elements)", form([numbers(10, elements)]) { $0.varintSize = 3 }, isRefusedFor: 3)
        }
    }()

    static let all = accepted + refused + refusedTags + refusedCounts + refusedHalves

    @Test func everyRuleIsKept() {
        for item in Self.all {
            let block = FilteredBlock.blocks(of: [(item.form, item.plainSize)])[0]
            #expect(block == item.block, "\(item.name)")
        }
    }

    /// One stream more than there may be is refused for this alone, before memory is reserved, and so are millions.
    @Test(arguments: [
        (45_056, "asks for more than a stream has, or for a stream that it has not"), (45_057, nil), (5_000_000, nil),
    ])
    func theStreamsAreCountedFirst(count: Int, reason: String?) throws {
        // The entry of a stream of one count is 1, 1, and its body 1.
        let form = [0, 0, 1, 0, 0] + FilterForm.varint(count) + [UInt8](repeating: 1, count: 3 * count)
        let container = try #require(
            try FilterForm.container(bytes: form, plainSize: max(form.count, 1 << 18), .zlib, blockSizeLog2: 24))
        let error = #expect(throws: GraphContainerError.self) { try decompressed(container) }
        #expect(error?.code == .malformed)
        let cause = error?.underlyingError.map { "\($0)" }
        #expect(
            cause == "The filtered block \(reason ?? "has a number that is too large or not in its shortest form").")
    }

    @Test(.enabled(if: PythonReader.python != nil)) func theReaderInPythonKeepsEveryRule() throws {
        let cases = Self.all
        let items = cases.map { item in
            Forgery.bytes(UInt64(item.plainSize) | UInt64(item.form.count) << 32) + item.form + (item.block ?? [])
        }
        let verdicts = try PythonReader.verdicts(.filter, items)
        try #require(verdicts.count == items.count)
        for (item, verdict) in zip(cases, verdicts) {
            #expect(verdict == (item.block != nil), "\(item.name)")
        }
    }

    /// More slots, fields, frames and shapes than there may be.
    static let large: [(name: String, values: [UInt8])] = [
        ("300 shapes", (0..<600).flatMap { composite($0 % 300) + [1, 2] }),
        ("shapes above 1,023", [1_022, 1_023, 1_024, 9_000, 1_023].flatMap { composite($0) + [1, 2] }),
        ("4,160 fields", (0..<130).flatMap { composite($0 % 65) + [0x43] + abc + leaves }),
        (
            "strings in the rest",
            (0..<130).flatMap { composite($0 % 65) + leaves.flatMap { [0x43, $0 & 1] + [2, 3] } }
        ),
        ("fields with elements", (0..<8).flatMap { composite($0) + leaves.flatMap { [0xCE, 1] + [$0] } }),
        ("40 levels", levels([0xCE, 2]) + leaves + leaves),
        ("40 levels of maps", levels([0xCF, 1, 4]) + leaves + leaves + leaves + leaves),
    ]

    /// The beginning of a composite, with a shape of two bytes.
    private static func composite(_ shape: Int) -> [UInt8] {
        [0xE2, UInt8(shape & 0x7F | 0x80), UInt8(shape >> 7)]
    }

    private static func levels(_ beginning: [UInt8]) -> [UInt8] {
        Array(repeating: beginning, count: 40).flatMap(\.self)
    }

    @Test(.enabled(if: PythonReader.python != nil)) func bothReadersCountSlotsAndFieldsAlike() throws {
        let items = try Self.large.map { name, values -> [UInt8] in
            let block = [UInt8](repeating: 0, count: 12) + values + [UInt8](repeating: 0xC0, count: 40)
            let forms = block.withUnsafeBytes { FilteredBlock.forms(of: $0, blockSize: 1 << 20) }
            let form = try #require(forms[0], "\(name)")
            #expect(FilteredBlock.blocks(of: [(form, block.count)]) == [block], "\(name)")
            return Forgery.bytes(UInt64(block.count) | UInt64(form.count) << 32) + form + block
        }
        #expect(try PythonReader.verdicts(.filter, items) == items.map { _ in true })
    }
}
