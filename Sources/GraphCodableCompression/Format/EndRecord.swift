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

    /// The payload as its words.
    var words: [UInt64] { [plainSize, plainHash, indexOffset, blockCount] }
}
