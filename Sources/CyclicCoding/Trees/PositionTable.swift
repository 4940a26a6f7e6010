import GraphCodable

/// A hash table of positions in a list of texts.
///
/// Invariant: at most half of the slots are occupied, so that every search ends at a free one (0).
struct PositionTable {
    /// The lower halves are positions plus one. The upper ones are those of the hashes, which also tell the slots.
    private var slots: ContiguousArray<UInt64>
    private(set) var count = 0

    /// - Parameter count: The number of positions for which there is room.
    init(count: Int = 0) {
        slots = ContiguousArray(repeating: 0, count: 1 << max(4, Int.bitWidth - count.leadingZeroBitCount + 1))
    }

    /// Creates a table of the first position of each text.
    init(_ texts: [String]) {
        self.init(count: texts.count)
        for (position, text) in texts.enumerated() { add(text, at: position, in: texts) }
    }

    /// Adds the position of a text, or returns that of the same text.
    @discardableResult
    mutating func add(_ text: String, at position: Int, in texts: [String]) -> Int? {
        let hash = TextHash.hash(text)
        if let known = find(hash, { texts[$0].isExactly(text) }) { return known }
        add(position, hash)
        return nil
    }

    func find(_ text: String, in texts: [String]) -> Int? {
        find(TextHash.hash(text)) { texts[$0].isExactly(text) }
    }

    /// Returns the position with a hash that a closure recognizes.
    @inline(__always)
    func find(_ hash: UInt64, _ isSought: (Int) -> Bool) -> Int? {
        var slot = home(of: hash)
        while slots[slot] != 0 {
            let position = Int(slots[slot] & 0xFFFF_FFFF) - 1
            if slots[slot] >> 32 == hash >> 32, isSought(position) {
                return position
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    @inline(__always)
    private func home(of hash: UInt64) -> Int { Int(hash >> 32) & (slots.count - 1) }

    /// Adds a position, which is less than 2³² − 1.
    mutating func add(_ position: Int, _ hash: UInt64) {
        count += 1
        if count * 2 > slots.count {
            let old = slots
            slots = ContiguousArray(repeating: 0, count: old.count * 4)
            for entry in old where entry != 0 { place(entry) }
        }
        place(hash & ~0xFFFF_FFFF | UInt64(position + 1))
    }

    @inline(__always)
    private mutating func place(_ entry: UInt64) {
        var slot = home(of: entry)
        while slots[slot] != 0 {
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = entry
    }
}
