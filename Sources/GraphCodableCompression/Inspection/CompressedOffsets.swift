/// How many bytes of a compressed file come before each place of the raw archive.
///
/// In a filtered block a value has what it takes of the streams of its field; in any other block all bytes have the same share.
/// The shares of a block take more memory than the block. Places are asked for in their order, so those of one block are enough.
package final class CompressedOffsets {
    private typealias Coders = (decoder: BlockDecompressor, compressor: any GraphBlockCompressor)

    private let file: GraphContainerFile
    private let blockSize: Int
    /// The bytes in the file of all blocks before each one.
    private let sums: [Double]
    /// The bytes in the file of all blocks.
    package let byteCount: Int
    package let filteredBlockCount: Int

    /// Created for the first filtered block. The compressor is of the archive's codec, at the fastest level.
    private lazy var coders = Result { try makeCoders() }
    private var joiner = FieldJoiner()
    /// Memory for a plain block, and for a part of a form.
    private let (plain, compressed) = (HeapBuffer(), HeapBuffer())

    /// The block of the last place; -1 for none.
    private var number = -1
    /// Where values end in the block, in ascending order from 0 to the block's end.
    private var ends: [UInt32] = []
    /// What all before each of these ends costs, in any unit.
    private var costs: [Double] = []
    /// Where the last place was in the block, and among the ends.
    private var (offset, index) = (0, 0)

    package var blockCount: Int { sums.count - 1 }

    /// - Parameter file: A file; `nil` is the result for a raw archive.
    package init?(_ file: GraphContainerFile) throws {
        let blocks = try (0..<Int(clamping: file.summary.blockCount)).map { try file.block($0) }
        guard let first = blocks.first, first.plainByteCount > 0 else { return nil }
        self.file = file
        blockSize = first.plainByteCount
        sums = blocks.reduce(into: [0]) { $0.append(($0.last ?? 0) + Double($1.storedByteCount)) }
        byteCount = blocks.reduce(0) { $0 + $1.storedByteCount }
        filteredBlockCount = blocks.count(where: \.isFiltered)
    }

    /// Returns the bytes in the file before a place in the raw archive, which is not before those of earlier calls.
    ///
    /// - Complexity: O(1) amortized; for the first place in a filtered block, linear in its size: it is decompressed, and
    ///   compressed field by field.
    package func byteCount(before position: Int) throws -> Double {
        if position / blockSize > number {
            guard position / blockSize < blockCount else { return sums[blockCount] }
            number = position / blockSize
            // The memory of the old shares is free for the new ones.
            (ends, costs, offset, index) = ([], [], 0, 0)
            try addingPathToErrors(file.file.path) { try readShares() }
        }
        offset = max(offset, position - number * blockSize)
        guard let end = ends.last, offset < Int(end), let total = costs.last, total > 0 else { return sums[number + 1] }
        while Int(ends[index + 1]) <= offset { index += 1 }
        let (start, cost) = (Int(ends[index]), costs[index])
        let part = Double(offset - start) / Double(Int(ends[index + 1]) - start)
        return sums[number] + (cost + (costs[index + 1] - cost) * part) / total * (sums[number + 1] - sums[number])
    }

    private func readShares() throws {
        let block = try file.find(number)
        guard block.header.isFiltered else {
            (ends, costs) = ([0, block.header.plainSize], [0, 1])
            return
        }
        let coders = try coders.get()
        let stored = try file.bytes.payload(of: block.header, at: block.offset)
        do {
            try stored.withUnsafeBytes { try readShares($0, plainSize: Int(block.header.plainSize), coders) }
        } catch {
            throw block.failure(error)
        }
    }

    private func makeCoders() throws -> Coders {
        guard let codec = try file.registry.codec(for: file.summary.codecID) else {
            throw GraphContainerError(.malformed, "A block is filtered, though the archive has no codec.")
        }
        return (try file.makeDecompressor(codec), try codec.makeCompressor())
    }

    private func readShares(_ stored: UnsafeRawBufferPointer, plainSize: Int, _ coders: Coders) throws {
        let form = try coders.decoder.form(of: stored, plainSize: plainSize)
        let limit = coders.decoder.memory(besides: form)
        try joiner.open(form, plainSize: plainSize, memoryLimit: limit)
        // All of a form is compressed in one call, so that no stream has a size of its own. As its weight counts what it takes
        // when it is compressed by itself: weights matter only in proportion to one another.
        func weight(_ body: UnsafeRawBufferPointer) throws -> Double {
            guard body.count > 1 else { return Double(body.count) }
            let room = try compressed.reserve(body.count - 1)
            return Double(try coders.compressor.compress(body, into: room) ?? body.count)
        }
        let streams = joiner.streams
        let trace = CompressedSizeTrace(
            costs: try zip(streams, joiner.bodies).map {
                try weight(UnsafeRawBufferPointer(rebasing: form[$1])) / Double($0.count)
            },
            starts: streams.map(\.lowerBound), memoryLimit: limit - streams.reduce(0) { $0 + $1.count })
        trace.note(try weight(joiner.head), upTo: joiner.head.count)
        try joiner.join(into: try plain.reserve(plainSize), trace: trace)
        trace.note(try weight(joiner.tail), upTo: plainSize)
        (ends, costs) = (trace.ends, trace.sums)
    }
}
