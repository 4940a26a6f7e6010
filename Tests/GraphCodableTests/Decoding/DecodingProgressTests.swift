import GraphCodable
import Synchronization
import TestSupport
import Testing

/// What is reported while values that were deferred are decoded, and sets of objects are built.
@Suite(.serialized) struct DecodingProgressTests {
    final class Node: GCodable, Hashable {
        static let passedCount = Mutex(0)
        static let aliveCount = Mutex(0)
        /// The number of the deferred value whose closure throws an error, if any.
        static let failing = Mutex<Int?>(nil)
        let id: Int
        weak var owner: Node?
        var links: Set<Node> = []
        var children: [Node] = []

        init(_ id: Int) {
            self.id = id
            Self.aliveCount.withLock { $0 += 1 }
        }
        deinit { Self.aliveCount.withLock { $0 -= 1 } }

        enum Key: String { case id, owner, links, children }
        init(from decoder: GDecoder) throws {
            Self.aliveCount.withLock { $0 += 1 }
            id = try decoder.decode(for: Key.id)
            children = try decoder.decode(for: Key.children)
            try decoder.deferDecode(for: Key.owner) {
                self.owner = $0
                Self.passedCount.withLock { $0 += 1 }
            }
            try decoder.deferDecode(for: Key.links) {
                self.links = $0
                let count = Self.passedCount.withLock {
                    $0 += 1
                    return $0
                }
                if count == Self.failing.withLock({ $0 }) { throw Failure() }
            }
        }
        func encode(to encoder: GEncoder) throws {
            try encoder.encode(id, for: Key.id)
            try encoder.encode(children, for: Key.children)
            try encoder.encodeConditional(owner, for: Key.owner)
            try encoder.encode(links, for: Key.links)
        }
        static func == (one: Node, other: Node) -> Bool { one.id == other.id }
        func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    struct Failure: Error {}

    private static let count = 4_000

    /// A tree, in which each node also has two nodes with higher numbers in a set, so that no cycle is left.
    private static func archive() throws -> Bytes {
        let nodes = (0..<count).map { Node($0) }
        for node in nodes.dropFirst() {
            let owner = nodes[(node.id - 1) / 8]
            owner.children.append(node)
            node.owner = owner
            node.links = Set(nodes[min(node.id + 1, count - 1)...].prefix(2))
        }
        nodes[count - 1].links = []
        return try GraphEncoder().encode(nodes[0])
    }

    private func decode(
        _ archive: Bytes, with decoder: GraphDecoder = GraphDecoder(), report: @escaping (Double) throws -> Void
    ) throws -> Node {
        Node.passedCount.withLock { $0 = 0 }
        let budget = DecodingBudget(arrivedByteCount: archive.count, spentCost: 0, report: report)
        return try archive.withUnsafeBytes { try decoder.decode(Node.self, from: $0, budget) }
    }

    @Test func valuesThatWereDeferredAreAPartOfTheProgress() throws {
        let archive = try Self.archive()
        var reports: [(progress: Double, passed: Int)] = []
        let root = try decode(archive) { progress in
            reports.append((progress, Node.passedCount.withLock { $0 }))
        }
        for node in sequence(first: root, next: { $0.children.first }).dropFirst() {
            #expect(!node.links.isEmpty && node.owner != nil)
        }
        let total = 2 * Self.count
        #expect(reports.allSatisfy { (0...1).contains($0.progress) })
        #expect(reports.allSatisfy { $0.passed > 0 || $0.progress < 0.7 })
        #expect(reports.contains { $0.passed > 0 && $0.passed < total && $0.progress < 0.9 }, "\(reports)")
        #expect(try #require(reports.last).progress > 0.9)
    }

    @Test func everyReportCanEndTheDecoding() throws {
        let archive = try Self.archive()
        let decoder = GraphDecoder()
        var (last, reportCount) = (1, 0)
        let alive = Node.aliveCount.withLock { $0 }
        // How many there are depends on the time.
        while true {
            reportCount = 0
            let result = Result {
                try decode(archive, with: decoder) { _ in
                    reportCount += 1
                    if reportCount == last { throw CancellationError() }
                }
            }
            guard case .failure(let error) = result else {
                #expect(reportCount < last && reportCount > 8)
                break
            }
            // Nothing is reported after the error.
            #expect(error is CancellationError && reportCount == last)
            #expect(Node.aliveCount.withLock { $0 } == alive)
            last += 1 + last / 4
        }
    }

    /// Finding the references of what a failed decoding has created, in order to release it, counts as work too.
    @Test func aReportAfterAnErrorEndsNothingElse() throws {
        let archive = try Self.archive()
        let decoder = GraphDecoder()
        Node.failing.withLock { $0 = 2 * Self.count - 100 }
        defer { Node.failing.withLock { $0 = nil } }
        #expect(throws: Failure.self) {
            try decode(archive, with: decoder) { _ in
                guard Node.passedCount.withLock({ $0 }) >= 2 * Self.count - 100 else { return }
                throw CancellationError()
            }
        }
        // The session that is used again costs too much for another reason.
        let spent = DecodingBudget(arrivedByteCount: archive.count, spentCost: .max / 2)
        let error = #expect(throws: GraphCodableError.self) {
            try archive.withUnsafeBytes { try decoder.decode(Node.self, from: $0, spent) }
        }
        #expect(error?.code == .limitExceeded)
    }
}
