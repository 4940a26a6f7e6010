/// A growing list of values in memory of its own.
///
/// An array would check at every change whether anything else refers to it, which takes longer than the change.
///
/// Invariant: `start` is memory for `capacity` values, of which the first `count` are initialized.
struct FlatValueBuffer: ~Copyable {
    private var start: UnsafeMutablePointer<FlatValue>
    private(set) var count = 0
    private var capacity = 64

    init() {
        start = .allocate(capacity: capacity)
    }

    deinit {
        start.deallocate()
    }

    subscript(position: UInt32) -> FlatValue {
        @inline(__always) get {
            precondition(position < count)
            return start[Int(position)]
        }
        @inline(__always) set {
            precondition(position < count)
            start[Int(position)] = newValue
        }
    }

    @inline(__always)
    mutating func append(_ value: FlatValue) {
        if count == capacity {
            grow()
        }
        (start + count).initialize(to: value)
        count &+= 1
    }

    /// Calls a closure with the memory of a value, which must not use the list.
    @inline(__always)
    mutating func change(_ position: UInt32, _ body: (inout FlatValue) -> Void) {
        precondition(position < count)
        body(&start[Int(position)])
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<FlatValue>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: start, count: count)
        start.deallocate()
        start = larger
        capacity *= 2
    }
}
