import GraphCodableCompression

/// A codec that no other program has. What it writes is of no use to anybody.
struct PrivateCodec: GraphBlockCodec {
    let id: UInt8 = 200
    let name = "private"

    func makeCompressor() -> any GraphBlockCompressor { Coder() }
    func makeDecompressor() -> any GraphBlockDecompressor { Coder() }

    private final class Coder: GraphBlockCompressor, GraphBlockDecompressor {
        func compress(_ plain: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Int? {
            target.storeBytes(of: 0, as: UInt8.self)
            return 1
        }

        func decompress(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) -> Int { 0 }
    }
}
