@testable import GraphCodableCompression
import Testing

struct SignatureTests {
    static let archive = (try? compressed(Payload.text(100), .zlib)) ?? []

    static func kind(_ bytes: [UInt8]) throws -> ArchiveKind {
        try bytes.withUnsafeBytes { try ArchiveKind(prefix: $0) }
    }

    @Test func theTwoKindsAreToldApart() throws {
        #expect(try Self.kind(ContainerFormat.signature) == .compressed)
        #expect(try Self.kind(ContainerFormat.rawSignature + [1, 2]) == .raw)
    }

    @Test func partsOfASignatureAreTruncated() {
        for signature in [ContainerFormat.signature, ContainerFormat.rawSignature] {
            for count in 0..<signature.count {
                #expect(code { try Self.kind(Array(signature[..<count])) } == .truncated)
            }
        }
    }

    @Test func anythingElseIsNoArchive() {
        for bytes in [[0], Array("PK\u{3}\u{4} zip".utf8), Array("{\"json\": 1}".utf8), [0x89, 0x50, 0x4E, 0x47]]
            as [[UInt8]]
        {
            #expect(code { try Self.kind(bytes) } == .notAnArchive)
        }
    }

    /// What treating a file as text does to its bytes.
    static let transfers: [(String, @Sendable ([UInt8]) -> [UInt8])] = [
        ("the high bits are lost", { $0.map { $0 & 0x7F } }),
        ("CR LF becomes LF", { replace([0x0D, 0x0A], [0x0A], in: $0) }),
        ("CR LF becomes CR", { replace([0x0D, 0x0A], [0x0D], in: $0) }),
        ("LF becomes CR LF", { replace([0x0A], [0x0D, 0x0A], in: $0) }),
        ("LF becomes CR", { replace([0x0A], [0x0D], in: $0) }),
        ("CR becomes LF", { replace([0x0D], [0x0A], in: $0) }),
        ("Latin-1 is recoded to UTF-8", { $0.flatMap { Array(Character(Unicode.Scalar($0)).utf8) } }),
        ("invalid UTF-8 is replaced", { Array(String(decoding: $0, as: UTF8.self).utf8) }),
    ]

    static func replace(_ old: [UInt8], _ new: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let first = rest.first {
            if rest.starts(with: old) {
                result += new
                rest = rest.dropFirst(old.count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    @Test(arguments: transfers) func transferDamageIsReportedAsSuch(
        name: String, transfer: @Sendable ([UInt8]) -> [UInt8]
    ) {
        #expect(code { try decompressed(transfer(Self.archive)) } == .transferDamage)
        let raw = ContainerFormat.rawSignature + Payload.text(20)
        #expect(code { try Self.kind(transfer(raw)) } == .transferDamage)
    }

    @Test func aFileCutAtItsEndOfTextCharacterIsTruncated() throws {
        let cut = try #require(Self.archive.firstIndex(of: 0x1A))
        #expect(code { try decompressed(Array(Self.archive[..<cut])) } == .truncated)
    }
}
