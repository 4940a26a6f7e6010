/// The payload of the END section.
struct EndRecord: Sendable, Equatable {
    static let size = 32

    var plainSize: UInt64
    var plainHash: UInt64
    /// The position of the INDEX section; 0 if there is none.
    var indexOffset: UInt64
    var blockCount: UInt64
}

extension EndRecord {
    init(parsing bytes: UnsafeRawBufferPointer) {
        plainSize = bytes.littleEndian(UInt64.self, at: 0)
        plainHash = bytes.littleEndian(UInt64.self, at: 8)
        indexOffset = bytes.littleEndian(UInt64.self, at: 16)
        blockCount = bytes.littleEndian(UInt64.self, at: 24)
    }

    /// Stores the section, which has ``ContainerFormat/endSize`` bytes, at the beginning of `target`.
    func storeSection(ordinal: UInt32, in target: UnsafeMutableRawBufferPointer) {
        let payload = UnsafeMutableRawBufferPointer(
            rebasing: target[ContainerFormat.headerSize..<ContainerFormat.endSize])
        payload.storeLittleEndian(plainSize, at: 0)
        payload.storeLittleEndian(plainHash, at: 8)
        payload.storeLittleEndian(indexOffset, at: 16)
        payload.storeLittleEndian(blockCount, at: 24)
        SectionHeader(
            type: SectionType.end, flags: SectionFlags.raw, ordinal: ordinal, plainSize: Self.size,
            storing: UnsafeRawBufferPointer(payload)
        ).store(in: target)
    }
}
