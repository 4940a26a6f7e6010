import TestSupport
import Testing

@testable import GraphCodable

/// Everything in the library that goes as deep as a graph, on a graph that would overflow the stack if it recursed.
///
/// 5,000 calls overflow a stack of 512 KiB if each takes 105 bytes; with `make torture` 5 bytes are enough.
///
/// The other functions that go as deep as a graph are those of the sibling libraries: see `DeepWorkTests` of CyclicCoding,
/// `aListOfAnyLengthNeedsNoStack` of Serializable and `aLongChainOfOldObjectsIsMigrated` of VersionedCodable.
struct DeepWorkTests {
    enum Style: Int, CaseIterable, Sendable {
        /// The reference is decoded at once.
        case atOnce
        /// The reference is decoded when the object exists.
        case deferred
        /// The reference is the element of a set, which waits only if it has to.
        case hashed
    }

    final class Link: GCodable, Hashable {
        let number: Int
        let style: Style
        var next: Link?
        var followers: Set<Link> = []
        /// A reference back, which makes the rest of the chain wait.
        weak var first: Link?

        private enum Key: String { case number, style, next, followers, first, missing }

        init(_ number: Int, _ style: Style) {
            (self.number, self.style) = (number, style)
        }

        init(from decoder: GDecoder) throws {
            number = try decoder.decode(for: Key.number)
            guard let style = Style(rawValue: try decoder.decode(for: Key.style)) else {
                throw GraphCodableError(.malformed, "No style.")
            }
            self.style = style
            if number < 0 {
                _ = try decoder.decode(for: Key.missing) as Int
            }
            switch style {
            case .atOnce: next = try decoder.decode(for: Key.next)
            case .deferred: try decoder.deferDecode(for: Key.next) { self.next = $0 }
            case .hashed: try decoder.decodeOrDefer(for: Key.followers, into: self) { $0.followers = $1 }
            }
            try decoder.deferDecode(for: Key.first) { self.first = $0 }
        }

        func encode(to encoder: GEncoder) throws {
            try encoder.encode(number, for: Key.number)
            try encoder.encode(style.rawValue, for: Key.style)
            if style == .hashed {
                try encoder.encode(followers, for: Key.followers)
            } else {
                try encoder.encode(next, for: Key.next)
            }
            try encoder.encodeConditional(first, for: Key.first)
        }

        static func == (left: Link, right: Link) -> Bool { left.number == right.number }

        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    /// With recursion, each object would take hundreds of bytes of the stack.
    private static let count = Torture.count(5_000, torture: 100_000)

    private static func makeChain(_ style: Style, isBroken: Bool = false) -> Link {
        let head = Link(0, style)
        var last = head
        for number in 1..<count {
            let link = Link(isBroken && number == count - 1 ? -1 : number, style)
            link.first = head
            if style == .hashed {
                last.followers = [link]
            } else {
                last.next = link
            }
            last = link
        }
        return head
    }

    /// The archives of all styles, of which most work needs nothing else. The first work makes them, on its small stack.
    private static let archives = Result {
        try Dictionary(uniqueKeysWithValues: Style.allCases.map { ($0, try makeArchive($0, isBroken: false)) })
    }

    private static func makeArchive(_ style: Style) throws -> Bytes { try #require(archives.get()[style]) }

    private static func makeArchive(_ style: Style, isBroken: Bool) throws -> Bytes {
        var head: Link? = makeChain(style, isBroken: isBroken)
        defer { try? GraphReleaser.release(&head) }
        return try GraphEncoder().encode(head)
    }

    /// A function that goes as deep as the graph.
    struct Work: Sendable, CustomTestStringConvertible {
        let function: String
        /// What bounds its recursion.
        let bound: String
        let run: @Sendable (Style) throws -> Void
        var testDescription: String { "\(function): \(bound)" }
    }

    static let all = [
        Work(function: "GraphDecoder.decode", bound: "goes on on other memory") { style in
            var head: Link? = try GraphDecoder().decode(Link.self, from: makeArchive(style))
            try GraphReleaser.release(&head)
            #expect(head == nil)
        },
        Work(function: "a decoding that fails, CodingPathFinder", bound: "the record table, a queue") { style in
            let archive = try makeArchive(style, isBroken: true)
            let error = #expect(throws: GraphCodableError.self) { try GraphDecoder().decode(Link.self, from: archive) }
            #expect(error?.code == .keyNotFound && (error?.codingPath.description.count ?? 0) > 0)
        },
        Work(function: "GraphDecoder.check", bound: "the record table") { style in
            let archive = try makeArchive(style)
            _ = try archive.withUnsafeBytes { try GraphDecoder().check(Link.self, from: $0) }
        },
        Work(function: "GraphCodableUti.roundTripProblems, GraphComparison", bound: "a stack, GraphReleaser") { style in
            var head: Link? = makeChain(style)
            defer { try? GraphReleaser.release(&head) }
            if let head {
                let problems = try GraphCodableUti.roundTripProblems(of: head)
                #expect(problems.allSatisfy { $0.kind == .notWritten })
            }
        },
        Work(function: "GraphArchive.verify", bound: "record by record") { style in
            try GraphArchive(makeArchive(style)).verify()
        },
        Work(function: "GraphArchive.dump", bound: "records inside others on the walk's own stack, and a limit") {
            style in
            let archive = try GraphArchive(makeArchive(style))
            var length = 0
            try archive.dump { length += $0.utf8.count }
            #expect(length > 10 * count)
        },
        Work(function: "GraphArchive.writeJSON", bound: "record by record") { style in
            let archive = try GraphArchive(makeArchive(style))
            var length = 0
            try archive.writeJSON { length += $0.count }
            #expect(length > 10 * count)
        },
        Work(function: "GraphSalvage", bound: "record by record") { style in
            let archive = try makeArchive(style)
            // Half of the chain hangs on the lost record.
            let salvage = try GraphSalvage(archive, lostRanges: [archive.count / 3..<archive.count / 3 + 10])
            #expect(!salvage.isComplete)
            _ = try salvage.archive(lostReferences: .removed)
        },
    ]

    /// Names of types nest as deeply as an archive says, in the name that people read and in the mangled one.
    @Test func deepNamesNeedNoStack() throws {
        try onThread {
            let count = 100_000
            let name =
                String(repeating: "Swift.Array<", count: count) + "Swift.Int" + String(repeating: ">", count: count)
            #expect(WrittenTypeName(name) == nil)
            #expect(WrittenTypeName(String(repeating: "A.", count: count) + "B")?.parts.count == count + 1)
            for mangled in [
                String(repeating: "Say", count: count) + "Si" + String(repeating: "G", count: count),
                String(repeating: "Si", count: count) + String(repeating: "Sg", count: count),
                "Si" + String(repeating: "m", count: count),
            ] {
                #expect(!TypeNames.isHarmless(mangled))
            }
        }
    }

    @Test(arguments: all, Style.allCases) func deepGraphsNeedNoStack(work: Work, style: Style) throws {
        try onThread { try work.run(style) }
    }
}
