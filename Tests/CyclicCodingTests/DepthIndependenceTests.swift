import CyclicCoding
import Foundation
import GraphCodable
import TestSupport
import Testing

/// Decoding gives the same at every depth and on every stack.
struct DepthIndependenceTests {
    private static let stackSizes = [512 << 10, 8 << 20]

    /// Decodes a graph behind a chain of some length, and says what came out.
    private static func decode(seed: UInt64, behind count: Int, throughArchive: Bool = false) throws -> String {
        var random = SplitMix64(seed: seed)
        let node = RandomGraph.make(using: &random)
        let decoys = (0..<2).map { _ in RandomGraph.make(using: &random) }
        var chain = RandomGraph.Chain(nil, node)
        for _ in 0..<count {
            chain = RandomGraph.Chain(chain, nil)
        }
        let root = RandomGraph.Root(decoys: decoys.filter { $0.mode % 64 != 63 }, chain: chain)
        let bytes: Bytes? =
            throughArchive ? try GraphEncoder().encode(codable: root, types: RandomGraph.types) : nil
        let flattened = try CyclicEncoder(types: RandomGraph.types).flatten(root)
        takeApart(chain)
        do {
            let decoded =
                if let bytes {
                    try GraphDecoder().decode(RandomGraph.Root.self, codable: bytes, types: RandomGraph.types)
                } else {
                    try CyclicDecoder(types: RandomGraph.types).decode(RandomGraph.Root.self, from: flattened)
                }
            let (length, last) = takeApart(decoded.chain)
            #expect(length == count)
            return RandomGraph.text(of: last)
        } catch {
            return "error: \(RandomGraph.text(of: error))"
        }
    }

    /// Releases a chain object by object.
    @discardableResult
    private static func takeApart(_ chain: RandomGraph.Chain) -> (length: Int, node: RandomGraph.Node?) {
        var (length, last) = (0, chain)
        while let next = last.next {
            last.next = nil
            last = next
            length += 1
        }
        return (length, last.node)
    }

    @Test func randomGraphsAreTheSameBehindChainsOfAnyLength() throws {
        let first = UInt64.random(in: 0..<1 << 32)
        var errorCount = 0
        for seed in first..<first + 10 {
            let expected = try Self.decode(seed: seed, behind: 0)
            errorCount += expected.hasPrefix("error") ? 1 : 0
            for size in Self.stackSizes {
                for count in [300, 2_000] {
                    let found = try onStack(of: size) { try Self.decode(seed: seed, behind: count) }
                    #expect(found == expected, "seed \(seed), behind \(count) objects, stack of \(size) bytes")
                }
            }
            let archived = try onStack(of: Self.stackSizes[0]) {
                try Self.decode(seed: seed, behind: 300, throughArchive: true)
            }
            #expect(archived == expected, "seed \(seed), in an archive")
        }
        #expect(errorCount < 10)
    }

    @Test(arguments: stackSizes) func aRandomGraphIsTheSameBehindThirtyThousandObjects(stackSize: Int) throws {
        let seed = UInt64.random(in: 0..<1 << 32)
        let expected = try Self.decode(seed: seed, behind: 0)
        let found = try onStack(of: stackSize) { try Self.decode(seed: seed, behind: 30_000) }
        #expect(found == expected, "seed \(seed)")
    }
}
