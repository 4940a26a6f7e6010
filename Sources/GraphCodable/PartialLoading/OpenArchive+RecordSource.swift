/// Unloaded parts are copied when a graph that refers to them is saved.
extension OpenArchive: RecordSource {
    struct WeakCopier {
        weak var copier: RecordCopier?
    }

    func checkMayBeCopied() throws {
        // What is being decoded is not known as loaded yet.
        try session.checkIsIdle()
        try checkThatNothingIsLost()
        try checkThatNothingIsReleased(copiesParts: true)
    }

    /// Remembers what copies records, as long as it exists.
    func begin(_ copier: RecordCopier) {
        copiers.removeAll { $0.copier == nil }
        copiers.append(WeakCopier(copier: copier))
    }

    var walker: ValueWalker {
        ValueWalker(
            directory: session.directory, idCount: idCount,
            maximumDepth: session.policy.maximumDepthOfValues, archive: session.base)
    }

    var isUnchecked: Bool { true }
    func hasRecord(_ id: UInt32) -> Bool { session.records.slots[Int(id)].hasRecord }

    func endCopying() { blocks.keepFewer() }

    func withRecord(_ id: UInt32, _ body: Body) throws {
        try checkIsNotSaved(id)
        let record = session.records.slots[Int(id)].range
        let walker = walker
        try blocks.withBytes(of: record) { _ in
            do {
                try walker.checkBeginning(ofRecord: record)
                try body(walker.archive + record.lowerBound, walker.archive + record.upperBound)
            } catch {
                throw session.located(error, inCopied: id)
            }
        }
    }

    func withBytes(_ range: Range<Int>, _ body: Body) throws {
        try blocks.withBytes(of: range) { _ in
            try body(session.base + range.lowerBound, session.base + range.upperBound)
        }
    }
}
