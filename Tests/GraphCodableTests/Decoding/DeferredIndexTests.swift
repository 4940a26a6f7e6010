import TestSupport
import Testing

@testable import GraphCodable

/// The lists that find deferred work without looking at all of it.
struct DeferredIndexTests {
    private func work(owner: UInt32, isValue: Bool) -> DeferredWork {
        DeferredWork(
            cursor: .nowhere, end: .nowhere, owner: owner, deferringLevel: 0,
            completedCount: 0, task: isValue ? .value { _ in } : .call {})
    }

    @Test func theFirstValueThatIsNotSetIsFoundWhateverHasBeenRemoved() {
        var random = SplitMix64(seed: UInt64.random(in: 0...UInt64.max))
        for _ in 0..<Torture.count(200, torture: 10_000) {
            var (deferred, index) = ([DeferredWork](), DeferredIndex())
            /// The indices of each owner's work.
            var own = [[Int]](repeating: [], count: 3)
            for _ in 0..<60 {
                let owner = Int.random(in: 0..<3, using: &random)
                switch Int.random(in: 0..<8, using: &random) {
                case 0..<4:
                    own[owner].append(deferred.count)
                    deferred.append(work(owner: UInt32(owner), isValue: Int.random(in: 0..<4, using: &random) > 0))
                case 4, 5:
                    if let done = deferred.indices.randomElement(using: &random) { deferred[done].progress = .over }
                case 6:
                    index.update(deferred)
                    #expect(index.popIndex(of: UInt32(owner), from: 0) == own[owner].popLast())
                default:
                    let first = index.first(of: UInt32(owner), in: deferred)
                    #expect(first == own[owner].first { deferred[$0].isUndelivered })
                    if let first {
                        #expect(index.next(after: first) == own[owner].first { $0 > first })
                    }
                }
            }
        }
    }

    @Test func earlyRangesHaveThePlacesOfTheirValues() {
        var random = SplitMix64(seed: UInt64.random(in: 0...UInt64.max))
        for _ in 0..<Torture.count(500, torture: 20_000) {
            // Values begin and end like parentheses.
            var (values, begun) = ([EarlyDecodedValue](), [(owner: UInt32, start: Int)]())
            for place in 0..<30 {
                if Int.random(in: 0..<3, using: &random) == 0 {
                    begun.append((UInt32.random(in: 0..<3, using: &random), place))
                } else if Bool.random(using: &random), let (owner, start) = begun.popLast() {
                    values.append(EarlyDecodedValue(owner: owner, start: start, end: place))
                }
            }
            var ranges = EarlyDecodedRanges(values)
            for place in 0..<32 {
                let owner = UInt32.random(in: 0..<3, using: &random)
                let expected = values.contains { $0.owner == owner && $0.start <= place && place < $0.end }
                #expect(ranges.contains(place, of: owner) == expected)
            }
        }
    }
}
