extension GraphContainer {
    /// Compresses a raw archive that arrives in chunks, such as a request's body, to chunks that can be sent.
    ///
    /// Nothing is read before the result is asked for, and no more than that needs. The work is done on a thread of its own.
    ///
    /// ```swift
    /// for try await chunk in GraphContainer.compress(body, codec: .lz4) {
    ///     try await response.write(chunk)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - chunks: The raw archive. Its elements are sequences of bytes, of any sizes.
    ///   - codec: The compression codec.
    ///   - options: The block size, threads and metadata.
    ///   - readingOptions: The limits. Compression fails if the result would grow more in `decompress(_:options:)`, or have more
    ///     plain bytes, than these allow.
    /// - Returns: The compressed archive, in chunks of at least 64 KiB except the last. To iterate over it throws the errors of
    ///   ``compress(from:to:codec:options:readingOptions:progress:)``, those of `chunks`, and `CancellationError` if the task
    ///   is cancelled. What came before an error is no complete archive.
    /// - Complexity: Linear in the size of the archive, with memory for a few blocks per thread.
    public static func compress<Input: AsyncSequence>(
        _ chunks: Input, codec: GraphCodec, options: GraphContainerWritingOptions = GraphContainerWritingOptions(),
        readingOptions: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) -> Chunks<Input> where Input.Element: Sequence, Input.Element.Element == UInt8 {
        Chunks(base: chunks) { source, write in
            let archive = try ArchiveInput(source)
            try archive.kind.require(.raw, archive.path)
            _ = try compress(archive, codec: codec, options: options, readingOptions, to: write)
        }
    }

    /// Decompresses an archive that arrives in chunks to chunks of the raw one.
    ///
    /// Each chunk has been verified by the checksum of its block. Only the end of the sequence says that the archive is complete.
    /// Nothing is read before the result is asked for. A bomb is refused as soon as it exceeds a limit, before the rest is read.
    ///
    /// - Parameters:
    ///   - chunks: The compressed archive. Its elements are sequences of bytes, of any sizes.
    ///   - options: The limits, threads and codecs.
    /// - Returns: The raw archive in chunks. To iterate over it throws ``GraphContainerError``, with any code and the offset in the
    ///   compressed archive; the errors of `chunks`; `CancellationError` if the task is cancelled.
    /// - Complexity: Linear in the size of the raw archive, with memory for a few blocks per thread.
    public static func decompress<Input: AsyncSequence>(
        _ chunks: Input, options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) -> Chunks<Input> where Input.Element: Sequence, Input.Element.Element == UInt8 {
        Chunks(base: chunks) { source, write in
            let archive = try ArchiveInput(source)
            try archive.kind.require(.compressed, archive.path)
            _ = try read(archive, options, nil) { piece, _ in try write(piece) }
        }
    }
}
