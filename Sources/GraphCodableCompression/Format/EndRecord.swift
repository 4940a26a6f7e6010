/// The payload of the END section.
struct EndRecord: Sendable, Equatable {
    static let size = 32

    /// The number of all plain bytes.
    var plainSize: UInt64
    /// The hash of all plain bytes.
    var plainHash: UInt64
    /// The position of the INDEX section; 0 if there is none.
    var indexOffset: UInt64
    /// The number of DATA sections.
    var blockCount: UInt64
}

extension EndRecord {
    /// Parses a payload of 32 bytes.
    init(parsing bytes: UnsafeRawBufferPointer) {
        plainSize = bytes.littleEndian(UInt64.self, at: 0)
        plainHash = bytes.littleEndian(UInt64.self, at: 8)
        indexOffset = bytes.littleEndian(UInt64.self, at: 16)
        blockCount = bytes.littleEndian(UInt64.self, at: 24)
    }

    /// Stores the payload in the first 32 bytes of `target`.
    func store(in target: UnsafeMutableRawBufferPointer) {
        target.storeLittleEndian(plainSize, at: 0)
        target.storeLittleEndian(plainHash, at: 8)
        target.storeLittleEndian(indexOffset, at: 16)
        target.storeLittleEndian(blockCount, at: 24)
    }
}
