import Testing

@testable import GraphCodable

private typealias Make = ArchiveAssembler

@Suite("A raw archive without its types")
struct GraphArchiveTests {
    private let absent = Node("absent")
    private let graph: [Node]

    init() {
        let first = Node("first")
        let second = Node("second", first)
        second.parent = absent
        graph = [first, second]
    }

    @Test func summaryTellsWhatIsInside() throws {
        let bytes = try GraphEncoder().encode(graph) as Bytes
        let summary = try GraphArchive(bytes).summary
        #expect(summary.formatVersion == 1)
        #expect(summary.byteCount == bytes.count)
        #expect(summary.objectCount == 2)
        #expect(summary.absentObjectCount == 1)
        #expect(summary.keys == ["name", "next", "parent"])
        let type = try #require(summary.types.first { $0.isClass })
        #expect(type.name == "GraphCodableTests.Node")
        #expect(type.archiveName != nil)
        #expect(type.count == 2)
        #expect(summary.shapes.map(\.keys) == [["name", "next", "parent"]])
    }

    @Test func summaryIsTheSameWhenOnlyTheEndIsRead() throws {
        let bytes = try GraphEncoder().encode(graph) as Bytes
        var read = 0
        let summary = try GraphArchiveSummary(byteCount: bytes.count) { range in
            read += range.count
            return Array(bytes[range])
        }
        #expect(try summary == GraphArchive(bytes).summary)
        let root = try #require(try GraphArchive(bytes).records.byteRange(of: 0))
        #expect(read <= 66 + summary.directoryByteCount + root.count)
    }

    @Test func summaryOfALargeArchiveReadsOnlyItsEnd() throws {
        // The root value has about 90,000 bytes.
        let bytes = try GraphEncoder().encode((0..<30_000).map { Node("\($0)") }) as Bytes
        let summary = try GraphArchiveSummary(byteCount: bytes.count) { range in
            #expect(range.count < 1_000)
            return Array(bytes[range])
        }
        #expect(summary.objectCount == 30_000)
    }

    @Test func damagedEndsAreRefusedAlikeInMemoryAndInParts() throws {
        let bytes = try GraphEncoder().encode(graph) as Bytes
        for size in 0..<bytes.count {
            let part = Array(bytes[..<size])
            #expect(throws: GraphCodableError.self) { try GraphArchive(part) }
            #expect(throws: GraphCodableError.self) {
                try GraphArchiveSummary(byteCount: size) { Array(part[$0]) }
            }
        }
    }

    @Test func shortReadsAreErrors() throws {
        let bytes = try GraphEncoder().encode(graph) as Bytes
        let error = #expect(throws: GraphCodableError.self) {
            try GraphArchiveSummary(byteCount: bytes.count) { Array(bytes[$0].dropLast()) }
        }
        #expect(error?.code == .truncated)
    }

    @Test func encodedArchivesAreSound() throws {
        try GraphArchive(GraphEncoder().encode(graph) as Bytes).verify()
        try GraphArchive(GraphEncoder().encode([[1, nil, 3], nil] as [[Int?]?]) as Bytes).verify()
        try GraphArchive(GraphEncoder().encode(["a": [true, false]]) as Bytes).verify()
    }

    /// No single changed bit may make the verifier or the dump trap; what it finds has a place.
    @Test func damageNeverTraps() throws {
        let bytes = try GraphEncoder().encode(graph) as Bytes
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << bit
                do {
                    let archive = try GraphArchive(damaged)
                    _ = try? archive.dump(options: .full)
                    try archive.verify()
                } catch {
                    #expect(error.byteOffset != nil)
                }
            }
        }
    }
}

@Suite("What verify refuses")
struct GraphArchiveVerifyTests {
    private func assembler(_ records: [Bytes]) -> Make {
        var assembler = Make(
            keys: ["a", "b"],
            types: [
                Make.type("App.Point", name: "3App5PointV", flags: 2),
                Make.type("App.Node", name: "3App4NodeC"),
            ], shapes: [Make.shape(of: 0, 1), Make.shape(of: 1, 0)])
        assembler.records = records.map { Make.Record(bytes: $0) }
        return assembler
    }

    private func verify(_ records: Bytes..., counts: Bytes? = nil) throws {
        var made = assembler(records)
        made.counts = counts
        try GraphArchive(made.bytes).verify()
    }

