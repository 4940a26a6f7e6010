extension DecodingSession {
    /// Releases the objects of the records, after which they belong to the root that has been decoded. Throws
    /// `valueNotFound` if it leads to an unowned reference to an object that is gone: its owner is unknown to the program,
    /// or missing.
    func hand<Root>(over root: consuming Root) throws -> Root {
        records.notesLost = !dropsRoot
        forgetEverything()
        records.notesLost = false
        guard !records.lost.isEmpty else { return root }
        let lost = records.lost.first { $0.isReferred }
        records.lost = []
        guard let lost else { return root }
        // Releasing a deep graph recurses.
        var rest = Optional(consume root)
        GrowingStack.callWithRoom(forDepth: records.count, isSwitching: policy.switchesStacks) { _ = rest.take() }
        throw isGone(lost.id)
    }

    private func isGone(_ id: UInt32) -> any Error {
        error(
            .valueNotFound,
            """
            An unowned reference leads to object \(id), which nothing holds that has been decoded. Perhaps its owner is in a field \
            of a newer program, or was lost when a damaged archive was salvaged. Decode its owner, or make the property weak.
            """, inRecord: id, at: records.slots[Int(id)].start)
    }
}
