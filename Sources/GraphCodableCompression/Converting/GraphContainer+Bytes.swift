import Foundation

extension GraphContainer {
    /// Compresses bytes in memory. Parts of a raw archive stay uncompressed if a decoder with the default limits would refuse it
    /// otherwise, for what it costs.
    ///
    /// ```swift
    /// let archive: Data = try GraphEncoder().encode(document)
    /// let compressed = try GraphContainer.compress(archive, codec: .zlib)
    /// ```
    ///
    /// - Parameters:
    ///   - plain: The payload, usually a raw archive, as `Data`, `[UInt8]` or `UnsafeRawBufferPointer`. It is not
    ///     copied.
    ///   - codec: The compression codec.
    ///   - options: The block size, threads and metadata.
    /// - Returns: The compressed archive.
    /// - Throws: ``GraphContainerError`` with the code `invalidArgument` or `limitExceeded`; the errors of `codec`.
    /// - Complexity: Linear in the number of bytes.
    public static func compress<Plain: ContiguousBytes>(
        _ plain: Plain, codec: GraphCodec, options: GraphContainerWritingOptions = GraphContainerWritingOptions()
    ) throws -> [UInt8] {
        try plain.withUnsafeBytes { plain in
            let archive = HeapBuffer()
            let writer = try ContainerWriter(
                codec: codec, options: options, plainSize: UInt64(plain.count), destination: .memory(archive))
            try writer.appendWhole(plain)
            try writer.finish()
            return withExtendedLifetime(archive) { Array(archive.bytes) }
        }
    }

    /// Decompresses and verifies an archive in memory.
    ///
    /// - Parameters:
    ///   - archive: A compressed or raw archive, as `Data`, `[UInt8]` or `UnsafeRawBufferPointer`. A raw archive is
    ///     returned unchanged.
    ///   - options: The limits, threads and codecs.
    /// - Returns: The payload.
    /// - Throws: ``GraphContainerError``, with any code.
    /// - Complexity: Linear in the size of the result.
    public static func decompress<Archive: ContiguousBytes>(
        _ archive: Archive, options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) throws -> [UInt8] {
        try withPlainBytes(of: archive, options: options) { Array($0) }
    }

    /// Calls a closure with the payload of an archive in memory.
    ///
    /// - Parameters:
    ///   - archive: A compressed or raw archive, as `Data`, `[UInt8]` or `UnsafeRawBufferPointer`. A raw archive is not
    ///     copied.
    ///   - options: The limits, threads and codecs.
    ///   - body: A closure that receives the payload, which is valid only until the closure returns.
    /// - Returns: The result of `body`.
    /// - Throws: ``GraphContainerError``, with any code; the errors of `body`.
    /// - Complexity: Linear in the size of the payload.
    public static func withPlainBytes<Archive: ContiguousBytes, Result>(
        of archive: Archive, options: GraphContainerReadingOptions = GraphContainerReadingOptions(),
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        try archive.withUnsafeBytes { archive in
            let input = try ArchiveInput(ByteSource(archive), RandomAccess(archive))
            switch input.kind {
            case .raw:
                try options.check(plainSize: UInt64(archive.count), storedSize: UInt64(archive.count), at: 0)
                return try body(archive)
            case .compressed: return try LoadedArchive(input, options: options).use(body)
            }
        }
    }
}
