import Foundation
import FuzzTargets
import GraphCodable
import TestSupport
import Testing

/// Archives in which anything stands where a type that needs no code is expected.
@Suite struct ValueTests {
    /// The smallest stack that threads have on the supported systems, unless the sanitizers need more.
    private static let stackSize = ProcessInfo.processInfo.environment["SANITIZER"] == nil ? 512 << 10 : 8 << 20
    /// As many types are tested at the same time as there are processors.
    private static let processors = DispatchSemaphore(value: ProcessInfo.processInfo.activeProcessorCount)
    /// Of how many inputs one is decoded under the strict policy, too. It only refuses more, and inputs are so small that the limits of both
    /// policies allow the same but for the depth.
    private static let strictInterval = 8

    /// Ends with a trap when a type fails: then the seed that was printed gives the same inputs again.
    @Test(arguments: Array(ValueTarget.typeNames.enumerated()).map { ($0.offset, $0.element) })
    func archivesOfAnyContentAreHarmless(number: Int, type: String) async {
        let seed = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
        print("archives of any content for \(type), FUZZ_SEED=\(seed)")
        let count = Torture.count(60, torture: 1_000_000)
        await withCheckedContinuation { continuation in
            let thread = Thread {
                Self.processors.wait()
                let start = Usage.processorTime(CLOCK_THREAD_CPUTIME_ID)
                Self.decode(number, type, seed, count)
                Self.processors.signal()
                let seconds = Usage.processorTime(CLOCK_THREAD_CPUTIME_ID) - start
                print("time: archives of any content for \(type): \(seconds) s")
                continuation.resume()
            }
            thread.stackSize = Self.stackSize
            thread.start()
        }
        Figure.print("archives of any content for \(type)", count)
    }

    /// Inputs are small, so the default policy must keep to the bounds of the strict one, too.
    private static func decode(_ number: Int, _ type: String, _ seed: UInt64, _ count: Int) {
        var generator = SplitMix64(seed: seed)
        let usual = InputRunner("\(type), FUZZ_SEED=\(seed)", .strict) {
            ValueTarget.run($0, policy: GraphDecodingPolicy())
        }
        let strict = InputRunner("\(type) under the strict policy, FUZZ_SEED=\(seed)", .strict) {
            ValueTarget.run($0, policy: .strict)
        }
        for index in 0..<count where usual.isSound && strict.isSound {
            var input = [UInt8(number)]
            for _ in 0..<Int(generator.next() % 200) { input.append(UInt8(truncatingIfNeeded: generator.next())) }
            usual.run(input)
            if index.isMultiple(of: strictInterval) {
                strict.run(input)
            }
        }
        usual.finish()
        strict.finish()
    }
}
