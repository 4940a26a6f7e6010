import ArgumentParser
import GraphCodableCompression

/// The options for the codec.
struct CodecOptions: ParsableArguments {
    enum Effort: EnumerableFlag {
        case fast, best

        static func help(for value: Effort) -> ArgumentHelp? {
            switch value {
            case .fast: "Use the lowest level of the codec."
            case .best: "Use the highest level of the codec."
            }
        }
    }

    @Option(help: .value("codec", "How to compress, with a level after a colon; lz4 if none is named."))
    var codec: CodecArgument?

    @Option(
        help: .value(
            "number",
            "The level of the codec, also as -1, -2 and so on. Higher ones take longer, for mostly smaller archives."))
    var level: Int?

    @Flag(exclusivity: .chooseLast)
    var effort: Effort?

    func validate() throws {
        try require(level == nil || effort == nil, "Use either a level, or --fast or --best.")
        _ = try selected
    }

    /// Whether any of the options is given.
    var areGiven: Bool { codec != nil || level != nil || effort != nil }

    /// The codec with its level.
    var selected: GraphCodec {
        get throws {
            let codec = codec ?? .default
            let extreme = effort.flatMap { $0 == .fast ? codec.levels?.lowerBound : codec.levels?.upperBound }
            return try codec.codec(level: level ?? extreme)
        }
    }
}
