/// The sizes and IDs of the records written so far, in the form that the archive stores.
struct RecordTableBuilder: ~Copyable {
    private var entries = PlainBuffer<UInt8>()
    private(set) var count = 0
    private var expectedID: UInt32 = 0

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(entries.elements) }

    mutating func append(id: UInt32, size: Int) {
        if id == expectedID {
            entries.appendVarint(size << 1)
        } else {
            entries.appendVarint(size << 1 | 1)
            entries.appendVarint(Int(id))
        }
        expectedID = id + 1
        count += 1
    }

    mutating func removeAll() {
        entries.removeAll(keepingCapacity: 1 << 16)
        count = 0
        expectedID = 0
    }
}
