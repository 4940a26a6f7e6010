import GraphCodable
import GraphCodableCompression

/// The first byte names a codec; the rest is a block, or what is compressed to one.
enum CodecTarget {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        roundTrip(rest, [GraphCodec.none, .zlib, .lz4][Int(first) % 3])
        // A block of the two codecs that compress, in containers whose checksums hold, of several plain sizes.
        for plainSize in [rest.count + 1, 4 * rest.count + 100, 65_536] where (1...65_536).contains(plainSize) {
            let container = Checksums.container(block: Array(rest), codec: 1 + first % 2, plainSize: plainSize)
            catching {
                try container.withUnsafeBytes {
                    _ = try GraphContainer.decompress($0, options: ContainerTarget.options)
                }
            }
        }
    }

    private static func roundTrip(_ bytes: UnsafeRawBufferPointer, _ codec: GraphCodec) {
        do {
            let container = try GraphContainer.compress(bytes, codec: codec)
            let plain = try container.withUnsafeBytes { try GraphContainer.decompress($0) }
            guard plain.elementsEqual(bytes) else { fatalError("\(codec) does not give back what it took.") }
        } catch {
            fatalError("\(codec) does not take its own: \(error)")
        }
    }
}
