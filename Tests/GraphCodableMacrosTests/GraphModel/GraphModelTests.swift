import GraphModel
import TestSupport
import Testing

/// Graphs of every kind at once come back: hashed collections, deferral, cycles, identity, migration and attempts in vain.
///
/// `make torture` tries far more of them in a release build, with `TestPrograms graphs`.
struct GraphModelTests {
    @Test func graphsWithEveryFeatureAtOnceComeBack() {
        let start = UInt64.random(in: 0...UInt64.max >> 1)
        let model = GraphModel(largest: 400)
        var failures: [GraphModel.Failure] = []
        for seed in start..<start + UInt64(Torture.count(200, torture: 30_000)) where failures.count < 3 {
            if let failure = model.failure(seed: seed) { failures.append(failure) }
        }
        #expect(failures.isEmpty, "\(failures.map(\.description).joined(separator: "\n\n"))")
        // Most graphs must come back: what is refused says little.
        #expect(model.counts["decoded", default: 0] > 125, "\(model.counts)")
    }

    @Test func graphsInCanonicalOrderHaveTheSameBytesAndComeBack() {
        let start = UInt64.random(in: 0...UInt64.max >> 1)
        let model = GraphModel(largest: 200)
        var failures: [GraphModel.Failure] = []
        for seed in start..<start + UInt64(Torture.count(80, torture: 10_000)) where failures.count < 3 {
            if let failure = model.failure(seed: seed, isCanonical: true) { failures.append(failure) }
        }
        #expect(failures.isEmpty, "\(failures.map(\.description).joined(separator: "\n\n"))")
        #expect(model.counts["decoded", default: 0] > 40, "\(model.counts)")
    }
}
