/// The codecs that a reader knows: the built-in ones and those that it was given.
struct CodecRegistry: Sendable {
    /// All codecs by their ids, but 0, which is none.
    private(set) var codecs: [UInt8: any GraphBlockCodec]

    /// - Throws: `GraphContainerError.invalidArgument` when an id is reserved or given twice.
    init(_ added: [any GraphBlockCodec]) throws(GraphContainerError) {
        codecs = [ZlibCodec.id: ZlibCodec(level: 6), LZ4Codec.id: LZ4Codec(level: nil)]
        for codec in added {
            guard codec.id >= ContainerFormat.firstPrivateCodec else {
                throw .reservedCodec(codec)
            }
            guard codecs.updateValue(codec, forKey: codec.id) == nil else {
                throw GraphContainerError(.invalidArgument, "Two of the given codecs have the id \(codec.id).")
            }
        }
    }

    /// The codec of an id; `nil` for id 0, which is no compression.
    ///
    /// - Throws: `GraphContainerError.unsupportedCodec`.
    func codec(for id: UInt8) throws(GraphContainerError) -> (any GraphBlockCodec)? {
        guard id != 0 else { return nil }
        guard let codec = codecs[id] else {
            let advice =
                id >= ContainerFormat.firstPrivateCodec
                ? "It is private to the program that wrote the archive; add it to GraphContainerReadingOptions.codecs."
                : "Use a newer release of GraphCodable."
            throw GraphContainerError(
                .unsupportedCodec, "The archive uses codec \(id), which this reader does not know. \(advice)",
                byteOffset: 9)
        }
        return codec
    }

    /// The name of an id, for people.
    func name(of id: UInt8) -> String {
        id == 0 ? GraphCodec.none.name : codecs[id]?.name ?? "codec \(id)"
    }
}
