import ArgumentParser
import Foundation

/// The output of a command, and whether to keep the input.
struct OutputOptions: ParsableArguments {
    enum Input: EnumerableFlag {
        case keep, remove

        static func name(for value: Input) -> NameSpecification {
            switch value {
            case .keep: [.customShort("k"), .customLong("keep")]
            case .remove: .customLong("rm")
            }
        }

        static func help(for value: Input) -> ArgumentHelp? {
            switch value {
            case .keep: "Keep the input; this is the default."
            case .remove: "Remove the input when the output is on the disk."
            }
        }
    }

    @Option(
        name: [.short, .long], help: .value("archive", "Where to write: a path, or - for standard output."),
        completion: .archive, transform: ArgumentText.output)
    var output: String?

    @Flag(name: [.customShort("c"), .customLong("stdout")], help: "Write to standard output.")
    var writesToStandardOutput = false

    @Flag(name: [.short, .long], help: "Replace the output if it exists, and write archives to a terminal.")
    var force = false

    @Flag(exclusivity: .chooseLast)
    var input: Input?

    func validate() throws {
        try require(output == nil || !writesToStandardOutput, "Use either --output or --stdout.")
        try require(
            input != .remove || (output != "-" && !writesToStandardOutput),
            "--rm is for outputs that are files: what goes to standard output may be lost.")
    }

    /// The path of the output, if given.
    var path: String? { writesToStandardOutput ? "-" : output }
}
