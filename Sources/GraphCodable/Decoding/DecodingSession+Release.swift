// Releasing a list from its head recurses as deeply as the list is long. Every object that was decoded is retained here,
// too, so it is deallocated only when it is released here. That is done so that no deallocation leads to another one.

extension DecodingSession {
    /// Releases objects that refer only to those that were completed before them, parents first.
    ///
    /// An object is released before the objects inside it, whose references are released after it.
    func releaseInReverse(_ ids: ContiguousArray<UInt32>) {
        for id in ids.reversed() {
            records.slots[Int(id)].forget()?.release()
        }
    }

    /// Releases objects that may refer to one another in any order.
    ///
    /// An object is released when nothing but the record table refers to it any more. In the end, only objects are left
    /// that the program keeps, or that refer to one another in a cycle: releasing them deallocates nothing.
    ///
    /// - Complexity: O(*n*) for *n* bytes of the archive.
    func release(_ ids: ContiguousArray<UInt32>) {
        let all = ids.count < completed.count ? Set(ids) : nil
        var left = ids
        // Another round finds something only if an object is kept by something that is not in the archive.
        for _ in 0..<16 {
            let count = left.count
            releaseUnreferenced(&left, of: all)
            if left.isEmpty || left.count == count {
                break
            }
        }
        releaseInReverse(left)
    }

    /// Releases the objects that nothing else refers to, and those for which this becomes true.
    ///
    /// - Parameter all: The objects that may be released, or `nil` for all.
    private func releaseUnreferenced(_ left: inout ContiguousArray<UInt32>, of all: Set<UInt32>?) {
        var pending: ContiguousArray<UInt32> = []
        for id in left.reversed() {
            pending.append(id)
            while let id = pending.popLast() {
                guard all?.contains(id) ?? true, let object = records.slots[Int(id)].doneObject,
                    SessionReferences.isOnlyStrong(Unmanaged<AnyObject>.fromOpaque(object), unshared: unsharedCount)
                else { continue }
                records.slots[Int(id)].forget()?.release()
                pending.append(contentsOf: graph.references(of: id))
            }
        }
        left.removeAll { records.slots[Int($0)].doneObject == nil }
    }
}
