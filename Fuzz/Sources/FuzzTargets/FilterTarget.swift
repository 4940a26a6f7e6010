@_spi(Fuzzing) import GraphCodableCompression

/// The first two bytes are the size of a block; the rest is its filtered form, or what is filtered.
enum FilterTarget {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 2 else { return }
        let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(2))
        let plainSize = Int(bytes[0]) | Int(bytes[1]) << 8
        let form = Array(rest)
        // Twice, because a joiner keeps its memory.
        let blocks = FilterFuzzing.blocks(of: [(form, plainSize), (form, 2 * plainSize + 1), (form, plainSize)])
        guard blocks[0] == blocks[2] else { fatalError("The same form gives two blocks.") }
        for blockSize in [37, 1_000, 1 << 16] {
            roundTrip(rest, blockSize)
        }
    }

    private static func roundTrip(_ bytes: UnsafeRawBufferPointer, _ blockSize: Int) {
        for (number, form) in FilterFuzzing.forms(of: bytes, blockSize: blockSize).enumerated() {
            guard let form else { continue }
            let start = number * blockSize
            let block = bytes[start..<min(start + blockSize, bytes.count)]
            guard let made = FilterFuzzing.blocks(of: [(form, block.count)])[0], made.elementsEqual(block) else {
                fatalError("The filter does not give back what it took.")
            }
        }
    }

    /// The forms of archives, and the archives.
    static func seeds() throws -> [[UInt8]] {
        try FuzzSample.archives().flatMap { archive in
            let forms = archive.withUnsafeBytes { FilterFuzzing.forms(of: $0, blockSize: 1 << 15) }
            let size = min(archive.count, 1 << 15)
            let prefix = [UInt8(truncatingIfNeeded: size), UInt8(truncatingIfNeeded: size >> 8)]
            return (forms.prefix(1).compactMap { $0 } + [archive]).map { prefix + $0 }
        }
    }
}
