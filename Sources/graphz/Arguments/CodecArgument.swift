import ArgumentParser
import GraphCodableCompression

/// A codec and perhaps its level: `none`, `lz4`, `lz4:9`, `zlib`, `zlib:1`.
struct CodecArgument: ExpressibleByArgument {
    let codec: GraphCodec

    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        let level = parts.count == 2 ? Int(parts[1]) : nil
        switch (parts.first, parts.count, level) {
        case ("none", 1, _): codec = .none
        case ("lz4", 1, _): codec = .lz4
        case ("zlib", 1, _): codec = .zlib
        case ("lz4", 2, let level?) where (1...12).contains(level): codec = .lz4(level: level)
        case ("zlib", 2, let level?) where (1...9).contains(level): codec = .zlib(level: level)
        default: return nil
        }
    }

    static let help: ArgumentHelp = ArgumentHelp(
        "How to compress: none, lz4, lz4:1 to lz4:12, zlib, zlib:1 to zlib:9.", valueName: "codec")

    var defaultValueDescription: String { codec.level.map { "\(codec.name):\($0)" } ?? codec.name }
}
