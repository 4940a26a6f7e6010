import GraphCodable
import GraphCodableCompression

/// The codecs that are measured, by their names in the results.
public enum Codecs {
    public static let all: [(name: String, codec: GraphCodec)] = [
        ("none", .none), ("lz4", .lz4), ("lz4-hc9", .lz4(level: 9)), ("zlib", .zlib),
    ]

    /// The codec of a name, if there is one.
    public static func named(_ name: some StringProtocol) -> GraphCodec? {
        all.first { $0.name == name }?.codec
    }
}
