extension DecodingSession {
    /// Determines what the decoding may cost.
    @inline(__always)
    func beginCost() {
        (state.pointee.isTooCostly, turn, keptCost) = (false, nil, 0)
        state.pointee.costLeft = policy.allowedCost(ofBytes: archive.count)
        if let context { begin(context) }
    }

    @inline(never)
    private func begin(_ context: DecodingContext) {
        let allowed = policy.allowedCost(ofBytes: context.arrivedByteCount)
        state.pointee.costLeft = max(allowed - context.spentCost, 0)
        if context.report != nil { beginTurn() }
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

    /// Charges for an initializer that failed after reading some bytes, or for an object that is removed because the object
    /// that required it failed.
    ///
    /// The program may catch the error and request the object again. If each initializer calls others twice and catches
    /// errors, the time doubles with every level. The error itself does not change.
    func chargeFailure(byteCount: Int) {
        spend(DecodingCost.failure.addingClamped(max(byteCount, 0)))
    }

    /// Deducts a cost where no error can be thrown. If there is not enough left, all further decoding fails.
    func spend(_ cost: Int) {
        let left = totalCostLeft &- cost
        guard left >= 0, !state.pointee.isTooCostly else { return refuseEverything() }
        state.pointee.costLeft = max(state.pointee.costLeft &- cost, 0)
        keptCost = left - state.pointee.costLeft
        // Hashing may walk through the whole graph before something is decoded again.
        if state.pointee.costLeft == 0, left > 0 { _ = beginNextTurn() }
    }

    /// Makes all further decoding fail because of its cost, in case the error is caught.
    func refuseEverything() {
        state.pointee.isTooCostly = true
        (state.pointee.costLeft, keptCost, state.pointee.uncheckedDepth) = (0, 0, 0)
    }

    func tooCostly() -> any Error {
        refuseEverything()
        if let cancellation { return cancellation }
        let byteCount = context?.arrivedByteCount ?? archive.count
        let allowed = policy.allowedCost(ofBytes: byteCount)
        return error(
            .limitExceeded,
            """
            Decoding costs more than the \(allowed) that the decoder's policy allows for an archive of \(byteCount) bytes: it \
            has values that take much more memory or time than bytes. Raise \
            GraphDecodingPolicy.\(policy.nameOfCostLimit(allowed)) if you trust the archive.
            """)
    }
}
