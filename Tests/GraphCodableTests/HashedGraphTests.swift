import TestSupport
import Testing

@testable import GraphCodable

/// Sets and dictionaries × deferral × identity × cycles: whatever is decoded is right.
@Suite struct HashedGraphTests {
    @Test func randomGraphsWithHashedCollectionsComeBack() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        let all = HashedGraph.Features.all
        for index in 0..<Torture.count(120, torture: 20_000) {
            var features = all
            if Bool.random(using: &random) {
                features = HashedGraph.Features(rawValue: .random(in: 0...all.rawValue, using: &random))
            }
            let limit = Torture.isOn && index % 50 == 0 ? 3_000 : [4, 12, 40, 150][index % 4]
            let count = Int.random(in: 1...limit, using: &random)
            if let failure = HashedGraph.failure(random.next(), count, features) {
                Issue.record("\(failure) (from seed \(seed))")
                return
            }
        }
    }
}
