import Foundation
import GraphCodable
import Workloads

/// Runs one workload a number of times, and nothing else: for `perf`, `callgrind` and the counting of instructions.
///
///     WorkloadProbe <workload> encode|decode <repetitions>
///     WorkloadProbe memory
@main
struct WorkloadProbe {
    static func main() throws {
        let arguments = CommandLine.arguments
        if arguments.count == 2, arguments[1] == "memory" {
            return try MemoryProbe.run()
        }
        guard arguments.count == 4, let repetitions = Int(arguments[3]) else {
            print("usage: WorkloadProbe <workload> encode|decode <repetitions> | WorkloadProbe memory")
            exit(64)
        }
        let isEncoding = arguments[2] == "encode"
        switch arguments[1] {
        case "NumericStruct": try run(NumericStruct(), isEncoding, repetitions)
        case "Sample": try run(Sample(), isEncoding, repetitions)
        case "MediaContent": try run(MediaContent(), isEncoding, repetitions)
        case "NumericStruct-list": try run(Array(repeating: NumericStruct(), count: 5), isEncoding, repetitions)
        case "Sample-list": try run(Array(repeating: Sample(), count: 5), isEncoding, repetitions)
        case "MediaContent-list": try run(Array(repeating: MediaContent(), count: 5), isEncoding, repetitions)
        case "dag": try run(DagNode.graph(count: 20_000), isEncoding, repetitions)
        case "dag-large": try run(DagNode.graph(count: 2_000_000), isEncoding, repetitions)
        case "views": try run(View.tree(count: 20_000), isEncoding, repetitions)
        case "doubles": try run(Bulk.doubles(), isEncoding, repetitions)
        case "strings": try run(Bulk.strings(count: 20_000), isEncoding, repetitions)
        case "dictionary": try run(Bulk.dictionary(count: 10_000), isEncoding, repetitions)
        case "structs": try run(Bulk.structs(count: 20_000), isEncoding, repetitions)
        case "packages":
            let root = try Packages.installed().root
            try run(root, isEncoding, repetitions)
        default:
            print("There is no workload \(arguments[1]).")
            exit(64)
        }
    }

    private static func run<Root: GCodable>(_ root: Root, _ isEncoding: Bool, _ repetitions: Int) throws {
        let encoder = GraphEncoder()
        let bytes = try encoder.encode(root) as Bytes
        let decoder = GraphDecoder()
        // The best of twenty parts, to be compared with that of another build.
        let part = max(repetitions / 20, 1)
        var best = Duration.seconds(1_000)
        for _ in 0..<repetitions / part {
            let time = try ContinuousClock().measure {
                for _ in 0..<part {
                    if isEncoding {
                        _ = try encoder.encode(root) as Bytes
                    } else {
                        _ = try decoder.decode(Root.self, from: bytes)
                    }
                }
            }
            best = min(best, time / part)
        }
        print("\(bytes.count) bytes, \(Int(best / .nanoseconds(1))) ns")
    }
}
