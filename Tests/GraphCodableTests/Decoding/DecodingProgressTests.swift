import GraphCodable
import Synchronization
import TestSupport
import Testing

/// What is reported while values that were deferred are decoded, and sets of objects are built.
@Suite(.serialized) struct DecodingProgressTests {
    final class Node: GCodable, Hashable {
        static let passedCount = Mutex(0)
        static let aliveCount = Mutex(0)
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
                Self.passedCount.withLock { $0 += 1 }
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
        let context = DecodingContext(arrivedByteCount: archive.count, spentCost: 0, report: report)
        return try archive.withUnsafeBytes { try decoder.decode(Node.self, from: $0, context) }
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
}
