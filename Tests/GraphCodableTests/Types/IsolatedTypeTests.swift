#if compiler(>=6.2)
import TestSupport
import Testing

@testable import GraphCodable

@MainActor
final class MainActorNote: @MainActor GCodable {
    var text: String
    static var madeCount = 0
    init(_ text: String) { self.text = text }
    init(from decoder: GDecoder) throws {
        MainActor.preconditionIsolated()
        Self.madeCount += 1
        text = try decoder.decode()
    }
    func encode(to encoder: GEncoder) throws { try encoder.encode(text) }
}

@globalActor actor NoteActor {
    static let shared = NoteActor()
}

@NoteActor
struct ActorNote: @NoteActor GCodable {
    var text: String
    nonisolated init(_ text: String) { self.text = text }
    init(from decoder: GDecoder) throws { text = try decoder.decode() }
    func encode(to encoder: GEncoder) throws { try encoder.encode(text) }
}

/// A class that holds a value of any archived type, on whatever actor.
final class AnyNote: GCodable {
    let value: Any
    init(_ value: Any) { self.value = value }
    init(from decoder: GDecoder) throws { value = try decoder.decode(any: Any.self) }
    func encode(to encoder: GEncoder) throws { try encoder.encode(any: value) }
}

/// Types that conform on an actor only are made there and nowhere else, whatever a decoder has met before.
@Suite(.serialized) struct IsolatedTypeTests {
    private static let refusal = """
        is isolated to the main actor, or to another global actor, and can only be decoded there. Call the decoder from code \
        that runs on that actor, for instance in a function marked @MainActor.
        """

    private func expectRefusal(_ archive: Bytes, _ type: String, _ decoder: GraphDecoder = GraphDecoder()) {
        let error = expectError(GraphCodableError.self, .typeNotAllowed) {
            try decoder.decode(AnyNote.self, from: archive)
        }
        #expect(error?.message == "The type GraphCodableTests.\(type) \(Self.refusal)")
    }

    @MainActor @Test func aMainActorClassIsMadeOnTheMainActorOnly() async throws {
        let archive = try GraphEncoder().encode(AnyNote(MainActorNote("a"))) as Bytes
        for _ in 0..<2 {
            let decoded = try GraphDecoder().decode(AnyNote.self, from: archive).value as? MainActorNote
            #expect(decoded?.text == "a")
            let count = MainActorNote.madeCount
            // The decoders share sessions, which know the type from the main actor.
            await Task.detached { expectRefusal(archive, "MainActorNote") }.value
            #expect(MainActorNote.madeCount == count)
        }
    }

    @MainActor @Test func aGenericTypeIsAsIsolatedAsItsArguments() async throws {
        let archive = try GraphEncoder().encode(AnyNote([MainActorNote("a")])) as Bytes
        for _ in 0..<2 {
            let decoded = try GraphDecoder().decode(AnyNote.self, from: archive).value as? [MainActorNote]
            #expect(decoded?[0].text == "a")
            await Task.detached {
                _ = expectError(GraphCodableError.self, .typeNotAllowed) {
                    try GraphDecoder().decode(AnyNote.self, from: archive)
                }
            }.value
        }
    }

    @Test func aTypeOfAnotherActorIsMadeThereOnly() async throws {
        let archive = try await Task { @NoteActor in
            let archive = try GraphEncoder().encode(AnyNote(ActorNote("b"))) as Bytes
            let decoded = try GraphDecoder().decode(AnyNote.self, from: archive).value as? ActorNote
            #expect(decoded?.text == "b")
            return archive
        }.value
        expectRefusal(archive, "ActorNote")
        await MainActor.run { expectRefusal(archive, "ActorNote") }
        try await Task { @NoteActor in
            let decoded = try GraphDecoder().decode(AnyNote.self, from: archive).value as? ActorNote
            #expect(decoded?.text == "b")
        }.value
    }

    /// Holds a value that the compiler lets through on any actor, because it is in an optional.
    private struct NoteHolder: GEncodable, Sendable {
        var note: MainActorNote?
        var places: [ActorNote] = []
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(note)
            try encoder.encode(places)
        }
    }

    @MainActor @Test func anIsolatedTypeIsEncodedOnItsActorOnly() async throws {
        @Sendable nonisolated func expectRefusal(_ value: some GEncodable, _ type: String) {
            let error = expectError(GraphCodableError.self, .typeNotAllowed) {
                try GraphEncoder().encode(value) as Bytes
            }
            let refusal = IsolatedTypeTests.refusal
                .replacing("decoded", with: "encoded").replacing("decoder", with: "encoder")
            #expect(error?.message == "The type GraphCodableTests.\(type) \(refusal)")
        }
        let holder = NoteHolder(note: MainActorNote("a"))
        for _ in 0..<3 {
            _ = try GraphEncoder().encode(holder) as Bytes
            // The encoders share sessions, which know the type from the main actor.
            await Task.detached { expectRefusal(holder, "MainActorNote") }.value
            try await Task { @NoteActor in
                _ = try GraphEncoder().encode(NoteHolder(places: [ActorNote("b")])) as Bytes
            }.value
            expectRefusal(NoteHolder(places: [ActorNote("b")]), "ActorNote")
        }
    }

    @MainActor @Test func registrationOnTheMainActorMakesNoDifference() async throws {
        MainActorNote.register()
        let policy = GraphDecodingPolicy(allowedTypes: .only([AnyNote.self, MainActorNote.self]))
        let archive = try GraphEncoder().encode(AnyNote(MainActorNote("c"))) as Bytes
        let decoded = try GraphDecoder(policy: policy).decode(AnyNote.self, from: archive).value as? MainActorNote
        #expect(decoded?.text == "c")
        await Task.detached {
            expectRefusal(archive, "MainActorNote")
            expectRefusal(archive, "MainActorNote", GraphDecoder(policy: policy))
        }.value
    }

    @MainActor @Test func isolatedConformancesAreToldFromOthers() {
        #expect(IsolatedConformance.isIsolated(MainActorNote.self))
        #expect(!IsolatedConformance.isIsolated(AnyNote.self))
        #expect(!IsolatedConformance.isIsolated([Int].self))
        #expect(!IsolatedConformance.isIsolated([AnyNote?].self))
        #expect(!IsolatedConformance.isIsolated(NamedBox<AnyNote>.self))
    }
}
#endif
