import TestSupport
import Testing

@testable import GraphCodable

/// A graph of which only some parts were loaded is saved as the graph that was loaded whole.
struct UnloadedPartPropertyTests {
    private typealias Vertex = PartialGraph.Vertex

    @Test func graphsOpenedInPartsAreSavedAsGraphsLoadedWhole() throws {
        var copied = 0
        for seed in 0..<UInt64(Torture.count(120, torture: 20_000)) {
            var random = SplitMix64(seed: seed)
            copied += try check(&random, hasFriends: seed % 3 != 0, isChanged: seed % 4 != 0, "seed \(seed)")
        }
        #expect(copied > 300, "Hardly anything was copied.")
    }

    /// - Returns: The number of objects that were not loaded and are in the new archive.
    private func check(
        _ random: inout SplitMix64, hasFriends: Bool, isChanged: Bool, _ comment: Comment
    ) throws -> Int {
        func archive() throws -> Bytes {
            let count = Int.random(in: 1..<30, using: &random)
            let original = PartialGraph.make(count, hasFriends: hasFriends, &random)
            defer { PartialGraph.takeApart(original) }
            return try GraphEncoder().encode(original)
        }
        let (bytes, otherBytes) = (try archive(), try archive())
        let (file, other) = (try PartialGraph.open(bytes), try PartialGraph.open(otherBytes))
        defer { [file, other].forEach { $0.close() } }
        // A weak reference to an object that nothing holds would be nil.
        (file.keepsObjects, other.keepsObjects) = (hasFriends, hasFriends)
        let (root, foreign) = (try file.root(as: Vertex.self), try other.root(as: Vertex.self))
        let vertices = try loadSome(of: root, &random)
        let whole = try GraphDecoder().decode(Vertex.self, from: bytes)
        let wholeForeign = try GraphDecoder().decode(Vertex.self, from: otherBytes)
        defer { [root, foreign, whole, wholeForeign].forEach { PartialGraph.takeApart($0) } }

        let wholeVertices = Dictionary(uniqueKeysWithValues: PartialGraph.loaded(whole).map { ($0.number, $0) })
        for step in 0..<(isChanged ? 5 : 0) {
            let change = PartialGraph.randomChange(
                among: vertices.keys.sorted(), newNumber: 1_000 + step, &random)
            PartialGraph.apply(change, vertices, foreign: foreign)
            PartialGraph.apply(change, wholeVertices, foreign: wholeForeign)
        }
        let loadedCount = PartialGraph.loaded(root).count
        let decodedCount = Locked(0)
        let saved: Bytes = try PartialGraph.$decodedCount.withValue(decodedCount) { try GraphEncoder().encode(root) }
        #expect(decodedCount.get() == 0, "Saving has loaded something, \(comment)")
        let expected: Bytes = try GraphEncoder().encode(whole)
        // A reference to an object that the file does not have is copied, and encoded as nil.
        if !isChanged, !hasFriends, file.summary.absentObjectCount == 0 {
            #expect(saved == bytes, comment)
        }
        return try compare(saved, expected, comment) - loadedCount
    }

    /// What only the open file holds is gone with it, and so are weak references to it.
    @Test func aFileThatIsGoneCostsNoWeakReference() throws {
        var (saved, refused, loaded) = (0, 0, 0)
        for seed in 0..<UInt64(Torture.count(200, torture: 20_000)) {
            let comment: Comment = "seed \(seed)"
            var random = SplitMix64(seed: seed)
            let original = PartialGraph.make(Int.random(in: 1..<12, using: &random), hasFriends: true, &random)
            defer { PartialGraph.takeApart(original) }
            let bytes: Bytes = try GraphEncoder().encode(original)
            let file = try PartialGraph.open(bytes)
            let root = try file.root(as: Vertex.self)
            defer { PartialGraph.takeApart(root) }
            _ = try loadSome(of: root, &random)
            func friend(_ id: UInt32) -> Vertex? { (file.live.object(id) as? Vertex)?.friend }
            let befriended = file.live.ids.filter { friend($0) != nil }
            file.close()
            let isComplete = befriended.allSatisfy { file.live.object($0) == nil || friend($0) != nil }
            do {
                if Bool.random(using: &random) {
                    for part in root.parts where !part.isLoaded { _ = try part.load() }
                    loaded += 1
                }
                let copy: Bytes = try GraphEncoder().encode(root)
                let whole = try GraphDecoder().decode(Vertex.self, from: bytes)
                defer { PartialGraph.takeApart(whole) }
                // Without unloaded parts, nothing saves what a whole graph would lose as well.
                _ = try compare(copy, try GraphEncoder().encode(whole), comment)
                saved += 1
            } catch let error as GraphCodableError where error.code == .misuse {
                #expect(!isComplete || error.message.hasPrefix("Nothing would hold"), "\(error), \(comment)")
                refused += 1
            }
        }
        #expect(saved > 30 && refused > 30 && loaded > 20, "\(saved) saved, \(refused) refused, \(loaded) loaded")
    }

    /// Loads some parts of a graph, and lets go of some references to them.
    private func loadSome(of root: Vertex, _ random: inout SplitMix64) throws -> [Int: Vertex] {
        for _ in 0..<Int.random(in: 0..<8, using: &random) {
            let parts = PartialGraph.loaded(root).flatMap(\.parts).filter { !$0.isLoaded }
            if !parts.isEmpty { _ = try parts[Int.random(in: 0..<parts.count, using: &random)].load() }
        }
        let loaded = PartialGraph.loaded(root)
        for part in loaded.flatMap(\.parts) where Int.random(in: 0..<4, using: &random) == 0 { part.unload() }
        return Dictionary(loaded.map { ($0.number, $0) }) { first, _ in first }
    }

    /// - Returns: The number of objects in the archives.
    private func compare(_ saved: Bytes, _ expected: Bytes, _ comment: Comment) throws -> Int {
        let (copy, whole) = (
            try GraphDecoder().decode(Vertex.self, from: saved), try GraphDecoder().decode(Vertex.self, from: expected)
        )
        defer { [copy, whole].forEach { PartialGraph.takeApart($0) } }
        let text = PartialGraph.text(copy)
        #expect(text == PartialGraph.text(whole), comment)

        // The next program opens it in parts as well, and loads nothing. What the directory has does not grow.
        let file = try PartialGraph.open(saved)
        defer { file.close() }
        let root = try file.root(as: Vertex.self)
        defer { PartialGraph.takeApart(root) }
        let again: Bytes = try GraphEncoder().encode(root)
        let third = try GraphDecoder().decode(Vertex.self, from: again)
        defer { PartialGraph.takeApart(third) }
        #expect(PartialGraph.text(third).count == text.count, comment)
        let summaries = (try GraphArchive(again).summary, try GraphArchive(expected).summary)
        #expect(summaries.0.types.count <= summaries.1.types.count, comment)
        return text.count
    }
}
