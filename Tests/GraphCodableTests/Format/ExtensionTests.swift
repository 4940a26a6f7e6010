import Foundation
import TestSupport
import Testing

@testable import GraphCodable

/// What programs add to their archives beside the graph.
struct ExtensionTests {
    private static let several: [String: Bytes] = [
        "com.example.notes": [1, 2, 3], "com.example.empty": [],
        "org.example.large": Bytes(repeating: 7, count: 300_000),
    ]

    private static func encoded(_ extensions: [String: Bytes]) throws -> Bytes {
        try GraphEncoder(extensions: extensions).encode(SampleGraph.make())
    }

    @Test func extensionsComeBackWithoutDecoding() throws {
        let bytes = try Self.encoded(Self.several)
        let archive = try GraphArchive(bytes)
        #expect(archive.summary.extensions == Self.several)
        #expect(try GraphArchiveSummary(byteCount: bytes.count) { Array(bytes[$0]) } == archive.summary)
        #expect(
            try archive.dump(options: GraphDumpOptions(sections: .extensions)) == """
                == EXTENSIONS ====================================================
                - EXT "com.example.empty" 0 bytes
                - EXT "com.example.notes" 3 bytes
                - EXT "org.example.large" 300000 bytes
                ==================================================================
                """)
    }

    @Test func decodersIgnoreExtensions() throws {
        let decoder = GraphDecoder()
        // Alternately, because a decoder keeps the directory of the last archive.
        for extensions in [[:], Self.several, [:], ["a.b": [0]]] {
            let bytes = try GraphEncoder(extensions: extensions).encode(["one", "two"]) as Bytes
            #expect(try decoder.decode([String].self, from: bytes) == ["one", "two"])
        }
    }

    @Test func anArchiveInPiecesHasTheSameExtensions() throws {
        var pieces: Bytes = []
        try GraphEncoder(extensions: Self.several).encode(["one"]) { pieces += $0 }
        #expect(try pieces == GraphEncoder(extensions: Self.several).encode(["one"]))
    }

    @Test(arguments: [
        "", "notes", "com.example.no tes", "com.ex\u{E4}mple", "com." + String(repeating: "x", count: 252),
    ])
    func otherNamesAreRefused(_ name: String) throws {
        let error = #expect(throws: GraphCodableError.self) { try Self.encoded([name: [1], "com.example.notes": []]) }
        #expect(error?.code == .misuse)
        #expect(
            error?.message == """
                '\(name)' is not a name for an extension of a program. Use up to 255 visible ASCII characters, with the \
                program's reversed domain in front, such as com.example.notes.
                """)
        _ = try Self.encoded(["com." + String(repeating: "x", count: 251): [1]])
    }

    /// An object that tells when it is encoded.
    private final class Witness: GCodable {
        var wasEncoded = false
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws { wasEncoded = true }
    }

    @Test(arguments: [[], .canonical] as [GraphEncoder.Options]) func otherNamesAreRefusedAtOnce(
        _ options: GraphEncoder.Options
    ) {
        let witness = Witness()
        let encoder = GraphEncoder(options, extensions: ["notes": []])
        #expect(throws: GraphCodableError.self) { try encoder.encode(witness) { _ in Issue.record("This is a part.") } }
        #expect(!witness.wasEncoded)
    }

    @Test func thereAreAtMost1024() throws {
        func extensions(_ count: Int) -> [String: Bytes] {
            Dictionary(uniqueKeysWithValues: (0..<count).map { ("com.example.\($0)", [UInt8(truncatingIfNeeded: $0)]) })
        }
        #expect(try GraphArchive(Self.encoded(extensions(1_024))).summary.extensions == extensions(1_024))
        let error = #expect(throws: GraphCodableError.self) { try Self.encoded(extensions(1_025)) }
        #expect(error?.message == "The encoder has 1025 extensions. An archive can have up to 1024.")
    }

    /// Those of the format may describe the records, which are others afterwards.
    @Test func aSalvagedArchiveKeepsTheExtensionsOfPrograms() throws {
        var assembler = ArchiveAssembler([0x80, 1], [0x41, 0x61], [0x41, 0x62])
        let extensions = ArchiveExtensions.bytes(of: ["com.example.notes": [1, 2], "index": [3]])
        assembler.directory = [0, 0, 0] + extensions
        #expect(try GraphSalvage(assembler.bytes).archive().bytes == assembler.bytes)
        let salvage = try GraphSalvage(assembler.bytes, lostRanges: [13..<14])
        #expect(salvage.summary.extensions == ["com.example.notes": [1, 2], "index": [3]])
        let salvaged = try GraphArchive(salvage.archive().bytes)
        try salvaged.verify()
        #expect(salvaged.summary.extensions == ["com.example.notes": [1, 2]])
    }

    // MARK: Counts

    @Test func wrongCountsAreRefusedWhereTheyStand() throws {
        let archive = try GraphEncoder().encode([Node("a"), Node("b")]) as Bytes
        var changed = archive
        // The one type's count is the last byte before the trailer, which has five.
        let place = changed.count - 6
        #expect(changed[place] == 2)
        changed[place] = 3
        let error = #expect(throws: GraphCodableError.self) { try GraphArchive(changed).verify() }
        #expect(error?.code == .malformed && error?.byteOffset == UInt64(place))
        #expect(
            error?.message == """
                The archive states that it has 3 values of type GraphCodableTests.Node, but it has 2. The archive is damaged or \
                was not made by this package.
                """)
        // A decoder does not need them.
        #expect(try GraphDecoder().decode([Node].self, from: changed).count == 2)
    }
}
