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
    /// The elements of `chunks` are sequences of bytes, of any sizes. Those of the result have at least 64 KiB, except the
    /// last. To iterate over it throws also the errors of `chunks`; what came before an error is no complete archive. What
    /// decoding costs does not matter. The other parameters, the errors and the complexity are those of
    /// ``compress(from:to:codec:options:readingOptions:progress:)``.
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
    /// The elements of `chunks` are sequences of bytes, of any sizes. To iterate over the result throws also the errors of
    /// `chunks`. The other parameters, the errors and the complexity are those of ``decompress(from:to:options:progress:)``.
    public static func decompress<Input: AsyncSequence>(
        _ chunks: Input, options: GraphContainerReadingOptions = GraphContainerReadingOptions()
    ) -> Chunks<Input> where Input.Element: Sequence, Input.Element.Element == UInt8 {
        Chunks(base: chunks) { source, write in
            let archive = try ArchiveInput(source)
            try archive.kind.require(.compressed, archive.path)
            _ = try read(archive, options, nil) { piece, _, _ in try write(piece) }
        }
    }
}
