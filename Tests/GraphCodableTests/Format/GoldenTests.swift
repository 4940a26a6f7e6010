import Foundation
import GraphCodable
import TestSupport
import Testing

/// Archives of earlier releases are read, and written again byte for byte.
struct GoldenTests {
    @Test(arguments: Golden.all) func aGraphGivesTheSameBytesAsEver(golden: Golden) throws {
        if ProcessInfo.processInfo.environment["MAKE_GOLDENS"] != nil {
            try FileManager.default.createDirectory(at: Golden.folder, withIntermediateDirectories: true)
            try Data(try golden.make()).write(to: golden.url)
        }
        #expect(try golden.make() == golden.bytes)
    }

    @Test(arguments: Golden.all) func anArchiveComesBackAsItWas(golden: Golden) throws {
        let bytes = try golden.bytes
        #expect(try golden.recode(bytes) == bytes)
    }

    @Test func noArchiveIsLargeOrForgotten() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Golden.folder.path(percentEncoded: false))
        #expect(Set(names.filter { $0.hasSuffix(".graph") }) == Set(Golden.all.map { $0.name + ".graph" }))
        for golden in Golden.all {
            #expect(try golden.bytes.count <= 4_096)
        }
    }

    /// A raw archive has no checksums: damage may go unnoticed, but must end in a value or an error of the package.
    private func expectNoHarm(_ golden: Golden, _ damaged: Bytes, _ change: @autoclosure () -> String) {
        do {
            _ = try golden.recode(damaged)
        } catch {
            if !(error is GraphCodableError) {
                Issue.record("\(golden.name), \(change()): \(error)")
            }
        }
    }

    @Test(arguments: Golden.all) func everyFlippedBitIsHarmless(golden: Golden) throws {
        var archive = try golden.bytes
        for bit in Torture.some(of: 0..<archive.count * 8, step: 23) {
            archive[bit / 8] ^= 1 << UInt8(bit % 8)
            expectNoHarm(golden, archive, "bit \(bit)")
            archive[bit / 8] ^= 1 << UInt8(bit % 8)
        }
    }

    @Test(arguments: Golden.all) func everyTruncationIsRefused(golden: Golden) throws {
        let archive = try golden.bytes
        for count in archive.indices {
            #expect(throws: GraphCodableError.self) { try golden.recode(Array(archive[..<count])) }
        }
        #expect(throws: GraphCodableError.self) { try golden.recode(archive + [0]) }
    }

    /// Bytes become others at which things change, are repeated, moved, lost or taken from another archive.
    @Test(arguments: Golden.all) func bursts(golden: Golden) throws {
        let archive = try golden.bytes
        let others = try Golden.all.map { try $0.bytes }
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SplitMix64(seed: seed)
        for _ in 0..<Torture.count(75, torture: 500_000) {
            let mutant = Mutation.mutate(archive, others, using: &generator)
            expectNoHarm(golden, mutant, "seed \(seed)")
        }
    }
}

/// Changes an archive in one to six places.
enum Mutation {
    static func mutate(_ archive: Bytes, _ others: [Bytes], using generator: inout SplitMix64) -> Bytes {
        var mutant = archive
        for _ in 0..<Int.random(in: 1...6, using: &generator) where !mutant.isEmpty {
            let place = Int.random(in: mutant.indices, using: &generator)
            let length = Int.random(in: 1...min(8, mutant.count - place), using: &generator)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: mutant[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: mutant[place] = interesting.randomElement(using: &generator) ?? 0
            case 2: mutant[place] &+= 1
            case 3: mutant[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 4: mutant.removeSubrange(place..<place + length)
            case 5: mutant.insert(contentsOf: mutant[place..<place + length], at: place)
            case 6:
                let other = others.randomElement(using: &generator) ?? archive
                let start = Int.random(in: other.indices, using: &generator)
                mutant.insert(contentsOf: other[start...].prefix(length), at: place)
            default: mutant.swapAt(place, Int.random(in: mutant.indices, using: &generator))
            }
        }
        return mutant
    }

    private static let interesting: Bytes = [
        0x00, 0x01, 0x3F, 0x40, 0x5F, 0x60, 0x7F, 0x80, 0x9F, 0xA0, 0xC0, 0xC6, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xDD,
        0xE0,
        0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xFF,
    ]
}
