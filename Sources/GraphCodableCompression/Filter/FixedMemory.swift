/// Memory for a fixed number of plain elements, with a single owner, who initializes it.
///
/// Invariant: `start` is memory for `capacity` elements as long as this exists. Nothing checks an index.
struct FixedMemory<Element: BitwiseCopyable>: ~Copyable {
    let start: UnsafeMutablePointer<Element>
    let capacity: Int

    init(_ capacity: Int) {
        start = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    deinit {
        start.deallocate()
    }
}
