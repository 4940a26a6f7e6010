import Foundation
import GraphCodable
import TestSupport
import Testing

@Suite("JSON of archives")
struct JSONTests {
    private func lines(_ archive: GraphArchive) throws -> [String] {
        var text: [UInt8] = []
        try archive.writeJSON { text += $0 }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func lines(_ root: some GEncodable) throws -> [String] {
        try lines(GraphArchive(try GraphEncoder().encode(root) as [UInt8]))
    }

    struct Mixed: GCodable {
        let texts: [String]
        var unkeyed = 3

        init(texts: [String]) { self.texts = texts }

        private enum Key: String { case texts, more }

        init(from decoder: GDecoder) throws {
            texts = try decoder.decode(for: Key.texts)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(unkeyed)
            try encoder.encode(texts, for: Key.texts)
            try encoder.encode([1: Pair(), 2: Pair()] as [Int: Pair]?)
            try encoder.encode(true, for: Key.more)
        }
    }

    struct Pair: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {
            try encoder.encode("a")
            try encoder.encode(["b"])
        }
    }

    /// Has fields with any keys.
    struct Labeled: GEncodable {
        let keys: [String]
        private struct Key: RawRepresentable { let rawValue: String }
        func encode(to encoder: GEncoder) throws { for key in keys { try encoder.encode(1, for: Key(rawValue: key)) } }
    }

