@testable import GraphCodableCompression
import Testing

/// Stores a block of equal bytes as one of them. Its faults can be chosen.
struct RunCodec: GraphBlockCodec {
    struct Fault: Error {}

    enum Behaviour {
        case right, failsToStart, failsToCompress, writesTooMuch, writesNothing, failsToDecompress, saysTooFew,
            saysTooMany, restoresZeros
    }

    var id: UInt8 = 200
    var behaviour = Behaviour.right
    var name: String { "run" }

    func makeCompressor() throws -> any GraphBlockCompressor {
        guard behaviour != .failsToStart else { throw Fault() }
        return Compressor(behaviour)
    }

    func makeDecompressor() throws -> any GraphBlockDecompressor {
        guard behaviour != .failsToStart else { throw Fault() }
        return Decompressor(behaviour)
    }

    final class Compressor: GraphBlockCompressor {
        let behaviour: Behaviour

        init(_ behaviour: Behaviour) {
            self.behaviour = behaviour
        }

        func compress(_ plain: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int? {
            switch behaviour {
            case .failsToCompress: throw Fault()
            case .writesTooMuch: return target.count + 1
            case .writesNothing: return 0
            default: break
            }
            guard let first = plain.first, !target.isEmpty, plain.allSatisfy({ $0 == first }) else { return nil }
            target[0] = first
            return 1
        }
    }

    final class Decompressor: GraphBlockDecompressor {
        let behaviour: Behaviour

        init(_ behaviour: Behaviour) {
            self.behaviour = behaviour
        }

        func decompress(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int {
            guard behaviour != .failsToDecompress, stored.count == 1 else { throw Fault() }
            target.initializeMemory(as: UInt8.self, repeating: behaviour == .restoresZeros ? 0 : stored[0])
            switch behaviour {
            case .saysTooFew: return target.count - 1
            case .saysTooMany: return target.count + 1
            default: return target.count
            }
        }
    }
}

struct PrivateCodecTests {
    static let plain = [UInt8](repeating: 5, count: 3 * smallBlock) + Payload.random(100)

    static func reading(_ codecs: any GraphBlockCodec...) -> GraphContainerReadingOptions {
        GraphContainerReadingOptions(threadCount: 2, codecs: codecs)
    }

    @Test func anArchiveComesBackWithItsCodec() throws {
        let archive = try compressed(Self.plain, .custom(RunCodec()), threads: 2)
        #expect(archive.count < 1000)
        #expect(archive[9] == 200)
        #expect(try decompressed(archive, options: Self.reading(RunCodec())) == Self.plain)
        #expect(try streamed(archive, options: Self.reading(RunCodec())) == Self.plain)
    }

    @Test func anArchiveIsUnsupportedWithoutItsCodec() throws {
        let archive = try compressed(Self.plain, .custom(RunCodec()))
        #expect(code { try decompressed(archive) } == .unsupportedCodec)
        #expect(code { try decompressed(archive, options: Self.reading(RunCodec(id: 201))) } == .unsupportedCodec)
    }

    @Test(arguments: [0, 1, 2, 3, 4, 127] as [UInt8]) func reservedIdsAreRefused(id: UInt8) throws {
        #expect(code { try compressed([], .custom(RunCodec(id: id))) } == .invalidArgument)
        let archive = try compressed([])
        #expect(code { try decompressed(archive, options: Self.reading(RunCodec(id: id))) } == .invalidArgument)
    }

    @Test func anIdGivenTwiceIsRefused() throws {
        let archive = try compressed([])
        let options = Self.reading(RunCodec(), RunCodec())
        #expect(code { try decompressed(archive, options: options) } == .invalidArgument)
    }

    @Test(arguments: 1...4) func faultsWhileCompressingAreThrown(threads: Int) throws {
        for behaviour in [RunCodec.Behaviour.failsToStart, .failsToCompress] {
            #expect(throws: RunCodec.Fault.self) {
                try compressed(Self.plain, .custom(RunCodec(behaviour: behaviour)), threads: threads)
            }
        }
        for behaviour in [RunCodec.Behaviour.writesTooMuch, .writesNothing] {
            let codec = GraphCodec.custom(RunCodec(behaviour: behaviour))
            #expect(code { try compressed(Self.plain, codec, threads: threads) } == .codecFailure)
        }
    }

    @Test func faultsWhileDecompressingAreErrors() throws {
        let archive = try compressed(Self.plain, .custom(RunCodec()))
        for behaviour in [RunCodec.Behaviour.failsToDecompress, .saysTooFew, .saysTooMany] {
            let options = Self.reading(RunCodec(behaviour: behaviour))
            #expect(code { try decompressed(archive, options: options) } == .malformed)
        }
        #expect(throws: RunCodec.Fault.self) {
            try decompressed(archive, options: Self.reading(RunCodec(behaviour: .failsToStart)))
        }
    }

    @Test(arguments: [1, 2]) func anArchiveNeverGrowsMoreThanReadersAccept(threads: Int) throws {
        // Of 4 MiB, the codec would make less than 3 KB.
        let plain = [UInt8](repeating: 5, count: 4 << 20)
        let archive = try compressed(plain, .custom(RunCodec()), threads: threads)
        #expect(archive.count * 1_100 >= plain.count && archive.count < plain.count / 10)
        #expect(try decompressed(archive, options: Self.reading(RunCodec())) == plain)
        #expect(try streamed(archive, options: Self.reading(RunCodec())) == plain)
        #expect(try readAtRandom(archive).blockOffsets.count == 64)
        #expect(try compressed(plain, .custom(RunCodec()), threads: 3) == archive)
    }

    @Test func aSmallArchiveMayGrowAsItLikes() throws {
        let plain = [UInt8](repeating: 5, count: 1 << 20)
        let archive = try compressed(plain, .custom(RunCodec()))
        #expect(archive.count * 1_100 < plain.count)
        #expect(try decompressed(archive, options: Self.reading(RunCodec())) == plain)
    }
}
