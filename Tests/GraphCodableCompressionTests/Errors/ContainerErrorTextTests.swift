import Foundation
import GraphCodable
import GraphCodableCompression
import Testing

/// What people read of a container's errors: each text as a whole, once.
struct ContainerErrorTextTests {
    private static let archive = (try? GraphEncoder().encode([1, 2, 3], codec: .zlib) as Bytes) ?? []

    private static func reading(
        _ change: (inout Bytes) -> Void, options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) -> () throws -> Void {
        var bytes = archive
        change(&bytes)
        return { [bytes] in _ = try GraphDecoder().decode([Int].self, fromArchive: bytes, options: options) }
    }

    static var table: [(text: String, body: () throws -> Void)] {
        let small = GraphContainerReadingOptions(policy: GraphDecodingPolicy(maximumPlainByteCount: 8))
        return [
            (
                """
                notAnArchive (byte n): This is neither a compressed archive nor a raw one: it does not \
                begin with the signature of either.
                """, reading { $0 = Bytes("text, and no archive".utf8) }
            ),
            (
                """
                truncated (byte n): The archive ends inside the signature. It is incomplete: fetch it \
                again or use a backup.
                """, reading { $0 = [0x89, 0x47, 0x52] }
            ),
            (
                """
                truncated (byte n): The archive ends inside a section. It is incomplete: fetch it again \
                or use a backup.
                """, reading { $0.removeLast() }
            ),
            (
                """
                transferDamage (byte n): The archive was changed in transfer: its signature has lost its \
                high bit or had its newlines converted. Transfer it again in binary mode.
                """, reading { $0[0] = 0x09 }
            ),
            (
                """
                damaged (byte n): The file header does not match its checksum. Fetch the file again or \
                use a backup.
                """, reading { $0[14] ^= 1 }
            ),
            (
                """
                damaged (byte n): A section header does not match its checksum. Fetch the file again or \
                use a backup.
                """, reading { $0[36] ^= 1 }
            ),
            (
                """
                damaged (byte n): The contents of a section do not match their checksum. Fetch the file \
                again or use a backup.
                """, reading { $0[$0.count / 2] ^= 1 }
            ),
            (
                """
                trailingBytes (byte n): Something follows the end of the archive. Cut it off if the \
                archive is to be kept.
                """, reading { $0.append(0) }
            ),
            (
                """
                limitExceeded (byte n): The archive has more than 8 bytes after decompression. Raise \
                GraphDecodingPolicy.maximumPlainByteCount if you trust it.
                """, reading({ _ in }, options: small)
            ),
            (
                """
                /nowhere/a\\nb.graphz: fileFailure: The file cannot be opened. Cause: openat: No such file \
                or directory (2)
                """, { _ = try GraphDecoder().load(Int.self, from: "/nowhere/a\nb.graphz" as String) }
            ),
            (
                "invalidArgument: The block size cannot be 2^3. Use 16 to 24 for blockSizeLog2.",
                {
                    let options = GraphContainerWritingOptions(blockSizeLog2: 3)
                    _ = try GraphEncoder().encode(1, codec: .zlib, options: options) as Bytes
                }
            ),
        ]
    }

    static func description(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "nothing was thrown"
        } catch {
            // Where it is depends on how the archive is compressed, and is tested elsewhere.
            return "\(error)".replacing(/byte \d+/, with: "byte n")
        }
    }

    @Test func everyTextIsWhatItIsMeantToBe() {
        for (text, body) in Self.table {
            #expect(Self.description(body) == text)
        }
    }

    @Test func theFaultIsTheInputsUnlessTheSystemRefuses() {
        for code in [GraphContainerError.Code.damaged, .truncated, .limitExceeded, .unsupportedCodec, .trailingBytes] {
            #expect(GraphContainerError(code, "text").isInputAtFault)
        }
        for code in [GraphContainerError.Code.fileFailure, .invalidArgument, .codecFailure] {
            #expect(!GraphContainerError(code, "text").isInputAtFault)
        }
        // A raw archive instead of a compressed one is named with its place.
        let otherKind = GraphContainerError(.invalidArgument, "text", byteOffset: 0)
        #expect(otherKind.isInputAtFault)
        #expect(otherKind.senderMessage == GraphContainerError(.notAnArchive, "text").senderMessage)
    }
}
