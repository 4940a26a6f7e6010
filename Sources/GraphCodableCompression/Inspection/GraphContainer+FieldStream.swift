extension GraphContainer {
    /// One of the streams of a filtered block: the bytes of one kind in one field.
    public struct FieldStream: Sendable, Hashable {
        /// The content of a stream.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            case tags, counts, text, bytes, numbers2, numbers4, numbers8, numbers16, references, repeats, varints
            /// The bytes at the beginning and the end of the block that are stored as they are. They belong to no field.
            case others
        }

        /// The shape of the composite that began last before the values of the field, as a number in the archive's
        /// directory. It is `nil` for bytes before the first composite, and for fields without a stream of their own.
        public let shape: Int?
        /// The number of values between the beginning of that composite and those of the field, not counting the fields
        /// of nested composites. For a sequence a 0 for its elements follows, for a map 0 for the keys and 1 for the
        /// values, for a trivial type the place of each of its numbers.
        public let place: [Int]
        /// The content of the stream.
        public let kind: Kind
        /// The number of its numbers, bytes or tags.
        public let elementCount: Int
        /// The size of the stream in the block's filtered form, in bytes.
        public let formByteCount: Int
        /// The estimated share of the block's bytes in the file, in proportion to the size of each stream when it is
        /// compressed separately. The shares of all streams add up to the block's size.
        public let storedByteCount: Double
    }
}

extension GraphContainer.FieldStream {
    /// Returns the streams of a block.
    ///
    /// - Parameters:
    ///   - block: A filtered block.
    ///   - form: Its filtered form.
    ///   - workshop: Decodes and compresses like the archive.
    /// - Throws: `FilterError`; the errors of the compressor.
    static func streams(
        of block: GraphContainer.Block, _ form: UnsafeRawBufferPointer, _ workshop: BlockWorkshop
    ) throws -> [Self] {
        try workshop.joiner.join(
            form, into: try workshop.plain.reserve(block.plainByteCount),
            memoryLimit: workshop.decoder.memory(besides: form))
        let origins = workshop.joiner.streamOrigins()
        let weights = try StreamWeights(workshop.joiner, form, workshop.compressor)
        let scale = weights.scale(to: block.storedByteCount)
        var streams = zip(origins, weights.streams).compactMap { origin, weight in
            Kind.allCases.dropFirst(origin.kind).first.map { kind in
                Self(
                    shape: origin.path.shape, place: origin.path.indices, kind: kind,
                    elementCount: origin.elementCount,
                    formByteCount: origin.body.count, storedByteCount: Double(weight) * scale)
            }
        }
        let rest = workshop.joiner.head.count + workshop.joiner.tail.count
        if rest > 0 {
            streams.append(
                Self(
                    shape: nil, place: [], kind: .others, elementCount: rest, formByteCount: rest,
                    storedByteCount: Double(weights.head + weights.tail) * scale))
        }
        return streams
    }
}
