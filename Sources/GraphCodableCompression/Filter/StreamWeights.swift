/// How much of a compressed block each of its streams accounts for.
///
/// All of a form is compressed in one call, so that no stream has a size of its own. As its weight counts what it takes when it
/// is compressed by itself, at the fastest level: weights matter only in proportion to one another.
struct StreamWeights {
    /// The streams' weights, in the order of the entries.
    let streams: [Int]
    /// The weight of the bytes at the beginning of the block that are stored as they are.
    let head: Int
    /// The weight of those at the end.
    let tail: Int

    /// - Parameters:
    ///   - joiner: Has opened the block.
    ///   - form: The filtered form of the block.
    ///   - compressor: A compressor of the archive's codec.
    /// - Throws: What the compressor throws; `GraphContainerError`.
    init(
        _ joiner: FieldJoiner, _ form: UnsafeRawBufferPointer, _ compressor: any GraphBlockCompressor
    ) throws {
        let room = HeapBuffer()
        func weight(_ range: Range<Int>) throws -> Int {
            let body = UnsafeRawBufferPointer(rebasing: form[range])
            guard body.count > 1 else { return body.count }
            return try compressor.compress(body, into: try room.reserve(body.count - 1)) ?? body.count
        }
        streams = try joiner.bodies.map { try weight($0) }
        head = try weight(joiner.head)
        tail = try weight(joiner.tail)
    }
}
