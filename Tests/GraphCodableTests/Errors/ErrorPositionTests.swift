import GraphCodable
import Testing

/// Errors of archives inside archives, and of cycles, name the place where something can be done.
struct ErrorPositionTests {
    // MARK: An error that is noticed after a value was read

    /// Values that cannot be what a newer type takes them for.
    struct Values: GCodable {
        enum Key: String { case numbers, names, text, none, last }

        init() {}

        init(from decoder: any GDecoder) throws {}

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode([1, 1], for: Key.numbers)
            try encoder.encode(["a": 1, "A": 2], for: Key.names)
            try encoder.encode("ab", for: Key.text)
            try encoder.encode(any: Int?.none, for: Key.none)
            try encoder.encode(0, for: Key.last)
        }
    }

    /// Decodes one of the values as another type.
    private struct Newer: GDecodable {
        @TaskLocal static var decode: @Sendable (any GDecoder) throws -> Void = { _ in }

        init(from decoder: any GDecoder) throws { try Self.decode(decoder) }
    }

    private struct Folded: RawRepresentable, Hashable, GCodable {
        let rawValue: String

        static func == (first: Self, second: Self) -> Bool {
            first.rawValue.lowercased() == second.rawValue.lowercased()
        }

        func hash(into hasher: inout Hasher) { hasher.combine(rawValue.lowercased()) }
    }

    private func error(_ decode: @escaping @Sendable (any GDecoder) throws -> Void) throws -> String? {
        let bytes = try GraphEncoder().encode(Values()) as Bytes
        let error = #expect(throws: GraphCodableError.self) {
            try Newer.$decode.withValue(decode) { try GraphDecoder().decode(Newer.self, from: bytes) }
        }
        return error.map { "\($0.codingPath): \($0.message)" }
    }

    @Test func anErrorThatIsNoticedAfterAValueNamesThatValue() throws {
        let changed =
            "The program changed an element in the collection, == has changed since then, both became the same fallback, or the archive is damaged."
        #expect(
            try error { _ = try $0.decode(for: Values.Key.numbers) as Set<Int> }
                == "Values.numbers: A set holds equal elements. \(changed)")
        #expect(
            try error { _ = try $0.decode(for: Values.Key.names) as [Folded: Int] }
                == "Values.names: A dictionary holds equal keys. \(changed)")
        #expect(
            try error { _ = try $0.decode(for: Values.Key.text) as Character }
                == "Values.text: The archive holds a string of 2 characters where one character was expected.")
        #expect(
            try error { _ = try $0.decode(any: (any GCodable).self, for: Values.Key.none) }
                == "Values.none: The archive holds nil where GDecodable & GEncodable was expected. Decode it as an optional."
        )
    }

    // MARK: An archive inside another

    private struct Inner: GCodable {
        var number = 1

        enum Key: String { case number }

        init() {}

        init(from decoder: any GDecoder) throws {
            // What was encoded is a number.
            let text: String = try decoder.decode(for: Key.number)
            number = text.count
        }

        func encode(to encoder: any GEncoder) throws { try encoder.encode(number, for: Key.number) }
    }

    /// Holds an archive of its own, as its bytes.
    private struct Attachment: GCodable {
        var bytes: Bytes

        enum Key: String { case bytes }

        init(bytes: Bytes) { self.bytes = bytes }

        init(from decoder: any GDecoder) throws {
            bytes = try decoder.decode(for: Key.bytes)
            _ = try GraphDecoder().decode([Inner].self, from: bytes)
        }

        func encode(to encoder: any GEncoder) throws { try encoder.encode(bytes, for: Key.bytes) }
    }

    private struct Letter: GCodable {
        var attachments: [Attachment]

        enum Key: String { case attachments }

        init(attachments: [Attachment]) { self.attachments = attachments }

        init(from decoder: any GDecoder) throws { attachments = try decoder.decode(for: Key.attachments) }

        func encode(to encoder: any GEncoder) throws { try encoder.encode(attachments, for: Key.attachments) }
    }

    @Test func anErrorOfAnInnerArchiveKeepsItsPlaceAndTheOuterPathEndsAtItsField() throws {
        let inner = try GraphEncoder().encode([Inner()]) as Bytes
        var innerError: GraphCodableError?
        do {
            _ = try GraphDecoder().decode([Inner].self, from: inner)
        } catch let error as GraphCodableError {
            innerError = error
        }
        let expected = try #require(innerError)
        #expect(expected.code == .typeMismatch && "\(expected.codingPath)" == "[0].number")

        let letter = Letter(attachments: [Attachment(bytes: inner)])
        let outer = try GraphEncoder().encode(letter) as Bytes
        do {
            _ = try GraphDecoder().decode(Letter.self, from: outer)
            Issue.record("The inner archive holds no text.")
        } catch let error as GraphCodableError {
            #expect(error.code == .typeMismatch)
            let path = "\(error.codingPath)"
            let cause = error.underlyingError as? GraphCodableError
            // Either the error is the inner one with its place, or it has it as the cause.
            #expect(path.hasPrefix("Letter.attachments[0]"), "\(error)")
            #expect((cause?.byteOffset ?? error.byteOffset) == expected.byteOffset, "\(error)")
            #expect("\(error)".contains("[0].number"), "\(error)")
        }
    }

    // MARK: Circles

    final class Hub: GCodable {
        var spoke: Spoke?

        enum Key: String { case spoke }

        init() {}

        init(from decoder: any GDecoder) throws { spoke = try decoder.decode(for: Key.spoke) }

        func encode(to encoder: any GEncoder) throws { try encoder.encode(spoke, for: Key.spoke) }
    }

    struct Spoke: GCodable {
        var first = 1
        var hub: Hub
        var last = 2

        enum Key: String { case first, hub, last }

        init(hub: Hub) { self.hub = hub }

        init(from decoder: any GDecoder) throws {
            first = try decoder.decode(for: Key.first)
            hub = try decoder.decode(for: Key.hub)
            last = try decoder.decode(for: Key.last)
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(first, for: Key.first)
            try encoder.encode(hub, for: Key.hub)
            try encoder.encode(last, for: Key.last)
        }
    }

    @Test func aCircleThroughAStructNamesTheKeyWhereItClosesAndTheClassThatCanDeferIt() throws {
        let hub = Hub()
        hub.spoke = Spoke(hub: hub)
        let bytes = try GraphEncoder().encode(hub) as Bytes
        hub.spoke = nil
        do {
            _ = try GraphDecoder().decode(Hub.self, from: bytes)
            Issue.record("The hub cannot be initialized before itself.")
        } catch let error as GraphCodableError {
            #expect(error.code == .unresolvableCycle)
            #expect("\(error.codingPath)" == "Hub.spoke.hub", "\(error)")
            #expect(error.message.contains("deferDecode") && error.message.contains("Hub"), "\(error)")
        }
    }
}
