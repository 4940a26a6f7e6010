// Releasing a list from its head recurses as deeply as the list is long. Every object of a record is retained here, too,
// so it is deallocated only when it is released here. The order of the releases ensures that no deallocation leads to another.

extension RecordTable {
    /// Releases objects that refer only to those that come before them, the last ones first.
    ///
    /// An object is released before the objects inside it, whose references are released after it.
    func releaseInReverse(_ ids: ContiguousArray<UInt32>) {
        for id in ids.reversed() { release(id) }
    }

    @inline(__always)
    private func release(_ id: UInt32) {
        if notesLost, isOnlyHere(id) { noteIfLost(id) }
        slots[Int(id)].forget()?.release()
    }

    @inline(never)
    private func noteIfLost(_ id: UInt32) {
        guard let object = slots[Int(id)].doneObject, ReferenceCounts.hasUnowned(object) else { return }
        lost.append(UnownedTarget(id: id, object))
    }

    /// Releases objects that may refer to one another in any order, usually to those before them.
    ///
    /// An object is released when nothing but this table refers to it any more. In the end, usually only objects are left
    /// that the program keeps, or that refer to one another in a cycle: releasing them deallocates nothing. Objects that
    /// refer to one another in a way that is not in the archive release one another recursively, on a stack that is large
    /// enough.
    ///
    /// - Parameters:
    ///   - all: The same objects, or `nil` if they are all objects of the table.
    ///   - graph: Returns the references between the objects. Usually it is not called: either every object has another owner,
    ///     or their order suffices.
    func release(
        _ ids: ContiguousArray<UInt32>, of all: Set<UInt32>?, switchesStacks: Bool,
        graph: () -> ReferenceGraph
    ) {
        guard ids.contains(where: { isOnlyHere($0) }) else { return releaseInReverse(ids) }
        var left = ids
        releaseWithoutGraph(&left)
        guard left.contains(where: { isOnlyHere($0) }) else { return releaseInReverse(left) }
        let graph = graph()
        // Another round finds something only if an object is kept by something that is not in the archive. It goes the
        // other way, so that two rounds suffice for objects that keep one another in the order of the archive.
        for _ in 0..<16 {
            let count = left.count
            releaseUnreferenced(&left, of: all, graph)
            if left.isEmpty || left.count == count {
                break
            }
            left.reverse()
        }
        releaseInReverse(left, withRoom: switchesStacks)
    }

    /// Releases objects that nothing else refers to, as long as that leaves less than half of them.
    ///
    /// An object usually comes after those that its initializer decodes and before those that it defers. So going through the
    /// objects both ways a few times finds nearly all, in less time than finding the references in their records.
    private func releaseWithoutGraph(_ left: inout ContiguousArray<UInt32>) {
        var count: Int
        repeat {
            count = left.count
            for id in left.reversed() where isOnlyHere(id) { release(id) }
            for id in left where isOnlyHere(id) { release(id) }
            left.removeAll { slots[Int($0)].doneObject == nil }
        } while left.count < count / 2
    }

    /// Releases objects that may refer to one another, on a stack with room for all of them.
    func releaseInReverse(_ ids: ContiguousArray<UInt32>, withRoom switchesStacks: Bool) {
        GrowingStack.callWithRoom(forDepth: ids.count, isSwitching: switchesStacks) { releaseInReverse(ids) }
    }

    /// Releases the objects that nothing else refers to, and those for which this becomes true.
    private func releaseUnreferenced(
        _ left: inout ContiguousArray<UInt32>, of all: Set<UInt32>?, _ graph: ReferenceGraph
    ) {
        var pending: ContiguousArray<UInt32> = []
        for id in left.reversed() {
            pending.append(id)
            while let id = pending.popLast() {
                guard all?.contains(id) ?? true, isOnlyHere(id) else { continue }
                release(id)
                pending.append(contentsOf: graph.references(of: id))
            }
        }
        left.removeAll { slots[Int($0)].doneObject == nil }
    }

    /// Returns whether nothing but this table refers strongly to an object.
    func isOnlyHere(_ id: UInt32) -> Bool {
        slots[Int(id)].doneObject.map { ReferenceCounts.isOnlyStrong($0) } ?? false
    }
}
