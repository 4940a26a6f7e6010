/// Determines which elements of a list correspond to elements of another list.
///
/// Elements with equal fingerprints correspond. Between two pairs of them, the remaining ones are paired in order as changed.
/// Any others are removed or added.
struct ElementAlignment {
    /// The indices of elements that correspond but are not equal, ordered by their indices in the new list.
    private(set) var changed: [(old: Int, new: Int)] = []
    /// The indices of removed elements in the old list.
    private(set) var removed: [Int] = []
    /// The indices of added elements in the new list.
    private(set) var added: [Int] = []
    /// Whether the elements that are in both lists have the same order.
    private(set) var keepsOrder = true

    /// The number of elements with equal fingerprints at the beginning.
    private let start: Int
    /// The indices of those at the end.
    private let ends: (old: Range<Int>, new: Range<Int>)
    /// The old index of each new element between them, less `start`.
    private var partners: [UInt32]

    private static let none = UInt32.max

    /// Aligns two lists of fewer than 2³² elements by their fingerprints, in linear time. Equal elements at both ends take no
    /// memory.
    init(_ oldCount: Int, _ newCount: Int, _ old: (Int) -> UInt64, _ new: (Int) -> UInt64) {
        var start = 0
        while start < min(oldCount, newCount), old(start) == new(start) { start += 1 }
        var (oldEnd, newEnd) = (oldCount, newCount)
        while oldEnd > start, newEnd > start, old(oldEnd - 1) == new(newEnd - 1) {
            (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
        }
        (self.start, ends) = (start, (oldEnd..<oldCount, newEnd..<newCount))
        // The first place of each fingerprint among the old elements, and the next place with the same one.
        var first: [UInt64: UInt32] = [:]
        var next = Array(repeating: Self.none, count: oldEnd - start)
        for place in next.indices.reversed() {
            next[place] = first.updateValue(UInt32(place), forKey: old(start + place)) ?? Self.none
        }
        partners = Array(repeating: Self.none, count: newEnd - start)
        var isTaken = Array(repeating: false, count: oldEnd - start)
        var last = -1
        for place in partners.indices {
            let fingerprint = new(start + place)
            guard let partner = first[fingerprint], partner != Self.none else { continue }
            first[fingerprint] = next[Int(partner)]
            partners[place] = partner
            isTaken[Int(partner)] = true
            keepsOrder = keepsOrder && Int(partner) > last
            last = Int(partner)
        }
        pairRest(isTaken)
    }

    /// Calls a closure with the indices of each two elements whose fingerprints are equal.
    func forEachEqual(_ body: (_ old: Int, _ new: Int) -> Void) {
        for place in 0..<start { body(place, place) }
        for (place, partner) in partners.enumerated() where partner != Self.none {
            body(start + Int(partner), start + place)
        }
        for (old, new) in zip(ends.old, ends.new) { body(old, new) }
    }

    /// Traverses both lists in parallel, and pairs the remaining elements between equal ones.
    private mutating func pairRest(_ isTaken: [Bool]) {
        var nextOld = 0
        var openNew: [Int] = []
        func pair(before bound: Int) {
            var gap: [Int] = []
            while nextOld < bound {
                if !isTaken[nextOld] { gap.append(start + nextOld) }
                nextOld += 1
            }
            let count = min(gap.count, openNew.count)
            changed += zip(gap, openNew).map { (old: $0, new: $1) }
            removed += gap.dropFirst(count)
            added += openNew.dropFirst(count)
            openNew = []
        }
        for (place, partner) in partners.enumerated() {
            if partner == Self.none {
                openNew.append(start + place)
            } else if !openNew.isEmpty || keepsOrder {
                pair(before: Int(partner))
            }
        }
        pair(before: isTaken.count)
    }
}
