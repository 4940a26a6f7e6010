import Foundation
import FuzzTargets
import GraphCodable
import TestSupport
import Testing

/// Archives in which anything stands where a type that needs no code is expected. One type after another, because the memory that is
/// measured is that of the process.
@Suite(.serialized) struct ValueTests {
    /// The smallest stack that threads have on the supported systems, unless the sanitizers need more.
    private static let stackSize = ProcessInfo.processInfo.environment["SANITIZER"] == nil ? 512 << 10 : 8 << 20

    /// Ends with a trap when a type fails: then the seed that was printed gives the same inputs again.
    @Test(arguments: Array(ValueTarget.typeNames.enumerated()).map { ($0.offset, $0.element) })
    func archivesOfAnyContentAreHarmless(number: Int, type: String) async {
        let seed = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
        print("archives of any content for \(type), FUZZ_SEED=\(seed)")
        let count = Torture.count(60, torture: 1_000_000)
        await withCheckedContinuation { continuation in
            let thread = Thread {
                Self.decode(number, type, seed, count)
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
        for _ in 0..<count {
            var input = [UInt8(number)]
            for _ in 0..<Int(generator.next() % 200) { input.append(UInt8(truncatingIfNeeded: generator.next())) }
            for policy in [GraphDecodingPolicy.strict, GraphDecodingPolicy()] {
                let isWithin = Bounds.strict.check(input, "\(type), FUZZ_SEED=\(seed)") {
                    ValueTarget.run($0, policy: policy)
                }
                guard isWithin else { return }
            }
        }
    }
}
