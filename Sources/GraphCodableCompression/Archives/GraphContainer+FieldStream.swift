extension GraphContainer {
    /// One of the streams that a filtered block consists of: what one field has of one kind of bytes.
    public struct FieldStream: Sendable, Hashable {
        /// What a stream consists of.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            case tags, counts, text, bytes, numbers2, numbers4, numbers8, numbers16, references, repeats, varints
        }

        /// The shape of the composite that began last before the values of the field, as the archive's directory numbers it;
        /// `nil` for what comes before any, and in fields for which there was no room.
        public let shape: Int?
        /// How many values come between the beginning of that composite and those of the field, the fields of composites inside
        /// not counted. In a sequence a 0 for its elements follows, in a map 0 for the keys and 1 for the values.
        public let place: [Int]
        /// What the stream consists of.
        public let kind: Kind
        /// How many numbers, bytes or tags it has.
        public let elementCount: Int
        /// The bytes that it takes in the block's filtered form.
        public let formByteCount: Int
        /// Its share of the bytes that the block takes in the file: as much of them as it would take of the sum if each stream
        /// were compressed by itself.
        public let storedByteCount: Double
    }
}

extension GraphContainer.FieldStream {
    /// The streams of a block.
    ///
    /// - Parameters:
    ///   - form: The filtered form of the block.
    ///   - plainSize: The plain bytes of the block.
    ///   - storedSize: The bytes that it takes in the file.
    ///   - compressor: Compresses as the block was compressed.
    /// - Throws: `FilterError`; what the compressor throws.
    static func streams(
        of form: UnsafeRawBufferPointer, plainSize: Int, storedSize: Int, _ compressor: any GraphBlockCompressor
    ) throws -> [Self] {
        var joiner = FieldJoiner()
        let plain = HeapBuffer()
        defer { joiner.deallocate() }
        try joiner.join(form, into: try plain.reserve(plainSize))
        let origins = joiner.streamOrigins()
        let room = HeapBuffer()
        let weights = try origins.map { origin -> Int in
            let body = UnsafeRawBufferPointer(rebasing: form[origin.body])
            guard body.count > 1 else { return body.count }
            return try compressor.compress(body, into: try room.reserve(body.count - 1)) ?? body.count
        }
        let total = max(1, weights.reduce(0, +))
        return zip(origins, weights).compactMap { origin, weight in
            guard let kind = Kind.allCases.dropFirst(origin.kind).first else { return nil }
            return Self(
                shape: origin.place.shape, place: origin.place.indices, kind: kind, elementCount: origin.elementCount,
                formByteCount: origin.body.count, storedByteCount: Double(weight) / Double(total) * Double(storedSize))
        }
    }
}
