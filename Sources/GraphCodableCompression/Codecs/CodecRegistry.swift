/// The codecs that a reader supports: the built-in ones and additional ones.
struct CodecRegistry: Sendable {
    /// All codecs. Id 0, no compression, is not included.
    private(set) var codecs = builtIn

    /// The built-in codecs for reading. They compress only to find what a field takes (``CompressedOffsets``), so their level is the
    /// fastest.
    static let builtIn: [any GraphBlockCodec] =
        [ZlibCodec(level: ZlibCodec.levels.lowerBound), LZ4Codec(level: nil)]
        + (ZstdCodec.isBuiltIn ? [ZstdCodec(level: ZstdCodec.levels.lowerBound)] : [])

    init(_ added: [any GraphBlockCodec]) throws(GraphContainerError) {
        for codec in added {
            guard codec.id >= ContainerFormat.firstPrivateCodec else {
                throw .reservedCodec(codec)
            }
            try require(
                !codecs.contains { $0.id == codec.id }, or: .invalidArgument,
                "Two of the given codecs have the id \(codec.id).")
            codecs.append(codec)
        }
    }

    /// Returns the codec with an id; `nil` for id 0, no compression.
    func codec(for id: UInt8) throws(GraphContainerError) -> (any GraphBlockCodec)? {
        guard id != 0 else { return nil }
        guard let codec = codecs.first(where: { $0.id == id }) else {
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
        default: codecs.first { $0.id == id }?.name ?? "codec \(id)"
        }
    }
}
