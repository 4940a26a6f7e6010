/// How compressed archives are read: the limits that protect the program, and the codecs that it adds.
///
/// The limits are checked before memory is reserved.
public struct GraphContainerReadingOptions: Sendable {
    /// The most bytes that an archive may have after decompression; 4 GiB by default.
    public var maximumPlainByteCount: UInt64
    /// The most plain bytes that an archive may give for each of its own bytes; 1,100 by default.
    ///
    /// Deflate cannot exceed 1,032 and LZ4 cannot exceed 255, so the default stops no archive of the built-in codecs that
    /// this library could have written. Set it lower, to 100 say, for archives from strangers. Archives of up to 1 MiB
    /// plain bytes are never refused for it.
    public var maximumExpansion: UInt64
    /// The number of threads that decompress, the calling one included; `nil` for as many as there are cores.
    public var threadCount: Int?
    /// Codecs with private ids that archives may use, besides the built-in ones.
    public var codecs: [any GraphBlockCodec]

    /// Makes options.
    ///
    /// - Parameters:
    ///   - maximumPlainByteCount: The most bytes after decompression.
    ///   - maximumExpansion: The most plain bytes for each byte of the archive.
    ///   - threadCount: The number of threads, 1 or more; `nil` for as many as there are cores.
    ///   - codecs: Codecs with private ids, each id once.
    public init(
        maximumPlainByteCount: UInt64 = 1 << 32,
        maximumExpansion: UInt64 = 1_100,
        threadCount: Int? = nil,
        codecs: [any GraphBlockCodec] = []
    ) {
        self.maximumPlainByteCount = maximumPlainByteCount
        self.maximumExpansion = maximumExpansion
        self.threadCount = threadCount
        self.codecs = codecs
    }

    /// Throws when a payload is larger than the limits allow.
    ///
    /// - Parameters:
    ///   - plainSize: The plain bytes.
    ///   - storedSize: The bytes of the archive that hold them.
    ///   - offset: Where in the archive the plain size is known.
    func check(plainSize: UInt64, storedSize: UInt64, at offset: UInt64) throws(GraphContainerError) {
        guard plainSize <= maximumPlainByteCount else {
            throw GraphContainerError(
                .limitExceeded,
                "The archive has more than \(maximumPlainByteCount) bytes after decompression. Raise "
                    + "GraphContainerReadingOptions.maximumPlainByteCount if you trust it.", byteOffset: offset)
        }
        let (allowed, overflow) = storedSize.multipliedReportingOverflow(by: maximumExpansion)
        guard plainSize <= 1 << 20 || overflow || plainSize <= allowed else {
            throw GraphContainerError(
                .limitExceeded,
                "The archive grows more than \(maximumExpansion) times when it is decompressed. Raise "
                    + "GraphContainerReadingOptions.maximumExpansion if you trust it.", byteOffset: offset)
        }
    }
}
