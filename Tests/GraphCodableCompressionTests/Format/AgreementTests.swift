import Foundation
import GraphCodable
@_spi(Fuzzing) @testable import GraphCodableCompression
import TestSupport
import Testing

/// Two readers that share nothing but the specifications agree on what is a compressed archive.
struct AgreementTests {
    /// A sound container whose payload is a sound archive.
    static func isAccepted(_ archive: [UInt8]) -> Bool {
        do {
            guard archive.starts(with: [0x89, 0x47, 0x52, 0x5A]) else { return false }
            try GraphArchive(decompressed(archive)).verify()
            return true
        } catch {
            return false
        }
    }

    /// Whether an archive needs Zstandard and this build is without it. Python may have its own.
    private static func needsMissingCodec(_ archive: [UInt8]) -> Bool {
        guard archive.count > 9, archive[9] == 3 else { return false }
        do {
            _ = try decompressed(archive)
            return false
        } catch {
            return (error as? GraphContainerError)?.code == .unsupportedCodec
        }
    }

    static func compare(_ archives: [[UInt8]], _ context: String) throws -> Int {
        let verdicts = try PythonReader.verdicts(.container, archives)
        try #require(verdicts.count == archives.count, "Python ended early, \(context)")
        var accepted = 0
        for (archive, verdict) in zip(archives, verdicts) {
            let isAccepted = isAccepted(archive)
            accepted += isAccepted ? 1 : 0
            if let verdict, isAccepted != verdict, !Self.needsMissingCodec(archive) {
                let bytes = Data(archive).base64EncodedString()
                Issue.record("Swift says \(isAccepted), Python \(verdict); \(context): \(bytes)")
            }
        }
        return accepted
    }

    @Test(.enabled(if: PythonReader.python != nil)) func bothAcceptEveryGoldenArchive() throws {
        let archives = try GoldenContainerTests.all.map { try GoldenContainerTests.bytes($0) }
        #expect(try Self.compare(archives, "golden") == archives.count)
    }

    @Test(.enabled(if: PythonReader.python != nil)) func bothRefuseTheSameMutants() throws {
        let archives = try GoldenContainerTests.all.map { try GoldenContainerTests.bytes($0) }
        let forms = try FilterForm.wholeArchives()
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SplitMix64(seed: seed)
        var accepted = 0
        var total = 0
        let count = Torture.count(2_000, torture: 1_000_000)
        while total < count {
            let mutants = try (0..<2_000).map { number in
                // Of every fourth one the filtered block is changed behind its checksums.
                if number % 4 == 3, let mutant = try Self.filteredMutant(number / 4, forms, using: &generator) {
                    return mutant
                }
                return try Self.mutate(archives[number % archives.count], archives, using: &generator)
            }
            accepted += try Self.compare(mutants, "seed \(seed)")
            total += mutants.count
        }
        #expect(accepted > total / 200 && accepted < total * 9 / 10)
        print(
            "figure: mutants of compressed archives on which both readers agree: \(total), of which \(accepted) were accepted"
        )
    }

    private static func filteredMutant(
        _ number: Int, _ forms: [FilterForm.Sized], using generator: inout SplitMix64
    ) throws -> [UInt8]? {
        let mutant = FilterForm.mutate(forms[number % forms.count], forms, using: &generator)
        let plain = FilterFuzzing.blocks(of: [(mutant.form.bytes, mutant.plainSize)])[0]
        return try FilterForm.container(mutant, number & 1 == 0 ? .lz4 : .zlib, plain: plain)
    }

    /// Both readers make the same blocks of the same forms, byte for byte, and refuse the same.
    @Test(.enabled(if: PythonReader.python != nil)) func bothMakeTheSameOfFilteredBlocks() throws {
        let samples = try FilterForm.samples()
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SplitMix64(seed: seed)
        var (total, made, disagreements) = (0, 0, 0)
        let count = Torture.count(750, torture: 1_000_000)
        while total < count {
            let mutants = (0..<750).map { number -> (form: [UInt8], plainSize: Int) in
                let mutant = FilterForm.mutate(samples[number % samples.count], samples, using: &generator)
                return (mutant.form.bytes, mutant.plainSize)
            }
            let blocks = FilterFuzzing.blocks(of: mutants)
            let items = zip(mutants, blocks).map { mutant, block in
                Forgery.bytes(UInt64(mutant.plainSize) | UInt64(mutant.form.count) << 32) + mutant.form + (block ?? [])
            }
            let verdicts = try PythonReader.verdicts(.filter, items)
            try #require(verdicts.count == items.count, "Python ended early, seed \(seed)")
            for (number, verdict) in verdicts.enumerated() where verdict != (blocks[number] != nil) {
                disagreements += 1
                guard disagreements < 20 else { continue }
                let form = Data(mutants[number].form).base64EncodedString()
                Issue.record(
                    "Swift makes \(blocks[number] != nil ? "a block" : "nothing") of \(mutants[number].plainSize) bytes, Python the opposite or another one; seed \(seed): \(form)"
                )
            }
            made += blocks.count { $0 != nil }
            total += mutants.count
        }
        #expect(disagreements == 0)
        #expect(made > total / 10 && made < total * 9 / 10)
        print(
            "figure: mutants of filtered blocks of which both readers make the same: \(total), of which \(made) were accepted"
        )
    }

    /// Changes an archive like one who knows the format: most mutants have valid checksums.
    static func mutate(
        _ archive: [UInt8], _ others: [[UInt8]], using generator: inout SplitMix64
    ) throws -> [UInt8] {
        var forgery = try Forgery(archive)
        let place = Int.random(in: forgery.sections.indices, using: &generator)
        let byte = UInt8.random(in: 0...255, using: &generator)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0:
            var mutant = archive
            mutant[Int.random(in: mutant.indices, using: &generator)] = byte
            return mutant
        case 1:
            forgery.header[Int.random(in: 8..<24, using: &generator)] ^= 1 << (byte & 7)
        case 2:
            forgery.sections[place].patches[Int.random(in: 0..<24, using: &generator)] = byte
        case 3:
            forgery.sections[place].patches[Int.random(in: 0..<16, using: &generator)] = byte & 3
        case 4:
            let section = Forgery.section(
                type: [0x01, 0x80, 0x81, 0x90, 0xC0, 0x40].randomElement(using: &generator) ?? 0x90,
                Payload.random(Int(byte), seed: UInt64(byte)))
            forgery.sections.insert(section, at: place)
            forgery.renumber()
        case 5:
            forgery.sections.remove(at: place)
            forgery.renumber()
        case 6:
            forgery.sections.insert(forgery.sections[place], at: place)
            forgery.renumber()
        case 7:
            let other = try Forgery(others.randomElement(using: &generator) ?? archive)
            forgery.sections[place] = other.sections[Int.random(in: other.sections.indices, using: &generator)]
            forgery.renumber()
        default:
            // A payload that is stored raw, and the sum of all plain bytes with it, or one that no longer decompresses.
            var payload = forgery.sections[place].payload
            guard !payload.isEmpty else { return archive }
            payload[Int.random(in: payload.indices, using: &generator)] = byte
            forgery.setPayload(place, payload)
            let isBlock = forgery.sections[place].header.type == SectionType.data
            let isWhole = isBlock && forgery.sections[place].header.isRaw
            forgery.renumber(plain: isWhole ? payload : nil)
        }
        return forgery.bytes
    }
}
