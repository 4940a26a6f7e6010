import Foundation
import FuzzTargets
import GraphCodable
import TestSupport
import Testing

/// Archives in which anything stands where a type that needs no code is expected.
struct ValueTests {
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

    /// What long texts are made of: what types look at one by one, and marks, which take quadratic time when they are compared.
    ///
    /// - Parameter length: How many bytes they have, roughly.
    private static func texts(length: Int) -> [String] {
        let parts = [
            ("", "a"), ("", "\u{301}\u{323}"), ("a", " \u{301}\u{323}"), ("", "%41"), ("http://", "a/"),
            (#"{"value":0,"unit":{"symbol":""#, "m"),
        ]
        // The keys differ. Many that are alike are one.
        return parts.map { $0 + String(repeating: $1, count: length / $1.utf8.count) }
            + ["en_US@" + (0..<length / 8).map { "k\($0)=v" }.joined(separator: ";")]
    }

    /// A text is stored once and read again for each value, so what many values do with it costs each of them.
    @Test(arguments: Array(ValueTarget.typeNames.enumerated()).map { ($0.offset, $0.element) })
    func aTextThatManyValuesShareCostsEachOfThem(number: Int, type: String) {
        let (length, count) = (Torture.count(4_000, torture: 400_000), Torture.count(300, torture: 100_000))
        let texts = Self.texts(length: length)
        for (bounds, policy) in [(Bounds.usual, GraphDecodingPolicy()), (.strict, .strict)] {
            let runner = InputRunner("\(type), texts that many values share", bounds) { input in
                ValueTarget.runSharedText(
                    texts[Int(input[0])], of: number, slot: Int(input[1]), count: count, policy: policy)
            }
            for place in texts.indices {
                for slot in ValueTarget.textSlots(of: number) { runner.run([UInt8(place), UInt8(slot)]) }
            }
            runner.finish()
        }
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
