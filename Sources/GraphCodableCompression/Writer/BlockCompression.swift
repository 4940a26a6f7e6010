/// A compressor that is faster when it need not watch for the end of its target. It is given
/// ``CompressionJob/spareRoom(for:)`` more than a block that is worth compressing may take, and may use it.
protocol PrefersSpareRoom: GraphBlockCompressor {}

/// One block on its way through compression.
final class CompressionJob {
    /// Holds the block when it had to be gathered from pieces.
    let gathered = HeapBuffer()
    /// The block: `gathered`, or the caller's own memory.
    var plain = UnsafeRawBufferPointer(start: nil, count: 0)
    var ordinal: UInt32 = 0
    /// Where the block's values begin, for the filter; `nil` when it is not to be filtered.
    var start: BlockStart?
    /// A block that the filter would make grow more is compressed without it.
    var largestExpansion: UInt64 = .max
    /// Where the whole section goes when it is not to be gathered in `section`: ``room(for:)`` the block.
    var place: UnsafeMutableRawBufferPointer?
    /// A section header and, unless the block is stored raw, the compressed block; empty when there is a `place`.
    let section = HeapBuffer()
    private var flags: UInt8 = 0
    var isRaw: Bool { flags & SectionFlags.raw != 0 }
    private(set) var error: (any Error)?

    /// The most by which LZ4 makes a block larger, by `LZ4_compressBound`.
    static func spareRoom(for plainSize: Int) -> Int { plainSize / 255 + 16 }

    /// The number of bytes to have ready for a section: its header, the block, and what a compressor may use beyond it.
    static func room(for plainSize: Int) -> Int { ContainerFormat.headerSize + plainSize + spareRoom(for: plainSize) }

    /// The number of bytes that the section takes in the file.
    private(set) var storedSize = 0

    /// Fills `section` or `place`, or sets `error`.
    func run(_ encoder: BlockEncoder) {
        do {
            let headerSize = ContainerFormat.headerSize
            let room = try place ?? section.reserve(Self.room(for: plain.count))
            let target = UnsafeMutableRawBufferPointer(rebasing: room[headerSize...])
            let result = try encoder.encode(plain, from: start, largestExpansion: largestExpansion, into: target)
            flags = result.flags
            finish(result.size.map { UnsafeRawBufferPointer(rebasing: target[..<$0]) } ?? plain, in: room)
        } catch {
            self.error = error
        }
    }

    func fail(_ error: any Error) {
        self.error = error
    }

    /// Takes the compressed block back.
    func storeRaw() throws {
        flags = SectionFlags.raw
        finish(plain, in: try place ?? section.reserve(ContainerFormat.headerSize))
    }

    /// Writes the header before a payload, and the payload itself where it is not there already and belongs behind it.
    private func finish(_ payload: UnsafeRawBufferPointer, in room: UnsafeMutableRawBufferPointer) {
        let headerSize = ContainerFormat.headerSize
        writeHeader(of: payload, in: room)
        storedSize = headerSize + payload.count
        if place == nil {
            section.use(isRaw ? headerSize : storedSize)
        } else if isRaw {
            UnsafeMutableRawBufferPointer(rebasing: room[headerSize..<storedSize]).copyMemory(from: payload)
        }
    }

    private func writeHeader(of payload: UnsafeRawBufferPointer, in room: UnsafeMutableRawBufferPointer) {
        SectionHeader(
            type: SectionType.data,
            flags: flags,
            ordinal: ordinal,
            storedSize: UInt32(payload.count),
            plainSize: UInt32(plain.count),
            payloadHash: XXH3.hash(payload)
        ).store(in: room)
    }
}
