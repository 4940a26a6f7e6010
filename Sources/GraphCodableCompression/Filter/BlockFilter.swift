/// Creates the filtered form of blocks (`format-filter.md`). Its memory is reused for each block.
struct BlockFilter: ~Copyable {
    private var splitter = FieldSplitter()
    private var form = FormOutput()
    private var body = FormOutput()
    /// The end of each stream's body.
    private var bodies: [Int] = []

    /// Returns the filtered form of a block, valid until the next call; `nil` if filtering has no benefit.
    mutating func filter(_ block: UnsafeRawBufferPointer, from start: BlockStart) -> UnsafeRawBufferPointer? {
        let end = splitter.split(block, from: start)
        guard end >= block.count / 2, end > start.headSize else { return nil }
        form.removeAll()
        body.removeAll()
        form.putVarint(start.headSize)
        form.put(UInt8(splitter.leadingKind))
        if splitter.leadingKind == FilterStream.rows { start.layout.withUnsafeBytes { form.put($0) } }
        if splitter.leadingKind != 0 { form.putVarint(splitter.leadingSize) }
        form.putVarint(Int(start.nextID))
        form.putVarint(splitter.varintSize)
        form.putVarint(block.count - end)
        let (streams, count) = (splitter.store.streams, splitter.store.count)
        form.putVarint(count)
        bodies.removeAll()
        for number in 0..<count {
            splitter.coder.store(streams[number], entry: &form, body: &body)
            bodies.append(body.count)
        }
        form.put(UnsafeRawBufferPointer(rebasing: block[..<start.headSize]))
        for kind in 0..<FilterStream.kindCount {
            for number in 0..<count where streams[number].kind == kind {
                let start = number == 0 ? 0 : bodies[number - 1]
                form.put(UnsafeRawBufferPointer(rebasing: body.bytes[start..<bodies[number]]))
            }
        }
        form.put(UnsafeRawBufferPointer(rebasing: block[end...]))
        return form.count <= 2 * block.count ? form.bytes : nil
    }
}
