import ArgumentParser
import GraphCodableCompression

/// A codec with an optional level: `none`, `lz4`, `lz4hc:9`, `zlib`, `zlib:1`; `zstd` if it is built in.
struct CodecArgument: ExpressibleByArgument {
    private enum Name: String, CaseIterable {
        case none, lz4, lz4hc, zlib
        #if Zstd
        case zstd
        #endif

        var levels: ClosedRange<Int>? {
            switch self {
            case .none: nil
            case .lz4: 1...12
            case .lz4hc: 3...12
            case .zlib: 1...9
            #if Zstd
            case .zstd: 1...19
            #endif
            }
        }

        func codec(level: Int?) -> GraphCodec {
            switch self {
            case .none: .none
            case .lz4: level.map { .lz4(level: $0) } ?? .lz4
            case .lz4hc: .lz4(level: level ?? 9)
            case .zlib: level.map { .zlib(level: $0) } ?? .zlib
            #if Zstd
            case .zstd: level.map { .zstd(level: $0) } ?? .zstd
            #endif
            }
        }
    }

    private let name: Name
    private let level: Int?

    static let allValueStrings = Name.allCases.map { name in
        "\(name)" + (name.levels.map { ":\($0.lowerBound)–\($0.upperBound)" } ?? "")
    }

    static let defaultCompletionKind = CompletionKind.list(
        Name.allCases.flatMap { name in
            ["\(name)"] + (name.levels.map { [$0.lowerBound, $0.upperBound] } ?? []).map { "\(name):\($0)" }
        })

    /// The default codec for saving files.
    static let `default` = CodecArgument(name: .lz4, level: nil)

    private init(name: Name, level: Int?) {
        (self.name, self.level) = (name, level)
    }

    init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first.flatMap({ Name(rawValue: String($0)) }) else { return nil }
        self.init(name: name, level: parts.count == 2 ? Int(parts[1]) : nil)
        if parts.count == 2 {
            guard let level, name.levels?.contains(level) == true else { return nil }
        }
    }

    /// The lowest and the highest level; `nil` if there are no levels.
    var levels: ClosedRange<Int>? { name.levels }

    /// Returns the codec, with a level from another option if there is one.
    func codec(level other: Int?) throws -> GraphCodec {
        guard let other else { return name.codec(level: level) }
        try require(level == nil, "Name the level once, either in --codec or by itself.")
        guard let levels = name.levels else {
            throw ValidationError("The codec \(name) has no levels.")
        }
        try require(
            levels.contains(other), "The codec \(name) has the levels \(levels.lowerBound) to \(levels.upperBound).")
        return name.codec(level: other)
    }

    var defaultValueDescription: String { level.map { "\(name):\($0)" } ?? "\(name)" }
}
