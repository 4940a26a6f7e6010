extension DecodingSession {
    /// The cost between two reports: some milliseconds.
    private static var costOfTurn: Int { 1 << 17 }
    /// The time after which a report is due between two calls of the program, which may take any time.
    private static var timeOfTurn: Duration { .milliseconds(4) }

    /// Makes the next turn's cost available, and keeps the rest.
    func beginTurn() {
        let left = totalCostLeft
        state.pointee.costLeft = min(left, Self.costOfTurn)
        keptCost = left - state.pointee.costLeft
        turn = DecodingTurn()
    }

    /// Reports the progress before a call of the program if that is due. It is called where it costs least: before an object is
    /// created, and before calls that were deferred.
    @inline(__always)
    func reportIfDue() throws {
        if let turn { try report(ifLateSince: turn.start) }
    }

    @inline(never)
    private func report(ifLateSince start: ContinuousClock.Instant) throws {
        guard ContinuousClock.now - start > Self.timeOfTurn else { return }
        guard beginNextTurn() else { throw tooCostly() }
    }

    /// Reports the progress, and makes the next turn's cost available.
    ///
    /// - Returns: Whether decoding goes on. The report may end it.
    func beginNextTurn() -> Bool {
        guard let report = context?.report, !state.pointee.isTooCostly else { return !state.pointee.isTooCostly }
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
    /// There will be as much deferred work for each byte as so far. The weights are those of an editor's document: a value that
    /// was deferred takes about as long as reading 40 bytes, and a collection whose elements wait as long as reading 100.
    private var estimatedProgress: Double {
        let byteCount = min(max(state.pointee.cursor - base + offsetOfDecoded, 1), max(recordByteCount, 1))
        let (weight, weightOfCollection) = (40, 100)
        let waitingCount = deferred.waitingValueCount + deferred.waitingCallCount
        let done = byteCount + weight * (deferred.count - waitingCount)
        let waiting = weight * waitingCount + (weightOfCollection - weight) * deferred.waitingCollectionCount
        return Double(done) / Double(done + waiting) * Double(byteCount) / Double(max(recordByteCount, 1))
    }
}

/// The work between two reports.
///
/// The time has no fixed size for the compiler. As a variable of the session it would make each decoding and each object slower.
final class DecodingTurn {
    let start = ContinuousClock.now
}
