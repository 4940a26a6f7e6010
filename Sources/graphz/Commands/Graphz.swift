import ArgumentParser

/// The tool.
struct Graphz: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graphz",
        abstract: "Looks at, verifies, compresses and salvages archives of object graphs.",
        discussion: """
            Archives are raw (.graph) or compressed (.graphz); which of them a file is, it says itself. A path of - \
            stands for standard input or output.

            Exit status:
            \(ExitStatus.table)
            """,
        version: "0.1.0",
        subcommands: [
            InfoCommand.self, VerifyCommand.self, DumpCommand.self, CompressCommand.self, DecompressCommand.self,
            RecodeCommand.self, SalvageCommand.self,
        ])
}
