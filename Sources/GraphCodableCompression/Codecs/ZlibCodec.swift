import CZlib

/// Raw deflate (RFC 1951), implemented by zlib.
struct ZlibCodec: GraphBlockCodec {
    static let levels = 1...9
    /// A negative number omits zlib's header and checksum, because the container has its own. 15 is a window of 32 KiB.
    fileprivate static let windowBits: Int32 = -15

    let level: Int

    var id: UInt8 { 1 }
    var name: String { "zlib" }

    func makeCompressor() throws -> any GraphBlockCompressor {
        try ZlibCompressor(level: level)
    }

    func makeDecompressor() throws -> any GraphBlockDecompressor {
        try ZlibDecompressor()
    }
}

/// Compresses blocks with a reused deflate state, because creating one costs more than a small block.
private final class ZlibCompressor: GraphBlockCompressor {
    /// The state is on the heap because zlib keeps its address and refuses a state that has moved.
    private let stream: UnsafeMutablePointer<z_stream>

    init(level: Int) throws {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = deflateInit2_(
            stream, Int32(truncatingIfNeeded: level), Z_DEFLATED, ZlibCodec.windowBits, 8, Z_DEFAULT_STRATEGY,
            ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else {
            stream.deallocate()
            throw GraphContainerError(.codecFailure, "zlib could not start compressing (status \(status)).")
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    func compress(_ plain: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int? {
        try require(deflateReset(stream) == Z_OK, or: .codecFailure, "zlib could not start a block.")
        stream.setInput(plain, output: target)
        switch deflate(stream, Z_FINISH) {
        case Z_STREAM_END:
            return target.count - Int(stream.pointee.avail_out)
        case Z_OK, Z_BUF_ERROR:
            return nil
        case let status:
            throw GraphContainerError(.codecFailure, "zlib could not compress a block (status \(status)).")
        }
    }
}

private final class ZlibDecompressor: GraphBlockDecompressor {
    private let stream: UnsafeMutablePointer<z_stream>

    init() throws {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = inflateInit2_(
            stream, ZlibCodec.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else {
            stream.deallocate()
            throw GraphContainerError(.codecFailure, "zlib could not start decompressing (status \(status)).")
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    func decompress(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int {
        try require(inflateReset(stream) == Z_OK, or: .codecFailure, "zlib could not start a block.")
        stream.setInput(stored, output: target)
        let status = inflate(stream, Z_FINISH)
        try require(
            status == Z_STREAM_END && stream.pointee.avail_in == 0,
            "A block is not a valid deflate stream (status \(status)).")
        return target.count - Int(stream.pointee.avail_out)
    }
}

extension UnsafeMutablePointer<z_stream> {
    /// Blocks are at most 16 MiB, so their sizes fit in zlib's 32 bits. A larger size would be refused as damage.
    fileprivate func setInput(_ input: UnsafeRawBufferPointer, output: UnsafeMutableRawBufferPointer) {
        // zlib's interface is not const-correct, but it does not write to its input.
        pointee.next_in = UnsafeMutablePointer<UInt8>(mutating: input.bindMemory(to: UInt8.self).baseAddress)
        pointee.avail_in = UInt32(clamping: input.count)
        pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
        pointee.avail_out = UInt32(clamping: output.count)
    }
}
