/// The indices of each object's deferred work, in the order in which the object deferred it.
struct DeferredIndex {
    private static var none: UInt32 { .max }

    /// The work of one object.
    private struct List {
        /// The first work that may be a value that has not been passed to the program. What comes before it is not looked at
        /// again.
        var first = none
        var last = none
    }

    /// What comes before and after a work in its list.
    private struct Link {
        var previous = none
        var next = none
    }

    /// The lists by owner.
    private var lists: ContiguousArray<List> = []
    /// The links by index.
    private var links: ContiguousArray<Link> = []

    /// Adds what has been deferred since the last call.
    mutating func update(_ deferred: [DeferredWork]) {
        guard links.count < deferred.count else { return }
        for index in links.count..<deferred.count {
            links.append(Link())
            append(index, of: deferred[index].owner)
        }
    }

    /// Adds an index after those of the same object.
    mutating func append(_ index: Int, of owner: UInt32) {
        let owner = Int(owner)
        if owner >= lists.count {
            lists.append(contentsOf: repeatElement(List(), count: owner + 1 - lists.count))
        }
        let (last, number) = (lists[owner].last, UInt32(truncatingIfNeeded: index))
        links[index] = Link(previous: last)
        if last != Self.none {
            links[Int(last)].next = number
        }
        lists[owner].last = number
        if lists[owner].first == Self.none {
            lists[owner].first = number
        }
    }

    /// Forgets all work, but keeps the memory: an open file, which has many owners, loads its next part.
    mutating func removeAll(_ deferred: [DeferredWork]) {
        for index in links.indices {
            lists[Int(deferred[index].owner)] = List()
        }
        links.removeAll()
    }

    /// Removes the work from an index on, which is about to be removed from the list.
    mutating func truncate(to newCount: Int, of deferred: [DeferredWork]) {
        while links.count > newCount {
            let index = links.count - 1
            // It may have been removed before.
            _ = popIndex(of: deferred[index].owner, from: index)
            links.removeLast()
        }
    }

    /// Returns the index of an object's first value that has not been passed to the program.
    mutating func first(of owner: UInt32, in deferred: [DeferredWork]) -> Int? {
        update(deferred)
        guard Int(owner) < lists.count else { return nil }
        var first = lists[Int(owner)].first
        while first != Self.none, !deferred[Int(first)].isUndelivered {
            first = links[Int(first)].next
        }
        lists[Int(owner)].first = first
        return first == Self.none ? nil : Int(first)
    }

    /// Returns the index of what the same object has deferred next.
    func next(after index: Int) -> Int? {
        let next = links[index].next
        return next == Self.none ? nil : Int(next)
    }

    /// Removes and returns the last index of an object's work, if it is at least `start`.
    mutating func popIndex(of owner: UInt32, from start: Int) -> Int? {
        let owner = Int(owner)
        guard owner < lists.count, lists[owner].last != Self.none, Int(lists[owner].last) >= start else { return nil }
        let last = lists[owner].last
        let previous = links[Int(last)].previous
        lists[owner].last = previous
        if previous != Self.none {
            links[Int(previous)].next = Self.none
        }
        if lists[owner].first == last {
            lists[owner].first = Self.none
        }
        return Int(last)
    }
}
