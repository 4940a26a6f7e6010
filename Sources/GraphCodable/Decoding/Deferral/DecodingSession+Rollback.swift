// A decoding records what it creates in order: the objects in `completed`, the work in `deferred`. Together they form the
// journal. If a call of the decoder throws, the program may catch the error and try another call, so the failed call must
// leave no trace. Everything that was added to the journal since the call began is therefore undone. The objects are
// created again if they are requested again, because what they deferred may require the object that failed.
//
// There is one exception. Before an object is hashed, values that it deferred are decoded early. If it is older than the
// call, it now refers to objects that were created during the call. These are kept, with everything to which they lead.
//
// A call that fails only because its value has to wait is no such failure: what it has completed is kept.
//
// | what has failed            | function                   | objects completed | work deferred            | cursor           |
// |----------------------------|----------------------------|-------------------|--------------------------|------------------|
// | a value of a composite     | `rollBack(to:)`            | forgotten         | removed                  | in the composite |
// | the same, but it can wait  | `goBack(to:_:isField:)`    | kept              | done again, unless kept  | at its start     |
// | a value of another type    | `rewind(to:_:)`            | forgotten         | removed                  | at its start     |
// | a deferred value           | `undoAttempt(_:_:_:)`      | as above, if it waits or not                 | where it was     |
// | an initializer             | `abandon(_:_:)`            | as the value around it                       | at its reference |
// | the same, but a value      | `giveUp(_:)`, called by    | kept              | that of its object is    |                  |
// | around it can wait         | `abandon(_:_:)`            |                   | done again               |                  |

extension DecodingSession {
    /// Undoes what was created and deferred since the journal had the length `journal`.
    ///
    /// Once nothing is left to spend, this does nothing, and everything is undone at the end. All further decoding fails then,
    /// and the error may pass thousands of calls, each of which would take time to undo its part.
    @inline(never)
    func forget(since journal: Int) {
        guard journal < state.pointee.journalCount, !state.pointee.isTooCostly else { return }
        let cut = deferredCount(at: journal)
        let young = ContiguousArray(completed.elements.dropFirst(journal - cut))
        var work = deferred.removeAll(from: cut)
        spend(DecodingCost.hashingStep.multipliedClamped(by: work.count))
        let (kept, early) = takeEarlyValues(since: journal, young)
        completed.truncate(to: journal - cut)
        state.pointee.journalCount = journal

        let forgotten = putBackObjects(young, kept)
        putBackWork(work, from: cut, of: kept, early)
        for value in early {
            deferred.earlyValues.append(
                EarlyDecodedValue(owner: value.owner, start: journal, end: state.pointee.journalCount))
        }
        // Deinitializers may have retained the decoder.
        let outer = state.pointee.position
        if (try? outside { release(forgotten, &work) }) == nil {
            release(forgotten, &work)
        }
        state.pointee.position = outer
    }

    /// Adds the objects that must be kept to the journal again, and returns the others.
    private func putBackObjects(_ young: ContiguousArray<UInt32>, _ kept: Set<UInt32>) -> ContiguousArray<UInt32> {
        var forgotten: ContiguousArray<UInt32> = []
        for id in young {
            if kept.contains(id) {
                completed.append(id)
                state.pointee.journalCount &+= 1
            } else {
                chargeFailure(byteCount: records.slots[Int(id)].size)
                knownGraph?.marks[Int(id)] = 0
                forgotten.append(id)
            }
        }
        return forgotten
    }

    /// Adds the work that must be kept to the journal again: that of kept objects, and of values that were decoded early.
    ///
    /// - Parameter cut: The index of the first work that was removed.
    private func putBackWork(
        _ work: [DeferredWork], from cut: Int, of kept: Set<UInt32>, _ early: [EarlyDecodedValue]
    ) {
        var earlyRanges = EarlyDecodedRanges(early)
        for (offset, var item) in work.enumerated() {
            let place = cut + offset + item.completedCount
            if kept.contains(item.owner) || earlyRanges.contains(place, of: item.owner) {
                item.completedCount = completed.count
                deferred.append(item)
                state.pointee.journalCount &+= 1
            }
        }
    }

    /// Removes the values that were decoded early since the journal had the length `journal`.
    ///
    /// - Parameter young: The objects that were created since then.
    /// - Returns: The young objects that must be kept, because older ones refer to them; and the early values whose owners stay.
    private func takeEarlyValues(
        since journal: Int, _ young: ContiguousArray<UInt32>
    ) -> (kept: Set<UInt32>, early: [EarlyDecodedValue]) {
        var early: [EarlyDecodedValue] = []
        while let last = deferred.earlyValues.last, last.end > journal {
            early.append(deferred.earlyValues.removeLast())
        }
        guard !early.isEmpty else { return ([], []) }
        let candidates = Set(young)
        var kept: Set<UInt32> = []
        var pending = early.map(\.owner).filter { !candidates.contains($0) }
        var isVisited: Set<UInt32> = []
        while let id = pending.popLast() {
            guard isVisited.insert(id).inserted else { continue }
            chargeFailure(byteCount: records.slots[Int(id)].size)
            for target in graph.references(of: id) where candidates.contains(target) && kept.insert(target).inserted {
                pending.append(target)
            }
        }
        return (kept, early.reversed().filter { kept.contains($0.owner) || !candidates.contains($0.owner) })
    }

    /// Releases everything that has been created and deferred.
    func forgetEverything() {
        releaseObjectsInPlace()
        var work = deferred.removeAll(keepingOwners: source != nil)
        let objects = ContiguousArray(completed.elements)
        notes = DecodingNotes()
        completed.removeAll(keepingCapacity: 1_024)
        state.pointee.journalCount = 0
        release(objects, &work)
        if source == nil {
            knownGraph = nil
        } else {
            knownGraph?.forgetMarks()
        }
        hasNotes = false
    }

    private func release(_ objects: ContiguousArray<UInt32>, _ work: inout [DeferredWork]) {
        if work.isEmpty, deferred.isEmpty {
            return records.releaseInReverse(objects)
        }
        // Closures retain objects, which are still retained by their records.
        work = []
        guard source == nil else {
            // To find the references of all records, all of the file would have to be read.
            return records.releaseInReverse(objects, withRoom: policy.switchesStacks)
        }
        records.release(
            objects, of: completed.isEmpty ? nil : Set(objects), switchesStacks: policy.switchesStacks,
            graph: { graph })
    }

    /// Returns the amount of work that had been deferred when the journal had a length.
    func deferredCount(at journal: Int) -> Int {
        // The positions in the journal ascend.
        deferred.indices.bisect { $0 + deferred[$0].completedCount >= journal }
    }
}
