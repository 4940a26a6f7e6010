import GraphCodable
import Synchronization

extension GraphArchive {
    /// Checks every value of every record against the rules of the format, like `verify()`, but on several cores.
    ///
    /// - Parameter threadCount: The number of threads, including the calling one; `nil` for one per core.
    /// - Throws: The same `GraphCodableError` as `verify()`, that of the first invalid record, regardless of the order
    ///   in which threads find errors.
    /// - Complexity: O(*n*) for *n* bytes.
    public func verify(threadCount: Int?) throws(GraphCodableError) {
        let work = Verification(self)
        let pieces = (records.idCount - 1) / Verification.pieceSize + 1
        let count = min(effectiveThreadCount(threadCount), pieces)
        // If the system cannot start more threads, the existing ones do all the work.
        let helpers = (1..<max(1, count)).compactMap { _ in SystemThread.start { work.run() } }
        work.run()
        helpers.forEach { $0.join() }
        if let error = work.error {
            throw error
        }
        try checkCounts(work.counts)
    }

    /// The records of an archive, which threads process in pieces.
    private final class Verification: Sendable {
        /// The number of ids per piece: large enough to make synchronization cheap, and small enough for all threads to
        /// end at about the same time.
        static let pieceSize = 4_096

        private let archive: GraphArchive
        private let next = Atomic(0)
        /// The first error so far, and its piece.
        private let failure = Mutex<(piece: Int, error: GraphCodableError)?>(nil)
        /// The number of composites of each type in the pieces of all threads that have ended.
        private let total: Mutex<[UInt64]>

        init(_ archive: GraphArchive) {
            self.archive = archive
            total = Mutex(Array(repeating: 0, count: archive.summary.types.count))
        }

        var error: GraphCodableError? { failure.withLock { $0?.error } }
        var counts: [UInt64] { total.withLock { $0 } }

        /// Checks pieces until none is left or an error is found. All earlier pieces are already in progress then, so
        /// the first error is found.
        func run() {
            var counts = [UInt64](repeating: 0, count: archive.summary.types.count)
            defer { total.withLock { $0 = zip($0, counts).map { $0 &+ $1 } } }
            while failure.withLock({ $0 == nil }) {
                let piece = next.add(1, ordering: .relaxed).oldValue
                let (start, count) = (piece * Self.pieceSize, archive.records.idCount)
                guard start < count else { return }
                do throws(GraphCodableError) {
                    try archive.verify(start..<min(start + Self.pieceSize, count), addingTo: &counts)
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
