import ArgumentParser
import GraphCodable
import GraphCodableCompression

/// What reading an archive may use.
struct LimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The most bytes after decompression: 500M, 64G.", valueName: "size"))
    var maxSize = SizeArgument(byteCount: 1 << 32)

    @Option(help: ArgumentHelp("The most bytes after decompression for each byte of the archive.", valueName: "times"))
    var maxExpansion: UInt64 = 1_100

    @Option(help: ArgumentHelp("How many threads to use; as many as there are cores by default.", valueName: "number"))
    var threads: Int?

    @Flag(name: [.short, .long], help: "Show no progress.")
    var quiet = false

    func validate() throws {
        if let threads, !(1...256).contains(threads) {
            throw ValidationError("The number of threads must be 1 to 256.")
        }
    }

    var readingOptions: GraphContainerReadingOptions {
        var policy = GraphDecodingPolicy.inspection
        policy.maximumPlainByteCount = maxSize.byteCount
        policy.maximumExpansion = maxExpansion
        return GraphContainerReadingOptions(policy: policy, threadCount: threads)
    }

    /// The limits together with that of the directory, for work that reads it.
    func readingOptions(_ directory: DirectoryOptions) -> GraphContainerReadingOptions {
        var options = readingOptions
        options.policy.maximumDirectoryEntryCount = directory.maxEntries
        return options
    }
}
