import Foundation

/// Runs one workload a number of times, and nothing else: for `perf`, `callgrind` and the counting of instructions.
///
///     WorkloadProbe <workload> <operation> <repetitions> [<by>]
///     WorkloadProbe memory
///     WorkloadProbe actor
///     WorkloadProbe targets <results>
///
/// Workload, operation and by are those of a row of the benchmarks' table; it knows every row of this package's own coders.
@main
struct WorkloadProbe {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["memory"] {
            return try MemoryProbe.run()
        }
        if arguments == ["actor"] {
            ActorProbe.run()
        }
        if arguments.count == 3, arguments[0] == "memory" {
            return try MemoryProbe.run(arguments[1], arguments[2])
        }
        if arguments.count == 2, arguments[0] == "targets" {
            return try TargetProbe.run(results: arguments[1])
        }
        guard (3...4).contains(arguments.count), let repetitions = Int(arguments[2]), repetitions > 0 else {
            fail(usage)
        }
        let repetition = Repetition(
            workload: arguments[0], operation: arguments[1], count: repetitions,
            subject: arguments.count == 4 ? arguments[3] : nil)
        guard try GraphProbe.run(repetition) || ContainerProbe.run(repetition) else {
            fail("There is no row \(arguments.filter { $0 != arguments[2] }.joined(separator: " ")).\n\(usage)")
        }
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(64)
    }

    private static let usage = """
        usage: WorkloadProbe <workload> <operation> <repetitions> [<by>]
               WorkloadProbe memory
               WorkloadProbe actor
               WorkloadProbe targets <results>

        workload                           operation             by
        NumericStruct, Sample,             encode, decode
          MediaContent, each also -list
        dag-<count>, views-<count>,        encode, decode
          editor-<count>,
          doubles, strings, dictionary,
          structs, each also -<count>
        those of types of their own        encode, decode        macro
        packages                           encode, decode        GraphCodable or graphz-<codec>
        packages-file                      save, load            <codec>
        container-packages,                compress, decompress  <codec>-<threads> or <codec>-all
          container-256MiB

        codecs: none, lz4, lz4-hc9, zlib
        """
}
