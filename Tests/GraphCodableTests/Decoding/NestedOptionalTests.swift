import GraphCodable
import Testing

/// A present optional inside an optional is a level of nesting for encoders, decoders and checking readers alike.
struct NestedOptionalTests {
    indirect enum Chain: GCodable {
        case end
        case link(Chain??)

        private enum Key: String { case next }

        /// A chain of `count` links.
        static func make(_ count: Int) -> Chain {
            (0..<count).reduce(.end) { chain, _ in .link(.some(.some(chain))) }
        }

        var count: Int {
            var count = 0
            var chain = self
            while case .link(.some(.some(let next))) = chain {
                count += 1
                chain = next
            }
            return count
        }

        init(from decoder: GDecoder) throws {
            self = try decoder.contains(Key.next) ? .link(decoder.decode(for: Key.next)) : .end
        }

        func encode(to encoder: GEncoder) throws {
            if case .link(let next) = self {
                try encoder.encode(next, for: Key.next)
            }
        }
    }

    @Test func whatTheEncoderWritesIsAcceptedByEveryReader() throws {
        // The composites of the links and of the end, and the marks.
        let archive = try GraphEncoder().encode(Chain.make(255)) as Bytes
        try GraphArchive(archive).verify()
        #expect(try GraphDecoder().decode(Chain.self, from: archive).count == 255)
        let error = #expect(throws: GraphCodableError.self) { try GraphEncoder().encode(Chain.make(256)) as Bytes }
        #expect(error?.code == .depthExceeded)
    }

    @Test func whatACheckingReaderRefusesADecoderRefusesToo() throws {
        // Shape 0 is a link, shape 1 the end.
        func archive(_ count: Int) -> Bytes {
            let links = Array(repeating: [0x60, 0xE6] as Bytes, count: count).flatMap { $0 }
            return ArchiveAssembler(
                links + [0x61], keys: ["next"], types: [ArchiveAssembler.valueType(Chain.self)],
                shapes: [ArchiveAssembler.shape(of: 0, 1), ArchiveAssembler.shape(of: 0)]
            ).bytes
        }
        #expect(try GraphDecoder().decode(Chain.self, from: archive(255)).count == 255)
        let error = #expect(throws: GraphCodableError.self) { try GraphArchive(archive(256)).verify() }
        #expect(error?.code == .depthExceeded)
        #expect(decodingError(Chain.self, archive(256)) == .depthExceeded)
    }
}
