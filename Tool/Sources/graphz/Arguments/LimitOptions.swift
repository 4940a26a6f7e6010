import ArgumentParser
import GraphCodable
import GraphCodableCompression

/// The limits for reading an archive.
struct LimitOptions: ParsableArguments {
    @Option(help: .value("size", "Limit the bytes after decompression: 500M, 64G."))
    var maxSize = SizeArgument(byteCount: 1 << 32)

    @Option(help: .value("times", "Limit the bytes after decompression for each byte of the archive, beyond 1 MiB."))
    var maxExpansion: UInt64 = 1_100

    @Option(
        name: [.customShort("T"), .customLong("threads")],
        help: .value("number", "The number of threads; 0 for one per core."))
    var threadLimit = 0

    func validate() throws {
        try require((0...256).contains(threadLimit), "The number of threads must be 0 to 256.")
    }

    /// The number of threads; `nil` for one per core.
    var threads: Int? { threadLimit == 0 ? nil : threadLimit }

    var readingOptions: GraphContainerReadingOptions {
        var policy = GraphDecodingPolicy.inspection
        policy.maximumPlainByteCount = maxSize.byteCount
        policy.maximumExpansion = maxExpansion
        return GraphContainerReadingOptions(policy: policy, threadCount: threads)
    }
}
