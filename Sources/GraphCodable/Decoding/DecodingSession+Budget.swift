extension DecodingSession {
    /// The cost between two reports: some milliseconds.
    private static var costOfTurn: Int { 1 << 17 }
    /// The time after which a report is due between two calls of the program, which may take any time.
    private static var timeOfTurn: Duration { .milliseconds(4) }

    /// Determines what the decoding may cost.
    @inline(__always)
    func beginCost() {
        (state.pointee.isTooCostly, turnStart) = (false, nil)
        state.pointee.costLeft = policy.allowedCost(ofBytes: archive.count)
        if budget != nil { beginBudget() }
    }

    @inline(never)
    private func beginBudget() {
        guard let budget else { return }
        let allowed = policy.allowedCost(ofBytes: budget.arrivedByteCount)
        state.pointee.costLeft = max(allowed - budget.spentCost, 0)
        if budget.report != nil { beginTurn() }
    }

    /// Makes the next turn's cost available, and keeps the rest.
    private func beginTurn() {
        let left = totalCostLeft
        state.pointee.costLeft = min(left, Self.costOfTurn)
        keptCost = left - state.pointee.costLeft
        turnStart = .now
    }

    /// Reports the progress before a call of the program if that is due. It is called where it costs least: before an object is
    /// created, and before calls that were deferred.
    @inline(__always)
    func reportIfDue() throws {
        if let turnStart { try report(ifLateSince: turnStart) }
    }

    @inline(never)
    private func report(ifLateSince turnStart: ContinuousClock.Instant) throws {
        guard ContinuousClock.now - turnStart > Self.timeOfTurn else { return }
        guard beginNextTurn() else { throw tooCostly() }
    }

    /// The cost that decoding may still incur: that of this turn and of all others.
    var totalCostLeft: Int { state.pointee.costLeft.addingClamped(keptCost) }

    /// Sets the cost that decoding may still incur.
    func setTotalCostLeft(_ cost: Int) {
        state.pointee.costLeft = min(cost, state.pointee.costLeft)
        keptCost = cost - state.pointee.costLeft
    }

    /// Charges a cost for which the turn has not enough left, and reports the progress.
    @usableFromInline @inline(never)
    func chargeBeyondTurn(_ cost: Int) throws {
        let left = totalCostLeft
        guard !state.pointee.isTooCostly, left >= cost else { throw tooCostly() }
        setTotalCostLeft(left - cost)
        guard beginNextTurn() else { throw tooCostly() }
    }

    /// Reports the progress, and makes the next turn's cost available.
    ///
    /// - Returns: Whether decoding goes on. The report may end it.
    func beginNextTurn() -> Bool {
        guard let report = budget?.report, !state.pointee.isTooCostly else { return !state.pointee.isTooCostly }
        beginTurn()
        do {
            try report(estimatedProgress)
            return true
        } catch {
            cancellation = error
            refuseEverything()
            return false
        }
    }

    /// How much of the decoding is done, between 0 and 1.
    ///
    /// There will be as much deferred work for each byte as so far. The weights are rough: a value that was deferred takes about
    /// as long as a small object, and a collection whose elements wait three times as long.
    private var estimatedProgress: Double {
        let byteCount = min(max(state.pointee.cursor - base + offsetOfDecoded, 1), max(recordByteCount, 1))
        let (weight, weightOfCollection) = (64, 192)
        let waitingCount = waitingValueCount + waitingCallCount
        let done = byteCount + weight * (deferred.count - waitingCount)
        let waiting = weight * waitingCount + (weightOfCollection - weight) * waitingCollectionCount
        return Double(done) / Double(done + waiting) * Double(byteCount) / Double(max(recordByteCount, 1))
    }
}
