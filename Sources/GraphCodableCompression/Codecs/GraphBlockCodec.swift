/// A compression method that a program adds to those of the library.
///
/// An archive is compressed in blocks of 64 KiB to 16 MiB, each for itself, on several threads. Every thread asks once
/// for a compressor or a decompressor and gives it one block after another, so that it can keep its tables and buffers.
///
/// A codec is known in the archive by its ``id`` alone. Ids of 128 and above are private: a program may use them as it
/// likes, and a reader must be given the codec in ``GraphContainerReadingOptions/codecs``.
///
/// ```swift
/// struct Zstandard: GraphBlockCodec {
///     var id: UInt8 { 150 }
///     var name: String { "zstd" }
///     func makeCompressor() throws -> any GraphBlockCompressor { try ZstandardCompressor() }
///     func makeDecompressor() throws -> any GraphBlockDecompressor { try ZstandardDecompressor() }
/// }
///
/// let data: Data = try GraphEncoder().encode(root, codec: .custom(Zstandard()))
/// let options = GraphContainerReadingOptions(codecs: [Zstandard()])
/// let copy = try GraphDecoder().decode(Root.self, fromArchive: data, options: options)
/// ```
public protocol GraphBlockCodec: Sendable {
    /// The number that names the codec in the archive: 128 to 255 for codecs outside this library.
    var id: UInt8 { get }
    /// A name for people, for messages and lists.
    var name: String { get }
    /// Makes a compressor, which will be used by one thread at a time.
    ///
    /// - Throws: Any error, which the write then fails with.
    func makeCompressor() throws -> any GraphBlockCompressor
    /// Makes a decompressor, which will be used by one thread at a time.
    ///
    /// - Throws: Any error, which the read then fails with.
    func makeDecompressor() throws -> any GraphBlockDecompressor
}

/// Compresses one block after another, each for itself.
public protocol GraphBlockCompressor: AnyObject {
    /// Compresses a block.
    ///
    /// The same input must always give the same output, whatever came before it.
    ///
    /// - Parameters:
    ///   - plain: The block, or its filtered form; never empty.
    ///   - target: Room for the result: as much as makes it worth storing.
    /// - Returns: The number of bytes written, 1 or more; or `nil` when they do not fit, and the block is to be stored as
    ///   it is.
    /// - Throws: Any error, which the write then fails with.
    func compress(_ plain: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int?
}

/// Decompresses one block after another, each for itself.
public protocol GraphBlockDecompressor: AnyObject {
    /// Decompresses a block.
    ///
    /// The block may come from anyone: it may be wrong in any way, although its checksum matches.
    ///
    /// - Parameters:
    ///   - stored: What the compressor wrote.
    ///   - target: Room for the plain block, or its filtered form, to its exact size.
    /// - Returns: The number of bytes written. When this is not the size of `target` the read fails.
    /// - Throws: Any error, when `stored` is not a valid block, goes on after its end or does not fit in `target`.
    func decompress(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int
}
