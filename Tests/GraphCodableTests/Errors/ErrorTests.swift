import GraphCodable
import TestSupport
import Testing

/// Each way to go wrong has its own error, which says where and what to do.
struct ErrorTests {
    private func code(_ body: () throws -> Void) -> GraphCodableError.Code? {
        do {
            try body()
            return nil
        } catch let error as GraphCodableError {
            #expect(!error.message.isEmpty)
            #expect(error.byteOffset != nil || !error.codingPath.isEmpty || error.code == .misuse, "\(error)")
            return error.code
        } catch {
            return nil
        }
    }

    private enum Key: String { case a, b }

    private struct One: GCodable {
        init() {}
        init(from decoder: GDecoder) throws { _ = try decoder.decode(for: Key.b) as Int }
        func encode(to encoder: GEncoder) throws { try encoder.encode(1, for: Key.a) }
    }

    @Test func aMissingKeyIsNamed() throws {
        let archive = try GraphEncoder().encode(One()) as Bytes
        #expect(code { _ = try GraphDecoder().decode(One.self, from: archive) } == .keyNotFound)
        expectError(GraphCodableError.self, .keyNotFound) { try GraphDecoder().decode(One.self, from: archive) }
    }

    @Test func anotherRootTypeIsAMismatch() throws {
        let archive = try GraphEncoder().encode("text") as Bytes
        #expect(code { _ = try GraphDecoder().decode(Int.self, from: archive) } == .typeMismatch)
        #expect(code { _ = try GraphDecoder().decode([String].self, from: archive) } == .typeMismatch)
        #expect(code { _ = try GraphDecoder().decode(SampleGraph.Group.self, from: archive) } == .typeMismatch)
    }

    @Test func aClassThatIsNotTheOneAskedForIsRefusedBeforeItIsMade() throws {
        let archive = try GraphEncoder().encode(SampleGraph.make()) as Bytes
        #expect(code { _ = try GraphDecoder().decode(SampleGraph.Shape.self, from: archive) } == .wrongClass)
    }

    @Test func aNumberThatDoesNotFitIsOutOfRange() throws {
        let archive = try GraphEncoder().encode(300) as Bytes
        #expect(code { _ = try GraphDecoder().decode(UInt8.self, from: archive) } == .valueOutOfRange)
        #expect(try GraphDecoder().decode(Int128.self, from: archive) == 300)
        let array = try GraphEncoder().encode([1, 300]) as Bytes
        #expect(code { _ = try GraphDecoder().decode([Int8].self, from: array) } == .valueOutOfRange)
        #expect(try GraphDecoder().decode([UInt16].self, from: array) == [1, 300])
    }

    private struct Twice: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(1, for: Key.a)
            try encoder.encode(2, for: Key.b)
            try encoder.encode(3, for: Key.a)
        }
    }

    @Test func aKeyUsedTwiceIsAnErrorOfTheEncoder() {
        #expect(code { _ = try GraphEncoder().encode(Twice()) as Bytes } == .duplicateKey)
    }

    private struct Swallowing: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {
            try? encoder.encode(Twice(), for: Key.a)
            try encoder.encode(2, for: Key.b)
        }
    }

    @Test func anErrorCannotBeSwallowedWhileEncoding() {
        #expect(code { _ = try GraphEncoder().encode(Swallowing()) as Bytes } == .duplicateKey)
    }

    final class Loop: GCodable {
        var next: Loop?
        init() {}
        init(from decoder: GDecoder) throws { next = try decoder.decode(for: Key.a) }
        func encode(to encoder: GEncoder) throws { try encoder.encode(next, for: Key.a) }
    }

    @Test func aCycleNamesTheObjectsAndTheWayOut() throws {
        let loop = Loop()
        loop.next = Loop()
        loop.next?.next = loop
        defer { loop.next = nil }
        let archive = try GraphEncoder().encode(loop) as Bytes
        do {
            _ = try GraphDecoder().decode(Loop.self, from: archive)
            Issue.record("A cycle was decoded.")
        } catch let error as GraphCodableError {
            #expect(error.code == .unresolvableCycle)
            #expect(error.message.contains("Loop #1 (a) → ") && error.message.contains("deferDecode"))
        }
        #expect(code { _ = try GraphEncoder(.disableIdentity).encode(loop) as Bytes } == .unresolvableCycle)
    }

    private final class Hidden: GCodable {
        init() {}
        init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    @Test func aPrivateClassIsRefusedWhenItIsEncoded() throws {
        expectError(GraphCodableError.self, .typeNotConstructible) { try GraphEncoder().encode([Hidden()]) as Bytes }
        let archive = try GraphEncoder(.disableInheritance).encode([Hidden(), Hidden()]) as Bytes
        #expect(try GraphDecoder().decode([Hidden].self, from: archive).count == 2)
    }

    @Test func bytesThatAreNoArchiveAreToldApart() throws {
        var archive = try GraphEncoder().encode(1) as Bytes
        #expect(code { _ = try GraphDecoder().decode(Int.self, from: Bytes("{\"json\": 1}".utf8)) } == .notAnArchive)
        #expect(code { _ = try GraphDecoder().decode(Int.self, from: Bytes()) } == .truncated)
        archive[8] = 9
        #expect(code { _ = try GraphDecoder().decode(Int.self, from: archive) } == .unsupportedVersion)
        archive[8] = 1
        archive[archive.count - 1] = 0
        #expect(code { _ = try GraphDecoder().decode(Int.self, from: archive) } == .truncated)
    }
}
