import DepthProperty
import Foundation
import GraphCodable

/// Checks that what is decoded does not depend on how deep in a graph it is, for `Scripts/Tests/release-test`.
///
/// A seed may be given, to repeat a failure.
@main struct EqualDepth {
    static func main() throws {
        let seed = CommandLine.arguments.dropFirst().first.flatMap { UInt64($0) } ?? .random(in: 0...UInt64.max)
        var failures: [String] = []
        for options in [[], .disableInheritance] as [GraphEncoder.Options] {
            failures += try DepthProperty(options, count: 150, seed: seed).failures
        }
        guard failures.isEmpty else {
            FileHandle.standardError.write(Data((failures.joined(separator: "\n") + "\n").utf8))
            exit(1)
        }
    }
}
