import Foundation
import GraphCodable
import TestSupport

/// What is decoded, and which call throws which error, does not depend on how deep in a graph it happens.
///
/// This is a library so that a program made for release can check it as the tests do.
package struct DepthProperty {
    /// What was not as it should be, in words.
    package private(set) var failures: [String] = []
    private let options: GraphEncoder.Options
    private let seed: UInt64

    struct Number: RawRepresentable {
        let rawValue: String
        init(rawValue: String) { self.rawValue = rawValue }
        init(_ number: Int) { rawValue = "\(number)" }
    }

    /// Several graphs, each of which may fail on its own.
    final class Holder: GCodable {
        var roots: [Knot] = []
        var isTrying = true
        /// The root, or why there is none.
        var results: [Result<Knot, any Error>] = []

        init(_ roots: [Knot], isTrying: Bool) { (self.roots, self.isTrying) = (roots, isTrying) }

        init(from decoder: any GDecoder) throws {
            isTrying = try decoder.decode(for: Number(-1))
            let count: Int = try decoder.decode(for: Number(-2))
            for index in 0..<count {
                let result = Result { try decoder.decode(for: Number(index)) as Knot }
                if !isTrying { _ = try result.get() }
                results.append(result)
            }
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(isTrying, for: Number(-1))
            try encoder.encode(roots.count, for: Number(-2))
            for (index, root) in roots.enumerated() {
                try encoder.encode(root, for: Number(index))
            }
        }
    }

    /// An object of a chain, of a kind by its number.
    final class Link: GCodable {
        enum Key: String { case number, next, nextInArray, nextInValue, holder }

        struct Value: GCodable {
            let link: Link?
            init(_ link: Link?) { self.link = link }
            init(from decoder: any GDecoder) throws { link = try decoder.decode() }
            func encode(to encoder: any GEncoder) throws { try encoder.encode(link) }
        }

        let number: Int
        var next: Link?
        var holder: Holder?

        init(_ number: Int, _ next: Link?, _ holder: Holder?) {
            (self.number, self.next, self.holder) = (number, next, holder)
        }

        init(from decoder: any GDecoder) throws {
            number = try decoder.decode(for: Key.number)
            switch number % 3 {
            case 0: next = try decoder.decode(for: Key.next)
            case 1: next = (try decoder.decode(for: Key.nextInArray) as [Link]).first
            default: next = (try decoder.decode(for: Key.nextInValue) as Value).link
            }
            holder = try decoder.decode(for: Key.holder)
        }

        func encode(to encoder: any GEncoder) throws {
            try encoder.encode(number, for: Key.number)
            switch number % 3 {
            case 0: try encoder.encode(next, for: Key.next)
            case 1: try encoder.encode(next.map { [$0] } ?? [], for: Key.nextInArray)
            default: try encoder.encode(Value(next), for: Key.nextInValue)
            }
            try encoder.encode(holder, for: Key.holder)
        }
    }

    /// Calls a body with a holder behind so many links.
    private static func withChain<Result>(
        of depth: Int, _ holder: Holder, _ body: (Link) throws -> Result
    ) rethrows -> Result {
        var link = Link(depth, nil, holder)
        for number in (1..<depth).reversed() {
            link = Link(number, link, nil)
        }
        defer { release(link) }
        return try body(link)
    }

    @discardableResult
    private static func release(_ head: Link) -> Holder? {
        var link: Link? = head
        var last = head
        while let current = link {
            last = current
            link = current.next
            current.next = nil
        }
        return last.holder
    }

    // MARK: Results as text

    /// What is decoded, as text; `depth` objects come before those of the holder.
    private static func text(_ holder: Holder, depth: Int) -> String {
        var lines: [String] = []
        for result in holder.results {
            switch result {
            case .success(let knot):
                var text = KnotText()
                lines.append(text.describe(knot))
            case .failure(let error):
                lines.append(KnotText.describe(error))
            }
        }
        KnotGraph.release(holder.results.compactMap { try? $0.get() })
        return numbered(lines.joined(separator: "\n"), depth: depth)
    }

    /// An error, with the path from the holder on.
    private static func text(_ error: any Error, depth: Int) -> String {
        var text = KnotText.describe(error)
        if let error = error as? GraphCodableError {
            let path = Array(error.codingPath.steps)
            let start = path.lastIndex { $0 == .key("holder") } ?? 0
            text += " at \(path[min(start + 1, path.count)...]) in \(error.typeName ?? "-")"
        }
        return numbered(text, depth: depth)
    }

    /// The text with objects' numbers as if the holder was the first object.
    private static func numbered(_ text: String, depth: Int) -> String {
        text.replacing(/(#|, object )([0-9]+)/) { "\($0.output.1)\((Int($0.output.2) ?? 0) - depth)" }
    }

    private static func outcome(_ archive: Bytes, depth: Int, _ decoder: GraphDecoder) -> String {
        do {
            if depth == 0 {
                return text(try decoder.decode(Holder.self, from: archive), depth: 0)
            }
            let link = try decoder.decode(Link.self, from: archive)
            return release(link).map { text($0, depth: depth) } ?? "no holder"
        } catch {
            return text(error, depth: depth)
        }
    }

    // MARK: Comparing

    /// Decodes graphs that are made at random at the root and behind chains of 300, 5,000 and so many objects, on this thread and
    /// on one with a stack of 512 KiB.
    ///
    /// - Parameters:
    ///   - options: How the graphs are encoded.
    ///   - count: How many graphs there are, or more until one is sound and one fails.
    ///   - depth: How long the longest chain is.
    ///   - seed: What the graphs are made from.
    package init(_ options: GraphEncoder.Options, count: Int, depth: Int = 100_000, seed: UInt64) throws {
        (self.options, self.seed) = (options, seed)
        var generator = SplitMix64(seed: seed)
        var sound: [Knot] = []
        var failing: [Knot] = []
        var all: [Knot] = []
        var (hasGraph, hasError) = (false, false)
        var index = 0
        // By chance all may be sound, or none. The first knot of a graph may be of any class, also of one that only refuses.
        while index < count || !hasGraph || !hasError, index < 100 * max(count, 1) {
            index += 1
            let graph = KnotGraph(base: index * 100, hasAnyObjects: options.isEmpty, using: &generator)
            all += graph.knots
            // What is deferred and fails in the end fails as a whole.
            let archive = try GraphEncoder(options).encode(Holder([graph.knots[0]], isTrying: true)) as Bytes
            if let holder = try? GraphDecoder().decode(Holder.self, from: archive) {
                let text = Self.text(holder, depth: 0)
                hasGraph = hasGraph || text.contains("@0(")
                hasError = hasError || text.contains("Refusal")
                sound.append(graph.knots[0])
            } else {
                hasError = true
                failing.append(graph.knots[0])
            }
        }
        defer { KnotGraph.release(all) }
        try check(sound, isTrying: true, depths: [300, 5_000, depth])
        if !hasGraph || !hasError {
            failures.append("Either no graph was decoded or no error was thrown, with seed \(seed).")
        }
        for root in (failing + sound).prefix(40) {
            try check([root], isTrying: false, depths: [300])
        }
        for root in [failing.first, sound.first].compactMap({ $0 }) {
            try check([root], isTrying: false, depths: [5_000])
        }
    }

    private mutating func check(_ roots: [Knot], isTrying: Bool, depths: [Int]) throws {
        let holder = Holder(roots, isTrying: isTrying)
        let decoder = GraphDecoder()
        let expected = Self.outcome(try GraphEncoder(options).encode(holder), depth: 0, decoder)
        for depth in depths {
            let archive = try Self.withChain(of: depth, holder) { try GraphEncoder(options).encode($0) as Bytes }
            if Self.outcome(archive, depth: depth, decoder) != expected {
                failures.append("Behind \(depth) objects the result is another, with seed \(seed).")
            }
            let found = try onThread { Self.outcome(archive, depth: depth, GraphDecoder()) }
            if found != expected {
                failures.append("Behind \(depth) objects the result on a small stack is another, with seed \(seed).")
            }
        }
    }
}
