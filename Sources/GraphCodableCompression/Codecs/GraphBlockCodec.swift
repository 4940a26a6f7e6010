/// A compression method that a program adds to those of the library.
///
/// An archive consists of blocks of 64 KiB to 16 MiB, which several threads compress independently. Each thread creates
/// one compressor or decompressor and uses it for all its blocks, so that it can keep its tables and buffers.
///
/// The archive identifies a codec only by its ``id``. Ids from 128 are private: a program may use them freely, and
/// readers need the codec in ``GraphContainerReadingOptions/codecs``.
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
    /// The id of the codec in archives: 128 to 255 for codecs outside this library.
    var id: UInt8 { get }
    /// The name of the codec for messages and lists.
    var name: String { get }
    /// Creates a compressor. Only one thread uses it at a time.
    ///
    /// - Returns: The compressor.
    /// - Throws: Any error. Writing then fails with it.
    func makeCompressor() throws -> any GraphBlockCompressor
    /// Creates a decompressor. Only one thread uses it at a time.
    ///
    /// - Returns: The decompressor.
    /// - Throws: Any error. Reading then fails with it.
    func makeDecompressor() throws -> any GraphBlockDecompressor
}

/// An object that compresses blocks independently of each other.
public protocol GraphBlockCompressor: AnyObject {
    /// Compresses a block.
    ///
    /// The same input must always produce the same output, regardless of previous blocks.
    ///
    /// - Parameters:
    ///   - plain: The block, or its filtered form. It is never empty.
    ///   - target: Memory for the result. Its size is the largest that is worth storing.
    /// - Returns: The number of bytes written, 1 or more. `nil` if they don't fit; the block is then stored
    ///   uncompressed.
    /// - Throws: Any error. Writing then fails with it.
    func compress(_ plain: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int?
}

/// An object that decompresses blocks independently of each other.
public protocol GraphBlockDecompressor: AnyObject {
    /// Decompresses a block.
    ///
    /// The block is untrusted: it may be invalid in any way, even if its checksum matches.
    ///
    /// - Parameters:
    ///   - stored: The compressed block.
    ///   - target: Memory of the exact size of the plain block, or of its filtered form.
    /// - Returns: The number of bytes written. If this differs from the size of `target`, reading fails.
    /// - Throws: Any error, if `stored` is not a valid block, continues after its end, or doesn't fit in `target`.
    func decompress(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int
}