    @Test func longKeysAreCutAndStayDistinct() throws {
        let keys = ["", "a", "b", "…1", "é\u{301}"].map { String(repeating: "x", count: 50_000) + $0 }
        let short = [String(repeating: "x", count: 1_000), "x"]
        let count = 500
        let archive = try GraphArchive(
            GraphEncoder().encode(Array(repeating: Labeled(keys: keys + short), count: count)) as [UInt8])
        let line = try #require(try lines(archive).first)
        #expect(line.utf8.count < count * (keys.count + short.count) * 1_100)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        for value in try #require(object["value"] as? [[String: Any]]) {
            let fields = try #require(value["fields"] as? [String: Int])
            #expect(fields.count == keys.count + short.count && short.allSatisfy { fields[$0] == 1 })
        }
        var options = GraphDumpOptions.full
        options.sections = [.body, .shapes]
        #expect(try archive.dump(options: options).utf8.count < count * (keys.count + short.count) * 1_200)
    }

    @Test func anUnkeyedValueWhoseTextIsMuchLargerThanTheArchiveIsRefused() throws {
        typealias Make = ArchiveAssembler
        let empty = Make.sequence(Array(repeating: Make.composite(1), count: 6_000))
        let archive = Make(
            Make.composite(0, empty), types: [Make.type(String(repeating: "\u{E0001}", count: 1_000))],
            shapes: [Make.shape(of: 0, 0), Make.shape(of: 0)])
        let error = try #require(throws: GraphCodableError.self) { try lines(GraphArchive(archive.bytes)) }
        #expect(error.code == .limitExceeded)
    }

    @Test func namesAreCutAfterCodePoints() throws {
        let key = String(repeating: "e\u{301}", count: 501)
        let line = try lines(Labeled(keys: [key, String(key.dropLast())]))
        let shown = key.dropLast()
        #expect(line.first?.contains("\"\(shown)…1\":1,\"\(shown)\":1") == true)
    }

    @Test func plainValuesAreThemselves() throws {
        #expect(
            try lines([Int.min, Int.max, -1, 0]) == [
                #"{"id":0,"value":[-9223372036854775808,9223372036854775807,-1,0]}"#
            ])
        #expect(try lines(UInt128.max) == [#"{"id":0,"value":340282366920938463463374607431768211455}"#])
        #expect(try lines(Int??.some(nil)) == [#"{"id":0,"value":{"some":null}}"#])
        #expect(try lines([true, false]) == [#"{"id":0,"value":[true,false]}"#])
        #expect(
            try lines([0.1, -0.0, Double.leastNonzeroMagnitude, 1e300]) == [
                #"{"id":0,"value":[0.1,-0.0,5e-324,1e+300]}"#
            ])
        #expect(try lines(0.1 as Float) == [#"{"id":0,"value":0.10000000149011612}"#])
        #expect(
            try lines([Double.nan, -.nan, .signalingNaN, .infinity, -.infinity])
                == [
                    #"{"id":0,"value":[{"number":"nan"},{"number":"nan"},{"number":"nan"},{"number":"inf"},{"number":"-inf"}]}"#
                ])
        #expect(
            try lines("line\r\n\ttext") == [#"{"id":0,"value":"line\r\n\ttext"}"#])
        #expect(
            try lines("a\"\\\n\u{1B}é\u{202E}\u{10FFFF}") == [#"{"id":0,"value":"a\"\\\n\u001bé\u202e\udbff\udfff"}"#])
    }

    @Test func anArchiveIsAnyCollectionOfBytes() throws {
        let bytes = try GraphEncoder().encode(["a", "b"]) as [UInt8]
        let expected = [#"{"id":0,"value":["a","b"]}"#]
        #expect(try lines(GraphArchive(bytes)) == expected && lines(GraphArchive(bytes[...])) == expected)
        #expect(try lines(GraphArchive(Data(bytes))) == expected)
    }

    @Test func everyValueHasItsPlace() throws {
        let type = "\"type\":\"GraphCodableTests.JSONTests"
        let lines = try lines(Mixed(texts: ["x"]))
        #expect(lines.count == 1)
        let pair = "{\(type).Pair\",\"items\":[\"a\",[\"b\"]]}"
        let orders = [[1, 2], [2, 1]].map { order in
            "{\"id\":0,\(type).Mixed\",\"fields\":{\"texts\":[\"x\"],\"more\":true},\"items\":[3,{\"map\":["
                + order.map { "[\($0),\(pair)]" }.joined(separator: ",") + "]}]}"
        }
        #expect(lines.first.map(orders.contains) == true, "\(lines)")
    }

    /// Every archive that there is, whoever made it, becomes lines that another reader of JSON takes.
    @Test func allLinesAreJSON() throws {
        var count = 0
        // Foundation reads JSON of up to 512 levels.
        for archive in try Corpus.accepted("graph") where !archive.name.hasPrefix("deepest-nesting") {
            let archived = try GraphArchive(archive.bytes)
            let objects = try lines(archived).map { line in
                try #require(
                    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(archive.name)")
            }
            #expect(objects.count == archived.summary.objectCount + 1, "\(archive.name)")
            let ids = objects.compactMap { $0["id"] as? Int }
            #expect(ids == ids.sorted() && ids.first == 0, "\(archive.name)")
            for reference in objects.flatMap({ references(in: $0) }) {
                #expect(ids.contains(reference), "\(archive.name)")
            }
            count += objects.count
        }
        #expect(count > 30)
    }

    private func references(in value: Any) -> [Int] {
        if let array = value as? [Any] { return array.flatMap(references) }
        guard let object = value as? [String: Any] else { return [] }
        return (object["ref"] as? Int).map { [$0] } ?? object.values.flatMap(references)
    }

    /// Returns the JSON of an archive whose tag of a text is damaged.
    private func json(_ root: some GEncodable, damagedAt text: String) throws -> String {
        var bytes = try GraphEncoder().encode(root) as [UInt8]
        bytes[try #require(bytes.firstRange(of: Array(text.utf8))).lowerBound - 1] = 0xFF
        let archive = try GraphArchive(bytes)
        var json: [UInt8] = []
        let error = #expect(throws: GraphCodableError.self) { try archive.writeJSON { json += $0 } }
        #expect(error?.code == .malformed)
        return String(decoding: json, as: UTF8.self)
    }

    @Test func whatPrecedesDamageIsPassedOn() throws {
        let json = try json((0..<100_000).map { "Text \($0)" }, damagedAt: "Text 50000")
        #expect(json.hasPrefix("{\"id\":0,\"value\":[\"Text 0\",") && json.contains("\"Text 45000\""))
    }

    final class Note: GEncodable {
        let (text, hasKey): (String, Bool)
        private enum Key: String { case text }

        init(_ text: String, hasKey: Bool) { (self.text, self.hasKey) = (text, hasKey) }

        func encode(to encoder: GEncoder) throws {
            try hasKey ? encoder.encode(text, for: Key.text) : encoder.encode([text])
        }
    }

    @Test(arguments: [true, false]) func objectsBeforeDamageHaveWholeLines(hasKey: Bool) throws {
        let json = try json((0..<3).map { Note("Text \($0)", hasKey: hasKey) }, damagedAt: "Text 2")
        let value = hasKey ? "\"fields\":{\"text\":\"Text 1\"}" : "\"items\":[[\"Text 1\"]]"
        #expect(json.split(separator: "\n").count == 3 && json.hasSuffix(",\(value)}\n"), "\(json)")
    }
}
