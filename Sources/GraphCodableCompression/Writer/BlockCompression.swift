final class BlockCompression {
    /// Contains the block if it was gathered from pieces.
    let gathered = HeapBuffer()
    /// The block: `gathered`, or the caller's own memory.
    var plain = UnsafeRawBufferPointer(start: nil, count: 0)
    var ordinal: UInt32 = 0
    /// The start of the block's values, for the filter; `nil` if the block is not filtered.
    var start: BlockStart?
    /// The maximum expansion of a filtered block. A block that would exceed it is compressed without the filter.
    var largestExpansion: UInt64 = .max
    /// Whether another archive stores some of its bytes uncompressed, although it has a codec.
    var wasRaw = false
    /// The cost of decoding the archive up to the end of the block.
    var decodingCost = 0
    /// Memory for the section, of ``room(for:)`` the block's size; `nil` to collect it in `section`.
    var destination: UnsafeMutableRawBufferPointer?
    /// The section header and, unless the block is stored raw, the compressed block. Empty if there is a `destination`.
    let section = HeapBuffer()
    private var flags: UInt8 = 0
    var isRaw: Bool { flags & SectionFlags.raw != 0 }

    /// The size of the memory for a section: its header, the block, and the spare room for a compressor.
    static func room(for plainSize: Int) -> Int {
        ContainerFormat.headerSize + plainSize + BlockCompressor.spareRoom(for: plainSize)
    }

    private(set) var storedSize = 0

    /// Fills `section` or `destination`.
    func run(_ encoder: BlockCompressor) throws {
        let headerSize = ContainerFormat.headerSize
        let room = try destination ?? section.reserve(Self.room(for: plain.count))
        let target = UnsafeMutableRawBufferPointer(rebasing: room[headerSize...])
        let result = try encoder.encode(plain, from: start, largestExpansion: largestExpansion, into: target)
        guard let (size, isFiltered) = result else { return try storeRaw() }
        flags = isFiltered ? SectionFlags.filtered : 0
        finish(UnsafeRawBufferPointer(rebasing: target[..<size]), in: room)
    }

    func storeRaw() throws {
        flags = SectionFlags.raw
        finish(plain, in: try destination ?? section.reserve(ContainerFormat.headerSize))
    }

    /// Writes the header, and copies the payload after it if it belongs there and is not there yet.
    private func finish(_ payload: UnsafeRawBufferPointer, in room: UnsafeMutableRawBufferPointer) {
        let headerSize = ContainerFormat.headerSize
        SectionHeader(
            type: SectionType.data, flags: flags, ordinal: ordinal, plainSize: plain.count, storing: payload
        ).store(in: room)
        storedSize = headerSize + payload.count
        if destination == nil {
            section.use(isRaw ? headerSize : storedSize)
        } else if isRaw {
            UnsafeMutableRawBufferPointer(rebasing: room[headerSize..<storedSize]).copyMemory(from: payload)
        }
    }
}
