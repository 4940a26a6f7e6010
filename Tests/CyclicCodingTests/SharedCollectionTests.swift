import CyclicCoding
import Foundation
import GraphCodable
import Testing

/// Small containers in which many references lead to one collection, or to one text. Without a class, each is decoded again for
/// each reference.
struct SharedCollectionTests {
    /// A value that takes much more memory than the nil in its place.
    private struct Wide: Codable {
        private typealias Words = (Int, Int, Int, Int, Int, Int, Int, Int)
        private let words: (Words?, Words?, Words?, Words?, Words?, Words?, Words?, Words?)

        init(from decoder: any Decoder) throws { words = (nil, nil, nil, nil, nil, nil, nil, nil) }
        func encode(to encoder: any Encoder) throws {}
    }

    /// A key that the standard library creates of its name.
    private struct Name: Hashable, Codable, CodingKeyRepresentable {
        let text: String

        var codingKey: any CodingKey { Key(stringValue: text) }

        init?(codingKey: some CodingKey) { text = codingKey.stringValue }

        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
    }

    private struct Label: Hashable, Codable {
        let text: String
    }

    /// Returns whether a list of references to one value is decoded under the strict policy, from an archive and from a container.
    private func isDecoded<Value: Codable>(
        _ type: Value.Type, _ value: String, count: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Bool {
        let references = Array(repeating: ##"{"#":0}"##, count: count).joined(separator: ",")
        let json = #"{"format":1,"referenced":[\#(value)],"root":[\#(references)]}"#
        let container = try JSONDecoder().decode(FlattenedContainer.self, from: Data(json.utf8))
        let archive: Bytes = try GraphEncoder().encode(container)
        #expect(archive.count < 1_000_000, sourceLocation: sourceLocation)
        let results = [
            { try GraphDecoder(policy: .strict).decode([Value].self, codable: archive) },
            { try CyclicDecoder(policy: .strict).decode([Value].self, from: container) },
        ].map { decode in
            do {
                return try decode().count == count
            } catch let error as GraphCodableError {
                #expect(error.code == .limitExceeded, sourceLocation: sourceLocation)
            } catch {
                #expect((error as? CyclicCodingError)?.code == .limitExceeded, sourceLocation: sourceLocation)
            }
            return false
        }
        #expect(results[0] == results[1], sourceLocation: sourceLocation)
        return results[0]
    }

    private func dictionary(keys count: Int, _ suffix: String = "") -> String {
        "{" + (0..<count).map { "\"\($0)\(suffix)\":1" }.joined(separator: ",") + "}"
    }

    private func array(_ count: Int, _ element: String) -> String {
        "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
    }

    @Test func manyShortKeysAreChargedEachTime() throws {
        let keys = dictionary(keys: 1_000)
        #expect(try !isDecoded([String: Int].self, keys, count: 500))
        #expect(try !isDecoded([Name: Int].self, keys, count: 500))
        #expect(try isDecoded([String: Int].self, keys, count: 20))
        #expect(try isDecoded([Name: Int].self, keys, count: 20))
    }

    @Test func longKeysAreHashedEachTime() throws {
        let marked = dictionary(keys: 100, String(repeating: "e\u{301}", count: 100))
        let long = dictionary(keys: 3, String(repeating: "a", count: 100_000))
        for keys in [marked, long] {
            #expect(try !isDecoded([String: Int].self, keys, count: 1_000))
            #expect(try !isDecoded([Name: Int].self, keys, count: 1_000))
            #expect(try isDecoded([String: Int].self, keys, count: 50))
        }
    }

    @Test func theElementsOfAnArrayTakeMemoryEachTime() throws {
        let texts = array(2_000, "\"a\"")
        #expect(try !isDecoded([String].self, texts, count: 1_000))
        #expect(try isDecoded([String].self, texts, count: 50))
        let wide = array(1_000, "null")
        #expect(MemoryLayout<Wide>.size > 512)
        #expect(try !isDecoded([Wide?].self, wide, count: 100))
        #expect(try isDecoded([Wide?].self, wide, count: 5))
        #expect(try !isDecoded([Wide?].self, array(100_000, "null"), count: 1))
    }

    @Test func combiningMarksAreHashedEachTime() throws {
        let text = String(repeating: "e" + String(repeating: "\u{301}", count: 1_000), count: 4)
        #expect(try !isDecoded(Set<Label>.self, #"[{"text":"\#(text)"}]"#, count: 200))
        #expect(try !isDecoded([String].self, #"["\#(text)"]"#, count: 200))
        #expect(try isDecoded(Set<Label>.self, #"[{"text":"\#(text)"}]"#, count: 20))
    }

    private struct Eight: Codable, Equatable { var a, b, c, d, e, f, g, h: String? }
    /// A value of 56 fields, of which few are there.
    private struct Sparse: Codable, Equatable { var a, b, c, d, e, f, g: Eight? }

    /// What programs encode stays far from the limit.
    @Test func collectionsOfAnySizeAreDecoded() throws {
        func comesBack<Value: Codable & Equatable>(_ value: Value) throws -> Bool {
            let archive: Bytes = try GraphEncoder().encode(codable: value)
            let container = try CyclicEncoder().flatten(value)
            return try GraphDecoder(policy: .strict).decode(Value.self, codable: archive) == value
                && CyclicDecoder(policy: .strict).decode(Value.self, from: container) == value
        }
        let numbers = 0..<30_000
        #expect(try comesBack(Dictionary(uniqueKeysWithValues: numbers.map { ($0, Label(text: "\($0)")) })))
        #expect(try comesBack(numbers.map { $0.isMultiple(of: 2) ? "\($0)" : nil }))
        let sparse = Sparse(a: Eight(a: "a", b: "b"))
        #expect(try comesBack(Dictionary(uniqueKeysWithValues: numbers.prefix(10_000).map { ("\($0)", sparse) })))
        let long = String(repeating: "論", count: 40)
        #expect(try comesBack(Dictionary(uniqueKeysWithValues: numbers.prefix(10_000).map { ("\(long)\($0)", [$0]) })))
    }
}
