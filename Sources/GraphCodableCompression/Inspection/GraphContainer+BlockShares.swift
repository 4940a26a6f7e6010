extension GraphContainer {
    /// How the bytes that a block takes in the file are divided among the bytes of the raw archive that it holds.
    public struct BlockShares: Sendable {
        /// The position of the block's first byte in the raw archive.
        public let plainOffset: UInt64
        /// The number of bytes after decompression.
        public let plainByteCount: Int
        /// The number of bytes in the file.
        public let storedByteCount: Int
        /// Whether each value has what it takes of the streams of its field (``FieldStream``), as in a filtered block; else the
        /// bytes are divided evenly.
        public let isByField: Bool

        /// Where values end in the block, in ascending order, beginning with 0 and ending with the block's end.
        private let ends: [UInt32]
        /// The bytes in the file of all that is before each of these ends.
        private let sums: [Double]
        /// For each `1 << spanLog2` bytes of the block the last of the ends at or before them.
        private let spans: [UInt32]
        private static let spanLog2 = 5

        /// How many bytes of the file a part of the raw archive takes.
        ///
        /// - Parameter range: Positions in the raw archive. What is outside of the block counts nothing.
        /// - Complexity: O(1).
        public func storedByteCount(of range: Range<UInt64>) -> Double {
            sum(before: range.upperBound) - sum(before: range.lowerBound)
        }

        private func sum(before position: UInt64) -> Double {
            guard position > plainOffset else { return 0 }
            let offset = position - plainOffset
            guard offset < UInt64(plainByteCount) else { return Double(storedByteCount) }
            var index = Int(spans[Int(offset) >> Self.spanLog2])
            // There is an end behind the offset, the block's; and no more ends than bytes before the next span.
            while UInt64(ends[index + 1]) <= offset { index += 1 }
            let part = Double(offset - UInt64(ends[index])) / Double(ends[index + 1] - ends[index])
            return sums[index] + (sums[index + 1] - sums[index]) * part
        }
    }
}

extension GraphContainer.BlockShares {
    /// - Parameters:
    ///   - ends: Ascending, from 0 to the block's end.
    ///   - costs: What all before each of the ends costs, in any unit.
    private init(_ block: GraphContainer.Block, isByField: Bool, ends: [UInt32], costs: [Double]) {
        plainOffset = block.plainOffset
        plainByteCount = block.plainByteCount
        storedByteCount = block.storedByteCount
        self.isByField = isByField
        self.ends = ends
        let total = costs.last ?? 0
        let scale = total > 0 ? Double(block.storedByteCount) / total : 0
        sums = costs.map { $0 * scale }
        var spans: [UInt32] = []
        var index = 0
        for start in stride(from: 0, to: block.plainByteCount, by: 1 << Self.spanLog2) {
            while index + 1 < ends.count, Int(ends[index + 1]) <= start { index += 1 }
            spans.append(UInt32(truncatingIfNeeded: index))
        }
        self.spans = spans
    }

    /// The shares in a block that is not filtered: every byte has the same.
    init(evenlyIn block: GraphContainer.Block) {
        let size = UInt32(clamping: block.plainByteCount)
        self.init(block, isByField: false, ends: [0, size], costs: [0, Double(size)])
    }

    /// The shares in a filtered block.
    ///
    /// - Parameters:
    ///   - form: The filtered form of the block.
    ///   - compressor: Compresses as the block was compressed.
    /// - Throws: `FilterError`; what the compressor throws; `GraphContainerError`.
    init(
        in block: GraphContainer.Block, of form: UnsafeRawBufferPointer, _ compressor: any GraphBlockCompressor
    ) throws {
        var joiner = FieldJoiner()
        defer { joiner.deallocate() }
        let room = HeapBuffer()
        let plain = try room.reserve(block.plainByteCount)
        // What a byte of each stream costs is known when all of them are.
        try joiner.join(form, into: plain)
        let origins = joiner.streamOrigins()
        let weights = try StreamWeights(of: origins, joiner, form, compressor)
        let trace = FieldTrace(
            costs: zip(origins, weights.streams).map { origin, weight in
                Double(weight) / Double(origin.elementCount << FilterStream.widthLog2(origin.kind))
            },
            headCost: Double(weights.head), tailCost: Double(weights.tail))
        try joiner.join(form, into: plain, trace: trace)
        self.init(block, isByField: true, ends: trace.ends, costs: trace.sums)
    }
}
