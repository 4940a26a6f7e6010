import GraphCodable
import Synchronization

extension GraphArchive {
    /// Checks every value of every record against the rules of the format, as `verify()` does, on several cores.
    ///
    /// - Parameter threadCount: The number of threads, the calling one included; `nil` for as many as there are cores.
    /// - Throws: `GraphCodableError` as `verify()` does: that of the first record that is not sound, whichever is found first.
    /// - Complexity: O(*n*) for *n* bytes.
    public func verify(threadCount: Int?) throws(GraphCodableError) {
        let work = Verification(self)
        let pieces = (recordSlotCount - 1) / Verification.pieceSize + 1
        let count = min(effectiveThreadCount(threadCount), pieces)
        // Where the system has no more threads, those that there are do it all.
        let helpers = (1..<max(1, count)).compactMap { _ in SystemThread.start { work.run() } }
        work.run()
        helpers.forEach { $0.join() }
        if let error = work.error {
            throw error
        }
    }

    /// The records of an archive, which threads share by pieces.
    private final class Verification: Sendable {
        /// How many ids a piece has: enough that asking for one takes no time, few enough that all threads end together.
        static let pieceSize = 4_096

        private let archive: GraphArchive
        private let next = Atomic(0)
        /// The first error so far, and its piece.
        private let failure = Mutex<(piece: Int, error: GraphCodableError)?>(nil)

        init(_ archive: GraphArchive) {
            self.archive = archive
        }

        var error: GraphCodableError? { failure.withLock { $0?.error } }

        /// Checks pieces until there are no more, or one is not sound. Those before it were begun before it, so that the first
        /// error is found.
        func run() {
            while failure.withLock({ $0 == nil }) {
                let piece = next.add(1, ordering: .relaxed).oldValue
                let (start, count) = (piece * Self.pieceSize, archive.recordSlotCount)
                guard start < count else { return }
                do throws(GraphCodableError) {
                    try archive.verify(start..<min(start + Self.pieceSize, count))
                } catch {
                    failure.withLock { failure in
                        if piece < failure?.piece ?? .max {
                            failure = (piece, error)
                        }
                    }
                }
            }
        }
    }
}
