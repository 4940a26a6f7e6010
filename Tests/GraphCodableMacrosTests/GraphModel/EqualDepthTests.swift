import GraphCodable
import GraphModel
import TestSupport
import Testing

/// What is decoded, and which call throws which error, does not depend on how deep in a graph it happens.
///
/// `Scripts/Tests/release-test` checks the same in a release build.
struct EqualDepthTests {
    @Test(arguments: [[], .disableInheritance] as [GraphEncoder.Options])
    func graphsAndErrorsAreTheSameAtAnyDepth(_ options: GraphEncoder.Options) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        let property = try DepthProperty(
            options, count: Torture.count(20, torture: 20_000), depth: Torture.count(20_000, torture: 100_000),
            seed: seed)
        #expect(property.failures == [], "options \(options.rawValue)")
    }
}
