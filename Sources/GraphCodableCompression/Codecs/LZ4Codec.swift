/// LZ4 blocks without the LZ4 frame.
struct LZ4Codec: GraphBlockCodec {
    static let levels = 1...12

    /// `nil` for the fast compressor.
    let level: Int?
    /// Lower levels use the fast compressor, as in the library's own tool.
    private static let firstSearchLevel = 3

    var id: UInt8 { 2 }
    var name: String { "lz4" }

    func makeCompressor() throws -> any GraphBlockCompressor {
        LZ4Compressor(level: level.flatMap { $0 < Self.firstSearchLevel ? nil : Int32(truncatingIfNeeded: $0) })
    }

    func makeDecompressor() throws -> any GraphBlockDecompressor {
        LZ4Decompressor()
    }
}
