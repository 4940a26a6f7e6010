/// The codecs that a reader supports: the built-in ones and additional ones.
struct CodecRegistry: Sendable {
    /// All codecs by id. Id 0, no compression, is not included.
    private(set) var codecs: [UInt8: any GraphBlockCodec] = [:]

    private static let builtInIDs = [ZlibCodec.id, LZ4Codec.id] + (ZstdCodec.isBuiltIn ? [ZstdCodec.id] : [])

    /// Returns a built-in codec for reading; `nil` if no built-in codec has the id.
    ///
    /// It compresses only to find what a field takes (``ArchiveShares``), so its level is the fastest.
    static func builtIn(_ id: UInt8) -> (any GraphBlockCodec)? {
        switch id {
        case ZlibCodec.id: ZlibCodec(level: ZlibCodec.levels.lowerBound)
        case LZ4Codec.id: LZ4Codec(level: nil)
        case ZstdCodec.id where ZstdCodec.isBuiltIn: ZstdCodec(level: ZstdCodec.levels.lowerBound)
        default: nil
        }
    }

    init(_ added: [any GraphBlockCodec]) throws(GraphContainerError) {
        for id in Self.builtInIDs { codecs[id] = Self.builtIn(id) }
        for codec in added {
            guard codec.id >= ContainerFormat.firstPrivateCodec else {
                throw .reservedCodec(codec)
            }
            try require(
                codecs.updateValue(codec, forKey: codec.id) == nil, or: .invalidArgument,
                "Two of the given codecs have the id \(codec.id).")
        }
    }

    /// Returns the codec with an id; `nil` for id 0, no compression.
    func codec(for id: UInt8) throws(GraphContainerError) -> (any GraphBlockCodec)? {
        guard id != 0 else { return nil }
        guard let codec = codecs[id] else {
            let advice =
                switch id {
                case ContainerFormat.firstPrivateCodec...:
                    "It is private to the program that wrote the archive; add it to GraphContainerReadingOptions.codecs."
                case ZstdCodec.id: ZstdCodec.advice
                default: "Use a newer release of GraphCodable."
                }
            throw GraphContainerError(
                .unsupportedCodec, "The archive uses codec \(id), which this reader does not know. \(advice)",
                byteOffset: 9)
        }
        return codec
    }

    func name(of id: UInt8) -> String {
        switch id {
        case 0: GraphCodec.none.name
        case ZstdCodec.id: ZstdCodec.name
        default: codecs[id]?.name ?? "codec \(id)"
        }
    }
}
