/// The IDs of the objects encountered so far, by address, in a table with open addressing and linear probing.
///
/// Neighbors in memory are neighbors in the table, so that a graph that is visited in the order of its allocation stays in
/// the cache. The hash mixes in the address bits above the table's size, so that regions that would collide are moved apart.
///
/// Invariant: at most two thirds of the slots are occupied, so that every probe ends at a free one (address 0).
package struct ObjectTable: ~Copyable {
    package struct Slot {
        var address: UInt
        package var id: UInt32
        /// Whether the object has been encoded unconditionally, so that it has or will have a record.
        package var isQueued: Bool
    }

    private var slots: UnsafeMutablePointer<Slot>
    private var shift: UInt
    private(set) var count = 0
    /// The size to which the table first grows: that of the last graph.
    private var expectedShift: UInt = 0

    private var capacity: Int { 1 &<< Int(truncatingIfNeeded: shift) }

    package init() {
        shift = 8
        slots = Self.allocate(capacity: 1 << 8)
    }

    deinit {
        slots.deallocate()
    }

    private static func allocate(capacity: Int) -> UnsafeMutablePointer<Slot> {
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
        LargePages.advise(UnsafeMutableRawPointer(slots), byteCount: capacity * MemoryLayout<Slot>.stride)
        slots.initialize(repeating: Slot(address: 0, id: 0, isQueued: false), count: capacity)
        return slots
    }

    /// Removes all objects. Keeps the memory if it is small, and up to 1 MiB if another graph of the same size would use it:
    /// fresh memory costs more than the table.
    mutating func removeAll() {
        guard count > 0 else { return }
        if shift > 12, shift > 16 || count &* 8 < capacity {
            shrink()
        } else {
            slots.update(repeating: Slot(address: 0, id: 0, isQueued: false), count: capacity)
        }
        count = 0
    }

    /// Releases memory that is not small, with all objects in it.
    mutating func shrink() {
        guard shift > 12 else { return }
        slots.deallocate()
        expectedShift = shift
        shift = 8
        slots = Self.allocate(capacity: capacity)
    }

    /// Returns the slot of the object at `address`, which is valid until the next call. An object that is encountered for
    /// the first time gets a new slot with `id`.
    @inline(__always)
    package mutating func slot(
        for address: UInt, newID id: UInt32, isQueued: Bool
    ) -> (slot: UnsafeMutablePointer<Slot>, isNew: Bool) {
        var slot = place(of: address)
        if slot.pointee.address == address {
            return (slot, false)
        }
        if count &* 3 > capacity &* 2 {
            grow()
            slot = place(of: address)
        }
        count &+= 1
        slot.pointee = Slot(address: address, id: id, isQueued: isQueued)
        return (slot, true)
    }

    /// Returns the slot of an address, or the free one where it belongs.
    @inline(__always)
    private func place(of address: UInt) -> UnsafeMutablePointer<Slot> {
        let mask = capacity &- 1
        var index = home(of: address)
        while slots[index].address != address, slots[index].address != 0 {
            index = (index &+ 1) & mask
        }
        return slots + index
    }

    /// Removes the newest slot. Call this only directly after the slot was created.
    mutating func removeNewest(_ slot: UnsafeMutablePointer<Slot>) {
        slot.pointee = Slot(address: 0, id: 0, isQueued: false)
        count -= 1
    }

    @inline(__always)
    private func home(of address: UInt) -> Int {
        // Objects are 16-byte aligned and at least 16 bytes long.
        let low = address >> 4
        let high = address &>> (4 &+ shift)
        return Int(truncatingIfNeeded: UInt64(low) ^ ((UInt64(high) &* 0x9E37_79B9_7F4A_7C15) >> 20)) & (capacity &- 1)
    }

    @inline(never)
    private mutating func grow() {
        let old = slots
        let oldCapacity = capacity
        shift += oldCapacity < 1 << 16 ? 2 : 1
        if count < 1 << 12, expectedShift > shift {
            shift = expectedShift
            expectedShift = 0
        }
        slots = Self.allocate(capacity: capacity)
        for position in 0..<oldCapacity where old[position].address != 0 {
            place(of: old[position].address).pointee = old[position]
        }
        old.deallocate()
    }
}