    private func expectMalformed(
        _ record: [UInt8], at offset: UInt64, path: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: GraphCodableError.self, sourceLocation: sourceLocation) { try verify(record) }
        #expect(error?.code == .malformed, sourceLocation: sourceLocation)
        #expect(error?.byteOffset == offset, sourceLocation: sourceLocation)
        #expect(error?.codingPath.description == path, sourceLocation: sourceLocation)
    }

    @Test func soundRecordsPass() throws {
        try verify([0x60, 5], counts: [1, 0])
        try verify([0xE3, 0, 5, 0xE4, 2, 6, 7, 0xE5], counts: [1, 0])
        try verify([0xE8, 0, 0x60, 1], counts: [1, 0])
        try verify([0xD0, 3, 0, 1, 0])
        try verify([0x80, 1], [0x61, 0x80, 1], counts: [0, 1])
        try verify([0xE6, 0xE6, 0xC0])
    }

    @Test func invalidUTF8() {
        expectMalformed([0x41, 0xFF], at: 9)
        expectMalformed([0x60, 0xCD, 2, 0xC3, 0x28], at: 10, path: "App.Point")
        // Encoded surrogates and overlong forms are invalid as well.
        expectMalformed([0x43, 0xED, 0xA0, 0x80], at: 9)
        expectMalformed([0x42, 0xC0, 0x80], at: 9)
    }

    @Test func booleansThatAreNeither() {
        expectMalformed([0xD0, 2, 1, 2], at: 9)
    }

    @Test func bytesBehindARecordsValue() {
        expectMalformed([5, 6], at: 10)
    }

    @Test func recordsThatEndTooEarly() {
        expectMalformed([0x60], at: 10, path: "App.Point")
        expectMalformed([0xC5, 1, 2], at: 10)
        expectMalformed([0xE3, 0, 5], at: 12, path: "App.Point")
    }

    @Test func duplicateKeysInOpenComposites() {
        expectMalformed([0xE3, 0, 5, 0xE4, 1, 6, 0xE5], at: 14, path: "App.Point")
        expectMalformed([0xE3, 1, 5, 0xE4, 2, 6, 0xE4, 2, 7, 0xE5], at: 17, path: "App.Node")
    }

    @Test func theSameKeyInsideAnInnerCompositeIsFine() throws {
        try verify([0xE3, 0, 0xE3, 0, 1, 0xE5, 0xE4, 2, 0x60, 1, 0xE5], counts: [3, 0])
    }

    @Test func typedCompositesOfAnotherType() {
        expectMalformed([0xE8, 1, 0x60, 1], at: 11)
        expectMalformed([0xE8, 9, 0], at: 11)
        expectMalformed([0xE8, 0, 0xE8, 0, 5], at: 11)
    }

    @Test func referencesToNothing() {
        expectMalformed([0x80, 0], at: 11)
        expectMalformed([0x80, 1], at: 11)
        expectMalformed([0xE0, 0xFF, 0xFF, 0xFF, 0xFF], at: 14)
        expectMalformed([0xE1, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], at: 15)
    }

    @Test func onlyConditionalReferencesMayLeadToAbsentObjects() throws {
        var made = assembler([[0xE1, 1]])
        made.idCount = 2
        try GraphArchive(made.bytes).verify()
        made.records = [.init(bytes: [0x80, 1])]
        let error = #expect(throws: GraphCodableError.self) { try GraphArchive(made.bytes).verify() }
        #expect(error?.byteOffset == 9)
    }

    @Test func objectsThatAreNothingButReferences() {
        for record: [UInt8] in [
            [0xC0], [0x80, 1], [0xA0, 1, 0], [0xE0, 1, 0, 0, 0], [0xE1, 1], [0xE6, 1], [0xE8, 0, 1],
        ] {
            let error = #expect(throws: GraphCodableError.self) { try verify([0x80, 1], record) }
            #expect(error?.byteOffset == 11)
        }
    }

    @Test func numbersThatAreTooLongOrTooLarge() {
        expectMalformed([0xCE, 0x80, 0], at: 12)
        expectMalformed([0xCE] + Array(repeating: 0xFF, count: 9) + [2], at: 20)
        expectMalformed([0xCE, 5, 1], at: 11)
        expectMalformed([0xD7] + Array(repeating: 0xFF, count: 9) + [1], at: 20)
    }

    @Test func unknownShapesKeysAndTags() {
        expectMalformed([0x62], at: 10)
        expectMalformed([0xE2] + Array(repeating: 0xFF, count: 9) + [1], at: 20)
        expectMalformed([0xE3, 0, 5, 0xE4, 3, 6, 0xE5], at: 14, path: "App.Point")
        expectMalformed([0xE3, 0, 5, 0xE4, 0, 6, 0xE5], at: 14, path: "App.Point")
        for tag: UInt8 in [0xDE, 0xDF, 0xE4, 0xE5, 0xE9, 0xFF] {
            expectMalformed([tag], at: 10)
        }
    }

    @Test func nestingUpToTheLimitAndNoFurther() throws {
        func nested(_ depth: Int) -> [UInt8] { Array((0..<depth).map { _ in [0xCE, 1] as [UInt8] }.joined()) + [0] }
        try verify(nested(512))
        let error = #expect(throws: GraphCodableError.self) { try verify(nested(513)) }
        #expect(error?.code == .depthExceeded)
        let deep = #expect(throws: GraphCodableError.self) { try verify(nested(1_000_000)) }
        #expect(deep?.code == .depthExceeded)
    }
}
