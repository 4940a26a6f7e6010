// Compresses and decompresses random blocks, whole, cut and damaged.

func decompress(_ block: [UInt8], capacity: Int) throws -> [UInt8] {
    var target = [UInt8](repeating: 0, count: capacity)
    let count = try block.withUnsafeBytes { block in
        try target.withUnsafeMutableBytes { try LZ4Decompressor().decompress(block, into: $0) }
    }
    return Array(target[..<count])
}

func isRefused(_ block: [UInt8], capacity: Int) -> Bool {
    (try? decompress(block, capacity: capacity)) == nil
}

var random = SystemRandomNumberGenerator()
var blockCount = 0
for round in 0..<2_000 {
    let plain = (0..<Int.random(in: 0..<3_000, using: &random)).map { _ in
        UInt8.random(in: 0...(round % 7 == 0 ? 255 : 3), using: &random)
    }
    var target = [UInt8](repeating: 0, count: plain.count)
    let size = try plain.withUnsafeBytes { plain in
        try target.withUnsafeMutableBytes { try LZ4Compressor(level: nil).compress(plain, into: $0) }
    }
    guard let size, size > 1 else { continue }
    let block = Array(target[..<size])
    precondition((try? decompress(block, capacity: plain.count)) == plain)
    precondition((try? decompress(block, capacity: plain.count + 20)) == plain)
    precondition(isRefused(block, capacity: plain.count - 1))
    precondition(isRefused(block.dropLast() + [], capacity: plain.count))
    var damaged = block
    damaged[Int.random(in: 0..<size, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    // Whatever comes back, nothing traps.
    _ = try? decompress(damaged, capacity: plain.count)
    blockCount += 1
}
precondition(blockCount > 1_000)
