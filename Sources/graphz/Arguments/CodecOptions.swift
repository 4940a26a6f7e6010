import ArgumentParser
import GraphCodableCompression

/// The options for the codec.
struct CodecOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How to compress: none, lz4, lz4:1 to lz4:12, lz4hc:3 to lz4hc:12, zlib, zlib:1 to zlib:9, zstd, "
                + "zstd:1 to zstd:19.",
            valueName: "codec"))
    var codec = CodecArgument.default

    @Option(
        help: ArgumentHelp(
            "The level of the codec; -1 to -9 for short. The highest one makes the smallest archives.",
            valueName: "number"))
    var level: Int?

    func validate() throws {
        _ = try codec.codec(level: level)
    }

    /// The codec with its level.
    var selected: GraphCodec {
        get throws { try codec.codec(level: level) }
    }
}
