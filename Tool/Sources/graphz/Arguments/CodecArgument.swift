import ArgumentParser
import GraphCodableCompression

/// A codec with an optional level: `none`, `lz4`, `lz4hc:9`, `zlib`, `zlib:1`; `zstd` if it is built in.
struct CodecArgument: ExpressibleByArgument {
    private struct Kind {
        let name: String
        let codec: GraphCodec
        var levels: ClosedRange<Int>?
        var atLevel: @Sendable (Int) -> GraphCodec = { _ in .none }
    }

    private static let kinds: [Kind] = {
        var kinds = [
            Kind(name: "none", codec: .none),
            Kind(name: "lz4", codec: .lz4, levels: 1...12, atLevel: { .lz4(level: $0) }),
            Kind(name: "lz4hc", codec: .lz4(level: 9), levels: 3...12, atLevel: { .lz4(level: $0) }),
            Kind(name: "zlib", codec: .zlib, levels: 1...9, atLevel: { .zlib(level: $0) }),
        ]
        #if Zstd
        kinds.append(Kind(name: "zstd", codec: .zstd, levels: 1...19, atLevel: { .zstd(level: $0) }))
        #endif
        return kinds
    }()

    private let kind: Kind
    private let level: Int?

    static let allValueStrings = kinds.map { kind in
        kind.name + (kind.levels.map { ":\($0.lowerBound)–\($0.upperBound)" } ?? "")
    }

    static let defaultCompletionKind = CompletionKind.list(
        kinds.flatMap { kind in
            [kind.name] + (kind.levels.map { [$0.lowerBound, $0.upperBound] } ?? []).map { "\(kind.name):\($0)" }
        })

    /// The default codec for saving files.
    static let `default` = CodecArgument(kind: kinds[1], level: nil)

    private init(kind: Kind, level: Int?) {
        (self.kind, self.level) = (kind, level)
    }

    init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = Self.kinds.first(where: { $0.name == parts[0] }) else { return nil }
        self.init(kind: kind, level: parts.count == 2 ? Int(parts[1]) : nil)
        if parts.count == 2 {
            guard let level, kind.levels?.contains(level) == true else { return nil }
        }
    }

    /// The lowest and the highest level; `nil` if there are no levels.
    var levels: ClosedRange<Int>? { kind.levels }

    /// Returns the codec, with a level from another option if there is one.
    func codec(level other: Int?) throws -> GraphCodec {
        guard let other else { return level.map(kind.atLevel) ?? kind.codec }
        try require(level == nil, "Name the level once, either in --codec or by itself.")
        guard let levels = kind.levels else {
            throw ValidationError("The codec \(kind.name) has no levels.")
        }
        try require(
            levels.contains(other),
            "The codec \(kind.name) has the levels \(levels.lowerBound) to \(levels.upperBound).")
        return kind.atLevel(other)
    }
}
