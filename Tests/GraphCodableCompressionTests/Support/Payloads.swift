@testable import GraphCodableCompression
import Synchronization
import TestSupport

/// Payloads for tests; the same in every run.
enum Payload {
    /// Bytes that no codec makes smaller.
    static func random(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var generator = SplitMix64(seed: seed)
        // Eight bytes of each number: a debug build takes long for a call for each byte.
        let words = (0..<(count + 7) / 8).map { _ in generator.next().littleEndian }
        return words.withUnsafeBytes { Array($0.prefix(count)) }
    }

    /// Bytes that every codec makes smaller, different at every place.
    static func text(_ count: Int) -> [UInt8] {
        lines.withLock { lines in
            while lines.bytes.count < count {
                lines.bytes.append(contentsOf: "line \(lines.count) of a compressible text\n".utf8)
                lines.count += 1
            }
            return Array(lines.bytes.prefix(count))
        }
    }

    /// The beginning of all texts, which a debug build makes slowly.
    private static let lines = Mutex((bytes: [UInt8](), count: 0))
}

/// The smallest block size, at which archives of several blocks are small.
let smallBlock = 1 << 16

/// The codecs that this build has, besides none.
#if Zstd
let compressingCodecs: [GraphCodec] = [.zlib, .lz4, .zstd]
#else
let compressingCodecs: [GraphCodec] = [.zlib, .lz4]
#endif

/// A compressed archive of bytes that need not be a raw archive.
func compressed(
    _ plain: [UInt8], _ codec: GraphCodec = .none, blockSizeLog2: Int = 16, threads: Int = 1,
    metadata: [String: String] = [:], filter: GraphContainerFilter = .none
) throws -> [UInt8] {
    let options = GraphContainerWritingOptions(
        blockSizeLog2: blockSizeLog2, threadCount: threads, metadata: metadata, filter: filter)
    return try plain.withUnsafeBytes { try GraphContainer.compress($0, codec: codec, options: options) }
}

/// The plain bytes of a compressed archive, read in memory.
func decompressed(
    _ archive: [UInt8], options: GraphContainerReadingOptions = GraphContainerReadingOptions(threadCount: 1)
) throws -> [UInt8] {
    try archive.withUnsafeBytes { try GraphContainer.decompress($0, options: options) }
}

/// The plain bytes of a compressed archive, read as from a pipe that gives `step` bytes at a time.
func streamed(
    _ archive: [UInt8], step: Int = .max,
    options: GraphContainerReadingOptions = GraphContainerReadingOptions(threadCount: 1)
) throws -> [UInt8] {
    var position = 0
    let source = ByteSource { target in
        let piece = archive[position...].prefix(min(step, target.count))
        target.copyBytes(from: piece)
        position += piece.count
        return piece.count
    }
    let reader = try ContainerReader(source, options: options)
    var result: [UInt8] = []
    var decompressor = try ContainerDecompressor(
        reader, to: .pieces { block, _ in result.append(contentsOf: block) }, options: options)
    try decompressor.run()
    return result
}

/// The plain bytes of a compressed archive, read at random by its index.
func readAtRandom(_ archive: [UInt8]) throws -> ContainerIndex {
    try ContainerIndex(randomAccess(to: archive), options: GraphContainerReadingOptions())
}

func randomAccess(to archive: [UInt8]) -> RandomAccess {
    RandomAccess(size: UInt64(archive.count)) { offset, target in
        let piece = archive.dropFirst(Int(offset)).prefix(target.count)
        target.copyBytes(from: piece)
        return piece.count
    }
}

/// The code of the error that `body` throws; `nil` when it throws none, or another kind of error.
func code(_ body: () throws -> some Any) -> GraphContainerError.Code? {
    do {
        _ = try body()
        return nil
    } catch {
        return (error as? GraphContainerError)?.code
    }
}

extension ContainerWriter {
    /// Begins an archive that is passed to a closure.
    convenience init(
        codec: GraphCodec, options: GraphContainerWritingOptions, plainSize: UInt64? = nil,
        output: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try self.init(codec: codec, options: options, plainSize: plainSize, destination: .pieces(output))
    }
}
