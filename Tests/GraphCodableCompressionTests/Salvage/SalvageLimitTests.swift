import GraphCodable
@testable import GraphCodableCompression
import Testing

/// Salvaging made-up archives costs no more than others, and is refused beyond the limits.
struct SalvageLimitTests {
    /// Headers whose checksums hold, each of which claims much of the file as its payload: looking into all would be quadratic.
    @Test func hostileHeadersCostLinearTime() throws {
        var bytes = try compressed([1], .none)
        var header = [UInt8](repeating: 0, count: 32)
        for ordinal in 0..<UInt32(20_000) {
            let section = SectionHeader(
                type: SectionType.data, flags: SectionFlags.raw, ordinal: ordinal, storedSize: 1 << 19,
                plainSize: 1 << 19, payloadHash: 7)
            header.withUnsafeMutableBytes { section.store(in: $0) }
            bytes += header + [0xFF]
        }
        var looked: UInt64 = 0
        let source = RandomAccess(size: UInt64(bytes.count)) { offset, target in
            let rest = bytes[Int(offset)...].prefix(target.count)
            target.copyBytes(from: rest)
            looked += UInt64(rest.count)
            return rest.count
        }
        let scanner = SectionScanner(source, options: GraphContainerReadingOptions()) { _ in }
        try scanner.run()
        #expect(looked < 128 << 20)
    }

    /// An END whose number says that there were billions of sections of which nothing is there.
    @Test func sectionsThatAreMadeUpCostNothing() throws {
        var forged = try Forgery(try compressed([1, 2, 3], .none))
        forged.sections[1].header.ordinal = .max
        let result = try salvaged(forged.bytes)
        #expect(result.bytes == [1, 2, 3] && result.report.proof == .holds && result.report.isMetadataLost)
    }

    @Test func tryingCodecsObeysTheMemoryLimit() throws {
        let form = HostileMemoryTests.forms(blockSize: 1 << 18)[0].form
        var bytes = try HostileMemoryTests.container(form, blockSizeLog2: 18, blocks: 1, .zlib)
        bytes[9] = 0xFF
        #expect(try salvaged(bytes).report.recoveredBlockCount == 1)
        var options = GraphContainerReadingOptions()
        options.policy.maximumMemory = 1 << 18
        #expect(code { try salvaged(bytes, options: options) } == .unsupportedCodec)
    }

    @Test func limitsAreObeyed() throws {
        let bytes = try compressed(Payload.text(2 * smallBlock), .zlib)
        var options = GraphContainerReadingOptions()
        options.policy.maximumPlainByteCount = UInt64(smallBlock)
        #expect(code { try salvaged(bytes, options: options) } == .limitExceeded)
        // A high number announces much that is not there.
        var far = try Forgery(try compressed([1], .none))
        far.sections.removeLast()
        far.sections[0].header.ordinal = .max
        far.header.replaceSubrange(16..<24, with: [UInt8](repeating: 0xFF, count: 8))
        #expect(code { try salvaged(far.bytes) } == .limitExceeded)
    }

    @Test func moreSectionsThanTheLargestArchiveHasAreRefused() throws {
        var options = GraphContainerReadingOptions()
        options.policy.maximumPlainByteCount = 1
        for type in [SectionType.data, 0xF0] {
            var forged = try Forgery(try compressed([1], .none))
            forged.sections = (0..<1_100).map {
                var section = Forgery.section(type: type, [7])
                section.header.ordinal = UInt32($0)
                return section
            }
            #expect(code { try salvaged(forged.bytes, options: options) } == .limitExceeded, "type \(type)")
            #expect(code { try salvaged(forged.bytes) } == nil, "type \(type)")
            forged.sections.removeSubrange(1_000...)
            #expect(code { try salvaged(forged.bytes, options: options) } == nil, "type \(type)")
        }
    }
}
