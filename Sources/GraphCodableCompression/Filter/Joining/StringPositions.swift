/// The positions in the block of each field's numbered strings, including their tags.
///
/// Invariant: list `n` has memory for `allocatedCount` entries at `start`. It may use `capacity` of them, and `count` are
/// initialized. The first `listCount` lists are in use, each by the field with the same number.
struct StringPositions: ~Copyable {
    private struct Position {
        var offset: UInt32
        var size: UInt32
    }

    private struct List {
        var start: UnsafeMutablePointer<Position>?
        var count = 0
        /// The number of entries to use. It begins with 0 for each block, so that memory that earlier blocks allocated does not
        /// decide whether a block exceeds its limit.
        var capacity = 0
        var allocatedCount = 0
    }

    private let lists: UnsafeMutablePointer<List>
    /// One more than the highest list in use.
    private var listCount = 0
    /// The total capacity of all lists, and how large it may become.
    private var totalCapacity = 0
    private var capacityLimit = Int.max
    private var totalAllocatedCount = 0

    init() {
        lists = .allocate(capacity: FieldRecord.maximumCount)
        lists.initialize(repeating: List(), count: FieldRecord.maximumCount)
    }

    deinit {
        for number in 0..<FieldRecord.maximumCount {
            lists[number].start?.deallocate()
        }
        lists.deallocate()
    }

    /// - Parameter memoryLimit: The maximum number of bytes for the positions of the next block's strings.
    mutating func reset(memoryLimit: Int) {
        capacityLimit = memoryLimit / MemoryLayout<Position>.stride
        for number in 0..<listCount {
            lists[number].count = 0
            lists[number].capacity = 0
        }
        listCount = 0
        totalCapacity = 0
        guard totalAllocatedCount > 1 << 18 else { return }
        // Previous blocks may have left too much memory.
        for number in 0..<FieldRecord.maximumCount {
            lists[number].start?.deallocate()
            lists[number] = List()
        }
        totalAllocatedCount = 0
    }

    /// Adds the position of the next numbered string of a field.
    @inline(__always)
    mutating func add(
        _ field: UnsafeMutablePointer<Int32>, offset: Int, size: Int
    ) throws(FilterError) {
        let number = Int(field[FieldRecord.ownNumber])
        let list = lists + number
        if list.pointee.count == 0 { listCount = max(listCount, number &+ 1) }
        if list.pointee.count == list.pointee.capacity { try grow(number) }
        guard let start = list.pointee.start else { return }
        (start + list.pointee.count).initialize(
            to: Position(offset: UInt32(truncatingIfNeeded: offset), size: UInt32(truncatingIfNeeded: size)))
        list.pointee.count &+= 1
    }

    /// Returns the position of a numbered string of a field, or `nil` if the field has no such string.
    @inline(__always)
    func position(_ number: UInt32, of field: UnsafeMutablePointer<Int32>) -> (offset: Int, size: Int)? {
        let list = lists + Int(field[FieldRecord.ownNumber])
        guard Int(number) < list.pointee.count, let start = list.pointee.start else { return nil }
        let position = start[Int(number)]
        return (Int(position.offset), Int(position.size))
    }

    @inline(never)
    private mutating func grow(_ number: Int) throws(FilterError) {
        let list = lists + number
        let capacity = max(64, list.pointee.capacity * 2)
        guard capacity == 64 || totalCapacity + capacity - list.pointee.capacity <= capacityLimit else {
            throw FilterError.memory
        }
        totalCapacity += capacity - list.pointee.capacity
        list.pointee.capacity = capacity
        guard capacity > list.pointee.allocatedCount else { return }
        let grown = UnsafeMutablePointer<Position>.allocate(capacity: capacity)
        if let start = list.pointee.start {
            grown.moveInitialize(from: start, count: list.pointee.count)
            start.deallocate()
        }
        totalAllocatedCount += capacity - list.pointee.allocatedCount
        list.pointee.start = grown
        list.pointee.allocatedCount = capacity
    }
}
