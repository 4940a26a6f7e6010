import TestSupport
import Testing

@testable import GraphCodable

/// What a decoder has learned from one archive does not change the errors of the next one.
struct FailedLookupTests {
    class Thing: GCodable {
        init() {}
        required init(from decoder: GDecoder) throws {}
        func encode(to encoder: GEncoder) throws {}
    }

    /// A class of another program: in its archives the last digit is another one.
    final class Missing0: Thing {}

    struct Holder: GCodable {
        let text: String
        let thing: Thing
        enum Key: String { case text, thing }

        init(_ text: String) { (self.text, thing) = (text, Missing0()) }

        init(from decoder: GDecoder) throws {
            text = try decoder.decode(for: Key.text)
            thing = try decoder.decode(for: Key.thing)
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(text, for: Key.text)
            try encoder.encode(thing, for: Key.thing)
        }
    }

    /// An archive of the other program.
    private func archive(textLength: Int) throws -> Bytes {
        var bytes: Bytes = try GraphEncoder().encode(Holder(String(repeating: "x", count: textLength)))
        let name = Array("Missing0".utf8)
        for start in bytes.indices where bytes[start...].starts(with: name) {
            bytes[start + name.count - 1] = UInt8(ascii: "8")
        }
        return bytes
    }

    private func error(_ bytes: Bytes, _ decoder: GraphDecoder) -> String {
        let error = #expect(throws: GraphCodableError.self) { try decoder.decode(Holder.self, from: bytes) }
        return error.map { "\($0)" } ?? ""
    }

    @Test func aUsedDecoderFailsAsANewOne() throws {
        let archives = try [3, 30, 300].map { try archive(textLength: $0) }
        var texts: Set<String> = []
        for limit in stride(from: 0, through: 200_000, by: 5_000) {
            let policy = GraphDecodingPolicy(maximumMemory: UInt64(limit))
            let used = GraphDecoder(policy: policy)
            for bytes in archives + archives.reversed() {
                let text = error(bytes, GraphDecoder(policy: policy))
                #expect(error(bytes, used) == text)
                texts.insert(text.contains("costs more") ? "costs more" : text)
            }
        }
        #expect(texts.count > 1 && texts.contains("costs more"))
    }
}
