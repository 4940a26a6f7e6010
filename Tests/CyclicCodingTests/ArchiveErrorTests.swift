import CyclicCoding
import Foundation
import GraphCodable
import TestSupport
import Testing

/// Whatever an archive of `Codable` values holds, an error that leaves is one of this package's.
struct ArchiveErrorTests {
    private struct Sample: Codable {
        enum State: String, Codable { case on, off }
        var name = "sample"
        var numbers = [1, 2, 300]
        var ratio = 0.5 as Float
        var state = State.on
        var link: URL? = URL(string: "https://example.org")
        var date = Date(timeIntervalSince1970: 0)
        var map = ["a": [1: true]]
        var helper = Helper()
    }

    private struct Wrong: Codable {
        var name: Int
    }

    private struct Lacking: Codable {
        var name: String
        var size: Int
    }

    private struct Inner: Codable {
        var samples: [Wrong]
    }

    private func text<Root: Decodable>(_ type: Root.Type, of value: some Encodable) throws -> String {
        let bytes: Bytes = try GraphEncoder().encode(codable: value)
        let error = try #require(throws: GraphCodableError.self) { _ = try GraphDecoder().decode(type, codable: bytes) }
        #expect(error.underlyingError is DecodingError && error.isInputAtFault && error.byteOffset != nil)
        return "\(error.code) at \(error.codingPath): \(error.message)"
    }

    @Test func anErrorOfSwiftsCodersHasItsPlaceInTheArchive() throws {
        #expect(
            try text(Wrong.self, of: Sample()) == """
                typeMismatch at CodableValue<CyclicCodingTests.ArchiveErrorTests.Sample>.name: There is a string where Int was \
                expected.
                """)
        #expect(try text(Lacking.self, of: Sample()).hasPrefix("keyNotFound at CodableValue<CyclicCodingTests."))
        #expect(
            try text(Inner.self, of: ["samples": [Sample()]]).contains(".samples[0].name: There is a string where Int"))
        #expect(try text(Sample.self, of: ["name": nil as String?]).hasPrefix("valueNotFound at "))
        // The archive is intact, so that this is no reason to load an older version.
        #expect(try text(Sample.State.self, of: "broken").hasPrefix("valueOutOfRange at "))
        #expect(try text([UInt8].self, of: [1, 300]).hasPrefix("valueOutOfRange at "))
    }

    /// Decodes an archive in every way, and returns the errors that are not of this package.
    private func strangers(_ bytes: Bytes) -> [String] {
        func attempt(_ body: () throws -> Void) -> String? {
            do {
                try body()
                return nil
            } catch {
                return error is any GraphError ? nil : "\(type(of: error)): \(error)"
            }
        }
        let decoder = GraphDecoder()
        return [
            attempt { _ = try decoder.decode(Sample.self, codable: bytes) },
            attempt { _ = try decoder.decode([Sample].self, codable: bytes) },
            attempt { _ = try decoder.decode(Inner.self, codable: bytes) },
            attempt { _ = try decoder.decode(CodableValue<Lacking>.self, from: bytes) },
            attempt { _ = try decoder.decode(Everything.self, codable: bytes) },
            attempt { _ = try decoder.decode(ActionQueue.self, codable: bytes) },
            attempt { _ = try decoder.decode(FlattenedContainer.self, from: bytes) },
        ].compactMap { $0 }
    }

    private struct Preferences: GCodable, Codable {
        var theme: String

        private enum Key: String { case theme }

        init() { theme = "dark" }

        init(from decoder: any GDecoder) throws { theme = try decoder.decode(for: Key.theme) }

        func encode(to encoder: any GEncoder) throws { try encoder.encode(theme, for: Key.theme) }
    }

    @Test func anArchiveOfAnotherTypeIsNoArchiveOfACodableValue() throws {
        let bytes = try GraphEncoder().encode([Preferences()]) as Bytes
        let error = #expect(throws: GraphCodableError.self) {
            try GraphDecoder().decode([CodableValue<Preferences>].self, from: bytes)
        }
        #expect(error?.code == .typeMismatch && error?.codingPath.description == "[0]")
        #expect(error?.message.contains("CodableValue") == true)
    }

    /// Has a property that was a `CodableValue` before.
    private struct Document: GCodable {
        var preferences: Preferences

        enum Key: String { case preferences }

        init(from decoder: any GDecoder) throws {
            preferences = try decoder.decode(
                for: Key.preferences, convertingFrom: CodableValue<Preferences>.self, with: { $0.value })
        }

        init(_ preferences: Preferences) { self.preferences = preferences }

        func encode(to encoder: any GEncoder) throws { try encoder.encode(preferences, for: Key.preferences) }
    }

    private struct OldDocument: GEncodable {
        func encode(to encoder: any GEncoder) throws {
            var preferences = Preferences()
            preferences.theme = "old"
            try encoder.encode(CodableValue(preferences), for: Document.Key.preferences)
        }
    }

    @Test func aCodableValueIsConvertedToATypeThatBecameArchivable() throws {
        let old = try GraphEncoder().encode(OldDocument()) as Bytes
        #expect(try GraphDecoder().decode(Document.self, from: old).preferences.theme == "old")
        let new = try GraphEncoder().encode(Document(Preferences())) as Bytes
        #expect(try GraphDecoder().decode(Document.self, from: new).preferences.theme == "dark")
    }

    @Test func damagedArchivesFailWithErrorsOfThisPackage() throws {
        var random = SplitMix64(seed: 217)
        let queue = ActionQueue()
        queue.add(action: Action())
        let archives: [Bytes] = [
            try GraphEncoder().encode(codable: Sample()), try GraphEncoder().encode(codable: Everything()),
            try GraphEncoder().encode(codable: queue), try GraphEncoder().encode(codable: [1, nil, 3]),
        ]
        for archive in archives {
            #expect(strangers(archive) == [])
            for number in 0..<Torture.count(150, torture: 100_000) {
                var bytes = archive
                for _ in 0...Int.random(in: 0...2, using: &random) {
                    bytes[Int.random(in: 9..<bytes.count - 8, using: &random)] = UInt8.random(
                        in: 0...255, using: &random)
                }
                let found = strangers(bytes)
                #expect(found == [], "seed 217, mutant \(number)")
                guard found.isEmpty else { return }
            }
        }
    }
}
