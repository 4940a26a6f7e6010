import GraphCodable
import TestSupport
import Testing

/// Raw archives have no checksums: damage may go unnoticed, but must never do harm.
struct DamageTests {
    /// Decodes damaged bytes; whatever comes back is walked, an error is fine, a trap is not.
    private func decode(_ bytes: Bytes) -> Bool {
        do {
            let group = try GraphDecoder().decode(SampleGraph.Group.self, from: bytes)
            return group.shapes.count + group.list.items.count >= 0
        } catch {
            return error is GraphCodableError
        }
    }

    @Test func everySingleBitFlipIsHarmless() throws {
        let archive = try GraphEncoder().encode(SampleGraph.make()) as Bytes
        for bit in Torture.some(of: 0..<archive.count * 8, step: 13) {
            var damaged = archive
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(decode(damaged), "bit \(bit)")
        }
    }

    @Test func everyTruncationIsRefused() throws {
        let archive = try GraphEncoder().encode(SampleGraph.make()) as Bytes
        for count in archive.indices {
            #expect(throws: GraphCodableError.self) {
                try GraphDecoder().decode(SampleGraph.Group.self, from: archive.prefix(count))
            }
        }
        #expect(throws: GraphCodableError.self) {
            try GraphDecoder().decode(SampleGraph.Group.self, from: archive + [0])
        }
    }

    @Test func randomDamageIsHarmless() throws {
        let tags: [UInt8] = [0x00, 0xFF, 0x7F, 0x80, 0xE5, 0xE3, 0xC0]
        let archive = try GraphEncoder().encode(SampleGraph.make()) as Bytes
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SplitMix64(seed: seed)
        for _ in 0..<Torture.count(1_000, torture: 500_000) {
            var damaged = archive
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let offset = Int.random(in: damaged.indices, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: damaged[offset] = UInt8.random(in: 0...255, using: &generator)
                case 1: damaged[offset] = tags.randomElement(using: &generator) ?? 0
                case 2: damaged.swapAt(offset, Int.random(in: damaged.indices, using: &generator))
                default: damaged[offset] &+= 1
                }
            }
            #expect(decode(damaged), "seed \(seed)")
        }
    }
}
