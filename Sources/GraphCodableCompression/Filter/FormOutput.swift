/// A growable buffer for a filtered block.
///
/// Invariant: `start` has `capacity` bytes, of which `count` are initialized.
struct FormOutput: ~Copyable {
    private(set) var start: UnsafeMutablePointer<UInt8>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 1_024) {
        start = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    deinit {
        start.deallocate()
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    mutating func removeAll() {
        count = 0
    }

    /// Returns memory for `size` bytes, which are not in use yet.
    mutating func room(_ size: Int) -> UnsafeMutablePointer<UInt8> {
        if count + size > capacity {
            let grown = max(count + size, 2 * capacity)
            let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: grown)
            moved.update(from: start, count: count)
            start.deallocate()
            start = moved
            capacity = grown
        }
        return start + count
    }

    /// Marks bytes of the last `room` as in use.
    mutating func use(_ size: Int) {
        count += size
    }

    mutating func put(_ byte: UInt8) {
        room(1)[0] = byte
        count += 1
    }

    mutating func put(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        room(bytes.count).update(from: base, count: bytes.count)
        count += bytes.count
    }

    mutating func putVarint(_ number: Int) {
        var rest = UInt64(truncatingIfNeeded: number)
        while rest > 0x7F {
            put(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        put(UInt8(truncatingIfNeeded: rest))
    }
}
