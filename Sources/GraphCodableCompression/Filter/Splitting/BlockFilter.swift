/// Creates the filtered form of blocks (`format-filter.md`). Its memory is reused for each block.
struct BlockFilter: ~Copyable {
    private var splitter = FieldSplitter()
    private let form = HeapBuffer()
    private let body = HeapBuffer()
    private var bodies: [Int] = []

    /// Returns the filtered form of a block, valid until the next call; `nil` if filtering has no benefit.
    mutating func filter(
        _ block: UnsafeRawBufferPointer, from start: BlockStart
    ) throws(GraphContainerError) -> UnsafeRawBufferPointer? {
        let end = splitter.split(block, from: start)
        guard end >= block.count / 2, end > start.headSize else { return nil }
        form.use(0)
        body.use(0)
        try form.append(varint: start.headSize)
        try form.append(littleEndian: UInt8(splitter.firstKind))
        if splitter.firstKind == FilterStream.rows {
            for byte in start.firstLayout { try form.append(littleEndian: byte) }
        }
        if splitter.firstKind != 0 { try form.append(varint: splitter.firstSize) }
        try form.append(varint: Int(start.nextID))
        try form.append(varint: splitter.varintSize)
        try form.append(varint: block.count - end)
        let (streams, count) = (splitter.store.streams, splitter.store.count)
        try form.append(varint: count)
        bodies.removeAll(keepingCapacity: true)
        for number in 0..<count {
            try splitter.coder.store(streams[number], entry: form, body: body)
            bodies.append(body.count)
        }
        try form.append(UnsafeRawBufferPointer(rebasing: block[..<start.headSize]))
        for kind in 0..<FilterStream.kindCount {
            for number in 0..<count where streams[number].kind == kind {
                let start = number == 0 ? 0 : bodies[number - 1]
                try form.append(UnsafeRawBufferPointer(rebasing: body.bytes[start..<bodies[number]]))
            }
        }
        try form.append(UnsafeRawBufferPointer(rebasing: block[end...]))
        return form.count <= 2 * block.count ? form.bytes : nil
    }
}
