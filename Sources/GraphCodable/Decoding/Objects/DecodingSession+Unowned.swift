extension DecodingSession {
    /// Releases the objects of the records, after which they belong to the root that has been decoded. Throws
    /// `valueNotFound` if it leads to an unowned reference to an object that is gone: its owner is unknown to the program,
    /// or missing.
    func hand<Root>(over root: consuming Root) throws -> Root {
        let inPlace = takeObjectsInPlace()
        records.notesLost = !dropsRoot
        forgetEverything()
        records.notesLost = false
        guard let error = errorOfLost(inPlace) else { return root }
        // Releasing a deep graph recurses.
        var rest = Optional(consume root)
        GrowingStack.callWithRoom(forDepth: records.count, isSwitching: policy.switchesStacks) { _ = rest.take() }
        throw error
    }

    private func errorOfLost(_ inPlace: [ObjectInPlace]) -> (any Error)? {
        var error: (any Error)?
        for object in inPlace.reversed() {
            if object.isLost {
                error = self.error(
                    .valueNotFound,
                    """
                    An unowned reference leads to an object that is stored in its place and that nothing else holds, because it was \
                    encoded without an identity. Encode it with an identity, or make the property weak.
                    """, inRecord: 0, at: object.start)
            }
            object.release()
        }
        guard !records.lost.isEmpty else { return error }
        let lost = records.lost.first { $0.isReferred }
        records.lost = []
        return lost.map { isGone($0.id) } ?? error
    }

    /// Releases the objects without a record, and returns those to which unowned references lead.
    ///
    /// These wait for the objects of the records, which may hold them.
    private func takeObjectsInPlace() -> [ObjectInPlace] {
        guard !objectsInPlace.isEmpty, !dropsRoot else { return [] }
        var referred: [ObjectInPlace] = []
        // Those that hold others come after them.
        while let object = objectsInPlace.popLast() {
            if object.hasUnownedReferences {
                referred.append(object)
            } else {
                object.release()
            }
        }
        return referred.reversed()
    }

    /// Releases the objects without a record after an error.
    func releaseObjectsInPlace() {
        while let object = objectsInPlace.popLast() { object.release() }
        objectsInPlace = []
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
