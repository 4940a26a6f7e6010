@testable import GraphCodableCompression

/// An archive of which every byte belongs to a known part, so that what damage costs can be foretold.
struct DamagedArchive {
    let plain: [UInt8]
    let bytes: [UInt8]
    /// Where each block lies in the file: header and payload.
    private(set) var blocks: [Range<Int>] = []
    /// Where END begins.
    let endOffset: Int

    init(_ plain: [UInt8], _ codec: GraphCodec, metadata: [String: String] = ["by": "me"]) throws {
        self.plain = plain
        bytes = try compressed(plain, codec, metadata: metadata)
        endOffset = bytes.count - 64
        var offset = 32
        for section in try Forgery(bytes).sections {
            let end = offset + 32 + section.payload.count
            if section.header.type == SectionType.data {
                blocks.append(offset..<end)
            }
            offset = end
        }
    }

    /// Archives of six blocks, of which the last is not full, by each codec; also blocks that no codec makes smaller.
    static func several() throws -> [(name: String, archive: DamagedArchive)] {
        let text = Payload.text(3 * smallBlock + 1_000)
        let random = Payload.random(2 * smallBlock + 7)
        return try [
            ("none", DamagedArchive(text, .none)), ("zlib", DamagedArchive(text, .zlib)),
            ("lz4", DamagedArchive(text, .lz4)), ("lz4, raw blocks", DamagedArchive(random, .lz4, metadata: [:])),
        ]
    }

    func plainRange(_ block: Int) -> Range<Int> {
        block * smallBlock..<min((block + 1) * smallBlock, plain.count)
    }

    /// The plain bytes with zeros in place of blocks.
    func plain(without lost: some Sequence<Int>) -> [UInt8] {
        var result = plain
        for block in lost {
            let range = plainRange(block)
            result.replaceSubrange(range, with: [UInt8](repeating: 0, count: range.count))
        }
        return result
    }
}

func salvaged(
    _ archive: [UInt8], options: GraphContainerReadingOptions = GraphContainerReadingOptions()
) throws -> GraphContainer.SalvagedBytes {
    try archive.withUnsafeBytes { try GraphContainer.salvage($0, options: options) }
}

extension GraphContainer.SalvageReport {
    /// The numbers of the blocks that are lost.
    var lostBlocks: [Int] { lostRanges.flatMap { $0.blocks.map { Int($0) } } }
}
