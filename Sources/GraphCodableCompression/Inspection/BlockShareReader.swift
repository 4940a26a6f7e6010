/// Finds how the bytes that blocks take in a file are divided among what they hold, with the same memory for all blocks.
package final class BlockShareReader {
    private typealias Coders = (decoder: BlockDecoder, compressor: any GraphBlockCompressor)

    private let file: GraphContainerFile
    /// Created for the first filtered block. The compressor is of the archive's codec, at the fastest level.
    private var madeCoders: Coders?
    private var joiner = FieldJoiner()
    /// Memory for a plain block, and for a part of a form.
    private let (plain, compressed) = (HeapBuffer(), HeapBuffer())

    package init(_ file: GraphContainerFile) {
        self.file = file
    }

    /// Returns the shares in a block: by the streams of the fields in a filtered block, evenly in any other.
    ///
    /// - Parameter number: 0 to one less than the number of blocks.
    /// - Complexity: Linear in the size of a filtered block, which is decompressed, and compressed field by field; else O(1).
    package func shares(ofBlock number: Int) throws -> GraphContainer.BlockShares {
        try namingErrors(file.file.path) {
            let block = try file.find(number)
            let description = GraphContainer.Block(block)
            guard block.header.isFiltered else { return GraphContainer.BlockShares(evenlyIn: description) }
            let coders = try madeCoders ?? makeCoders()
            madeCoders = coders
            let stored = try file.bytes.payload(of: block.header, at: block.offset)
            return try stored.withUnsafeBytes { stored in
                do {
                    return try shares(in: description, stored, coders)
                } catch {
                    throw block.failure(error)
                }
            }
        }
    }

    private func makeCoders() throws -> Coders {
        guard let codec = try file.registry.codec(for: file.summary.codecID) else {
            throw GraphContainerError(.malformed, "A block is filtered, though the archive has no codec.")
        }
        return (try file.makeDecoder(codec), try codec.makeCompressor())
    }

    private func shares(
        in block: GraphContainer.Block, _ stored: UnsafeRawBufferPointer, _ coders: Coders
    ) throws -> GraphContainer.BlockShares {
        let form = try coders.decoder.form(of: stored, plainSize: block.plainByteCount)
        let limit = coders.decoder.memory(besides: form)
        try joiner.open(form, plainSize: block.plainByteCount, memoryLimit: limit)
        // All of a form is compressed in one call, so that no stream has a size of its own. As its weight counts what it takes
        // when it is compressed by itself: weights matter only in proportion to one another.
        func weight(_ range: Range<Int>) throws -> Double {
            let body = UnsafeRawBufferPointer(rebasing: form[range])
            guard body.count > 1 else { return Double(body.count) }
            let room = try compressed.reserve(body.count - 1)
            return Double(try coders.compressor.compress(body, into: room) ?? body.count)
        }
        let sizes = joiner.streamSizes
        let trace = FieldTrace(
            costs: try zip(sizes, joiner.bodies).map { try weight($1) / Double($0) }, headCost: try weight(joiner.head),
            tailCost: try weight(joiner.tail), memoryLimit: limit - sizes.reduce(0, +))
        try joiner.join(into: try plain.reserve(block.plainByteCount), trace: trace)
        return GraphContainer.BlockShares(block, ends: trace.ends, costs: trace.sums)
    }
}
