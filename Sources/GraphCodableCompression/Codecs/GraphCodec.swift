/// A compression method for archives.
///
/// You choose the codec for writing. The archive identifies it, so readers need no information about built-in codecs.
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
    /// The compression level; `nil` for ``none``, ``lz4`` and codecs of your own.
    public let level: Int?
    private let levels: ClosedRange<Int>?

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

    /// No compression. The archive still has all checksums.
    public static let none = GraphCodec(nil)
    /// Deflate at level 6, which balances size and time.
    public static let zlib = GraphCodec.zlib(level: 6)
    /// LZ4 with the fast compressor.
    public static let lz4 = GraphCodec(LZ4Codec(level: nil))
    /// The default codec for saving files, also of the tool `graphz`: ``lz4``.
    public static let `default` = lz4

    /// Returns deflate with a level.
    ///
    /// - Parameter level: The level, from 1 for the fastest to 9 for the smallest result. Writing with any other level
    ///   throws a ``GraphContainerError`` with the code `invalidArgument`.
    /// - Returns: The codec.
    public static func zlib(level: Int) -> GraphCodec {
        GraphCodec(ZlibCodec(level: level), level: level, levels: ZlibCodec.levels)
    }

    /// Returns LZ4 with a level. The level doesn't affect the speed of reading. Systems without the LZ4 library, such as iOS, have
    /// one level, that of ``lz4``.
    ///
    /// - Parameter level: The level, from 1 for the fastest to 12 for the smallest result. Levels 1 and 2 write the
    ///   same bytes as ``lz4``; levels from 3 use the high compression search, as in the tool `lz4`. Writing with any other level
    ///   throws a ``GraphContainerError`` with the code `invalidArgument`.
    /// - Returns: The codec.
    public static func lz4(level: Int) -> GraphCodec {
        GraphCodec(LZ4Codec(level: level), level: level, levels: LZ4Codec.levels)
    }

    /// Zstandard at level 3, which compresses about as well as ``zlib`` in a fraction of the time.
    ///
    /// It requires libzstd and a build of the package with the trait Zstd. Otherwise writing with this codec throws a
    /// ``GraphContainerError`` with the code `invalidArgument`, and reading the archives that it wrote one with
    /// `unsupportedCodec`.
    public static let zstd = GraphCodec.zstd(level: ZstdCodec.defaultLevel)

    /// Returns Zstandard with a level. It requires a build of the package with the trait Zstd, like ``zstd``.
    ///
    /// - Parameter level: The level, from 1 for the fastest to 19 for the smallest result. Writing with any other level
    ///   throws a ``GraphContainerError`` with the code `invalidArgument`.
    /// - Returns: The codec.
    public static func zstd(level: Int) -> GraphCodec {
        GraphCodec(ZstdCodec(level: level), level: level, levels: ZstdCodec.levels)
    }

    /// Returns a codec of the program's own.
    ///
    /// - Parameter codec: The implementation. If its id is less than 128, writing throws a ``GraphContainerError`` with
    ///   the code `invalidArgument`.
    /// - Returns: The codec.
    public static func custom(_ codec: any GraphBlockCodec) -> GraphCodec {
        GraphCodec(codec, isCustom: true)
    }

    /// The id of the codec in archives.
    public var id: UInt8 { implementation?.id ?? 0 }

    /// The codec's name, without its level.
    public var name: String { implementation?.name ?? "none" }

    /// Throws an error if the codec cannot be used for writing.
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
            throw GraphContainerError(.invalidArgument, ZstdCodec.advice)
        }
    }
}

extension GraphCodec: Hashable {
    /// Returns whether two codecs have the same id and level.
    public static func == (lhs: GraphCodec, rhs: GraphCodec) -> Bool {
        lhs.id == rhs.id && lhs.level == rhs.level
    }

    /// Hashes the id and the level.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(level)
    }
}

extension GraphCodec: CustomStringConvertible {
    /// The name, followed by the level if there is one.
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
