import CReferences

/// A C library, called on blocks of a container's size.
enum Library {
    case lz4, zlib

    static var blockSize: Int { 1 << 18 }

    /// Compresses into fresh memory, as a container does.
    func compress(_ plain: [UInt8]) throws -> Blocks {
        var sizes = [Int](repeating: 0, count: (plain.count + Self.blockSize - 1) / Self.blockSize)
        let capacity = plain.count + plain.count / 128 + sizes.count * 64
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            count =
                switch self {
                case .lz4:
                    reference_lz4_compress(plain, plain.count, Self.blockSize, buffer.baseAddress, capacity, &sizes)
                case .zlib:
                    reference_deflate(plain, plain.count, Self.blockSize, 6, buffer.baseAddress, capacity, &sizes)
                }
        }
        return Blocks(bytes: bytes, sizes: sizes, plainCount: plain.count)
    }

    /// Decompresses into fresh memory.
    func decompress(_ blocks: Blocks) throws -> Int {
        let target = UnsafeMutableRawBufferPointer.allocate(byteCount: blocks.plainCount, alignment: 16)
        defer { target.deallocate() }
        return switch self {
        case .lz4:
            reference_lz4_decompress(
                blocks.bytes, blocks.sizes, blocks.sizes.count, target.baseAddress, target.count, Self.blockSize)
        case .zlib:
            reference_inflate(
                blocks.bytes, blocks.sizes, blocks.sizes.count, target.baseAddress, target.count, Self.blockSize)
        }
    }

    /// What a library made of a payload.
    struct Blocks {
        let bytes: [UInt8]
        let sizes: [Int]
        let plainCount: Int
    }
}
