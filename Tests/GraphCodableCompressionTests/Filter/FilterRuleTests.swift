import Foundation
import GraphCodable
@_spi(Fuzzing) @testable import GraphCodableCompression
import TestSupport
import Testing

/// The forms of `Tests/Corpus/filter`, by the rules of `Docs/format-filter.md`; and more fields, slots and streams than there may be.
struct FilterRuleTests {
    /// Each form of the corpus gives its block, or is refused.
    @Test func everyRuleIsKept() throws {
        let list = try String(contentsOf: Corpus.folder.appending(path: "filter/list.txt"), encoding: .utf8)
        let lines = list.split(separator: "\n")
        #expect(lines.count > 120)
        for line in lines {
            let columns = line.split(separator: "\t")
            try #require(columns.count == 5)
            let plainSize = try #require(Int(columns[2]))
            let block = try FilterFuzzing.blocks(of: [(#require(Self.bytes(columns[3])), plainSize)])[0]
            #expect(block == Self.bytes(columns[4]), "\(columns[0]): \(columns[1])")
        }
    }

    /// Bytes written in hexadecimal digits; `nil` for text that is none.
    private static func bytes(_ text: Substring) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
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

    /// More slots, fields, frames and shapes than there may be.
    static let large: [(name: String, values: [UInt8])] = [
        ("300 shapes", (0..<600).flatMap { composite($0 % 300) + [1, 2] }),
        ("shapes above 1,023", [1_022, 1_023, 1_024, 9_000, 1_023].flatMap { composite($0) + [1, 2] }),
        ("4,160 fields", (0..<130).flatMap { composite($0 % 65) + [0x43, 0x61, 0x62, 0x63] + leaves }),
        (
            "strings in the rest",
            (0..<130).flatMap { composite($0 % 65) + leaves.flatMap { [0x43, $0 & 1] + [2, 3] } }
        ),
        ("fields with elements", (0..<8).flatMap { composite($0) + leaves.flatMap { [0xCE, 1] + [$0] } }),
        ("40 levels", levels([0xCE, 2]) + leaves + leaves),
        ("40 levels of maps", levels([0xCF, 1, 4]) + leaves + leaves + leaves + leaves),
    ]

    private static let leaves = [UInt8](0..<63)

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
            let forms = block.withUnsafeBytes { FilterFuzzing.forms(of: $0, blockSize: 1 << 20) }
            let form = try #require(forms[0], "\(name)")
            #expect(FilterFuzzing.blocks(of: [(form, block.count)]) == [block], "\(name)")
            return Forgery.bytes(UInt64(block.count) | UInt64(form.count) << 32) + form + block
        }
        #expect(try PythonReader.verdicts(.filter, items) == items.map { _ in true })
    }
}
