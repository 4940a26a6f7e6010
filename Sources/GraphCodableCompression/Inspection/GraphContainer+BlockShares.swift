extension GraphContainer {
    /// How the bytes that a block takes in the file are divided among the bytes of the raw archive that it holds.
    package struct BlockShares {
        private let plainByteCount: Int
        private let storedByteCount: Int
        /// Where values end in the block, in ascending order, beginning with 0 and ending with the block's end.
        private let ends: [UInt32]
        /// What all before each of these ends costs, in any unit.
        private let costs: [Double]
        /// The bytes in the file for a cost of 1.
        private let scale: Double

        /// How many bytes of the file the block takes up to an offset in it. `index` is 0, or what an earlier call for an offset
        /// that is not behind this one has left.
        package func storedByteCount(before offset: Int, from index: inout Int) -> Double {
            guard offset < plainByteCount else { return Double(storedByteCount) }
            while index + 1 < ends.count, Int(ends[index + 1]) <= offset { index += 1 }
            let (start, cost) = (Int(ends[index]), costs[index])
            guard offset > start, index + 1 < ends.count else { return cost * scale }
            let part = Double(offset - start) / Double(Int(ends[index + 1]) - start)
            return (cost + (costs[index + 1] - cost) * part) * scale
        }
    }
}

extension GraphContainer.BlockShares {
    /// - Parameters:
    ///   - ends: Ascending, from 0 to the block's end.
    ///   - costs: What all before each of the ends costs, in any unit.
    init(_ block: GraphContainer.Block, ends: [UInt32], costs: [Double]) {
        plainByteCount = block.plainByteCount
        storedByteCount = block.storedByteCount
        self.ends = ends
        self.costs = costs
        let total = costs.last ?? 0
        scale = total > 0 ? Double(block.storedByteCount) / total : 0
    }

    /// The shares in a block that is not filtered: every byte has the same.
    init(evenlyIn block: GraphContainer.Block) {
        let size = UInt32(clamping: block.plainByteCount)
        self.init(block, ends: [0, size], costs: [0, Double(size)])
    }
}
