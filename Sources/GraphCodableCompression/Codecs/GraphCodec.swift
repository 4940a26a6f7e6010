/// How the bytes of an archive are compressed.
///
/// The codec is chosen whenever something is written; the archive names it, so that a reader needs to be told nothing
/// about the built-in ones.
///
/// |Codec|For|
/// |-|-|
/// |``none``|checksums without compression|
/// |``lz4``|speed: graphs that are saved and loaded often|
/// |``lz4(level:)``|slow to write, smaller, as fast to read as `lz4`|
/// |``zlib``, ``zlib(level:)``|size: files that are kept or sent|
/// |``zstd``, ``zstd(level:)``|both; only in programs that were built with the package's trait Zstd|
public struct GraphCodec: Sendable {
    /// `nil` for ``none``.
    let implementation: (any GraphBlockCodec)?
    /// The compression level; `nil` for codecs without levels.
    public let level: Int?
    /// The levels that the codec has.
    private let levels: ClosedRange<Int>?

    /// Whether the program has brought the codec along.
    let isCustom: Bool

    private init(
        _ implementation: (any GraphBlockCodec)?, level: Int? = nil, levels: ClosedRange<Int>? = nil,
        isCustom: Bool = false
    ) {
        self.implementation = implementation
        self.isCustom = isCustom
        self.level = level
        self.levels = levels
    }

    /// No compression; the archive still has all of its checksums.
    public static let none = GraphCodec(nil)
    /// Deflate at level 6, a good balance of size and time.
    public static let zlib = GraphCodec.zlib(level: 6)
    /// LZ4, the fast compressor.
    public static let lz4 = GraphCodec(LZ4Codec(level: nil))
    /// The codec of files that are saved without naming one, by programs and by the tool `graphz`: ``lz4``.
    public static let `default` = lz4

    /// Deflate at a level.
    ///
    /// - Parameter level: 1, the fastest, to 9, the smallest. Writing with any other level throws a
    ///   ``GraphContainerError`` with the code `invalidArgument`.
    public static func zlib(level: Int) -> GraphCodec {
        GraphCodec(ZlibCodec(level: level), level: level, levels: ZlibCodec.levels)
    }

    /// LZ4 at a level. What it writes is read as fast as that of ``lz4``.
    ///
    /// - Parameter level: 1, the fastest, to 12, the smallest. 1 and 2 are those of ``lz4``; from 3 on the high compression
    ///   search is used, as by the tool `lz4`. Writing with any other level throws a ``GraphContainerError`` with the code
    ///   `invalidArgument`.
    public static func lz4(level: Int) -> GraphCodec {
        GraphCodec(LZ4Codec(level: level), level: level, levels: LZ4Codec.levels)
    }

    /// Zstandard at level 3: about as small as ``zlib`` in a fraction of its time.
    ///
    /// The package must be built with its trait Zstd, and libzstd must be there. Otherwise writing with this codec, and
    /// reading what was written with it, throw a ``GraphContainerError`` with the code `unsupportedCodec`.
    public static let zstd = GraphCodec.zstd(level: ZstdCodec.defaultLevel)

    /// Zstandard at a level. The package must be built with its trait Zstd, as for ``zstd``.
    ///
    /// - Parameter level: 1, the fastest, to 19, the smallest. Writing with any other level throws a
    ///   ``GraphContainerError`` with the code `invalidArgument`.
    public static func zstd(level: Int) -> GraphCodec {
        GraphCodec(ZstdCodec(level: level), level: level, levels: ZstdCodec.levels)
    }

    /// A codec of the program's own.
    ///
    /// - Parameter codec: The codec. Writing throws a ``GraphContainerError`` with the code `invalidArgument` when its id is
    ///   not 128 or above.
    public static func custom(_ codec: any GraphBlockCodec) -> GraphCodec {
        GraphCodec(codec, isCustom: true)
    }

    /// The number that names the codec in an archive.
    public var id: UInt8 { implementation?.id ?? 0 }

    /// The codec's name, without its level.
    public var name: String { implementation?.name ?? "none" }

    /// Throws when the codec cannot be used for writing.
    func validate() throws(GraphContainerError) {
        if let level, let levels, !levels.contains(level) {
            throw GraphContainerError(
                .invalidArgument,
                "The codec \(name) has no level \(level). Use \(levels.lowerBound) to \(levels.upperBound).")
        }
        if isCustom, let implementation, implementation.id < ContainerFormat.firstPrivateCodec {
            throw .reservedCodec(implementation)
        }
        if !isCustom, id == ZstdCodec.id, !ZstdCodec.isBuiltIn {
            throw GraphContainerError(.unsupportedCodec, ZstdCodec.advice)
        }
    }
}

extension GraphCodec: Hashable {
    /// Two codecs are equal when their ids and levels are.
    public static func == (lhs: GraphCodec, rhs: GraphCodec) -> Bool {
        lhs.id == rhs.id && lhs.level == rhs.level
    }

    /// Feeds the id and the level to `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(level)
    }
}

extension GraphCodec: CustomStringConvertible {
    /// The name and, when there is one, the level.
    public var description: String {
        level.map { "\(name) level \($0)" } ?? name
    }
}

extension GraphContainerError {
    static func reservedCodec(_ codec: any GraphBlockCodec) -> GraphContainerError {
        GraphContainerError(
            .invalidArgument,
            "The codec \(codec.name) has the id \(codec.id). Ids below \(ContainerFormat.firstPrivateCodec) are reserved "
                + "for this library; give it one of \(ContainerFormat.firstPrivateCodec) to 255.")
    }
}
