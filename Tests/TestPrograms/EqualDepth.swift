import GraphCodable
import GraphModel

/// Checks that what is decoded does not depend on how deep in a graph it is, for `Scripts/Tests/release-test`.
///
/// A seed may be given, to repeat a failure.
enum EqualDepth {
    static func run(_ arguments: [String]) throws {
        let seed = arguments.first.flatMap { UInt64($0) } ?? .random(in: 0...UInt64.max)
        var failures: [String] = []
        for options in [[], .disableInheritance] as [GraphEncoder.Options] {
            failures += try DepthProperty(options, count: 150, seed: seed).failures
        }
        guard failures.isEmpty else { TestPrograms.fail(failures.joined(separator: "\n")) }
    }
}
