/// Determines which elements of a list correspond to elements of another list.
///
/// Equal elements correspond. Between two pairs of equal elements, the remaining ones are paired in order as changed.
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

    /// Aligns two lists.
    ///
    /// - Parameters:
    ///   - old: The fingerprints of the old elements.
    ///   - new: The fingerprints of the new elements.
    /// - Complexity: O(*n*) for *n* elements.
    init(_ old: [UInt64], _ new: [UInt64]) {
        var partners: [Int?] = Array(repeating: nil, count: new.count)
        var isTaken = Array(repeating: false, count: old.count)
        var start = 0
        while start < min(old.count, new.count), old[start] == new[start] {
            partners[start] = start
            isTaken[start] = true
            start += 1
        }
        var (oldEnd, newEnd) = (old.count, new.count)
        while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
            (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
            partners[newEnd] = oldEnd
            isTaken[oldEnd] = true
        }
        var waiting: [UInt64: [Int]] = [:]
        for place in (start..<oldEnd).reversed() {
            waiting[old[place], default: []].append(place)
        }
        for place in start..<newEnd {
            guard let partner = waiting[new[place]]?.popLast() else { continue }
            partners[place] = partner
            isTaken[partner] = true
        }
        let kept = partners.compactMap(\.self)
        keepsOrder = zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 }
        pairRest(partners, isTaken)
    }

    /// Traverses both lists in parallel, and pairs the remaining elements between equal ones.
    private mutating func pairRest(_ partners: [Int?], _ isTaken: [Bool]) {
        var openOld = isTaken.indices.filter { !isTaken[$0] }[...]
        var openNew: [Int] = []
        func pair(before bound: Int) {
            var gap: [Int] = []
            while let place = openOld.first, place < bound {
                gap.append(place)
                openOld.removeFirst()
            }
            let count = min(gap.count, openNew.count)
            changed += zip(gap, openNew).map { (old: $0, new: $1) }
            removed += gap.dropFirst(count)
            added += openNew.dropFirst(count)
            openNew = []
        }
        for (place, partner) in partners.enumerated() {
            if let partner {
                if !openNew.isEmpty || keepsOrder { pair(before: partner) }
            } else {
                openNew.append(place)
            }
        }
        pair(before: .max)
    }
}
