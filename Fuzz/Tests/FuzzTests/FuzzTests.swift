import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Inputs on which the fuzzers failed once, and a short run of random ones that works with every toolchain.
struct FuzzTests {
    static let failures = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Failures").standardizedFileURL

    @Test(arguments: FuzzTarget.allCases) func whatFailedOnceDoesNotFailAgain(target: FuzzTarget) throws {
        let folder = Self.failures.appending(path: target.rawValue)
        let path = folder.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            try Data(contentsOf: folder.appending(path: name)).withUnsafeBytes { target.run($0) }
        }
    }

    /// Ends with a trap when a target fails: then the seed that was printed gives the same inputs again.
    @Test(arguments: FuzzTarget.allCases) func randomInputsAreHarmless(target: FuzzTarget) throws {
        let seed = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
        var generator = SplitMix64(seed: seed)
        print("fuzz target \(target), FUZZ_SEED=\(seed)")
        let seeds = try target.seeds()
        let count = Torture.count(200, torture: 1_000_000)
        let runner = InputRunner("\(target), FUZZ_SEED=\(seed)", .usual) { target.run($0) }
        let start = Usage.processorTime(CLOCK_THREAD_CPUTIME_ID)
        for number in 0..<count {
            var input = seeds[number % seeds.count]
            for _ in 0...Int(generator.next() % 6) where !input.isEmpty {
                Self.change(&input, &generator)
            }
            if generator.next() % 8 != 0, input.count > 4, input[3] == 0x5A {
                Checksums.repair(container: &input)
            }
            runner.run(input)
            guard runner.isSound else { return }
        }
        runner.finish()
        print("time: random inputs for \(target): \(Usage.processorTime(CLOCK_THREAD_CPUTIME_ID) - start) s")
        Figure.print("random inputs for the fuzz target \(target)", count)
    }

    static func change(_ input: inout [UInt8], _ generator: inout SplitMix64) {
        let place = Int(generator.next() % UInt64(input.count))
        let byte = UInt8(truncatingIfNeeded: generator.next())
        switch generator.next() % 6 {
        case 0: input[place] = byte
        case 1: input[place] ^= 1 << (byte & 7)
        case 2: input[place] &+= 1
        case 3: input.remove(at: place)
        case 4: input.insert(byte, at: place)
        default: input.insert(contentsOf: input[place...].prefix(Int(byte & 7)), at: place)
        }
    }
}
