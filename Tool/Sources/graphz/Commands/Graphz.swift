import ArgumentParser

/// The command line tool.
struct Graphz: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graphz",
        abstract: "Inspect, verify, compress and salvage archives of object graphs.",
        usage: """
            graphz <command> [<options>] [<archive> ...]
            graphz (-z | -d | -t | -l) [<options>] [<archive> ...]
            """,
        discussion: discussion,
        version: "0.1.0",
        subcommands: [
            InfoCommand.self, VerifyCommand.self, DumpCommand.self, CompressCommand.self, DecompressCommand.self,
            RecodeCommand.self, SalvageCommand.self, GraphCommand.self, ClassesCommand.self, SizesCommand.self,
            DiffCommand.self, ExploreCommand.self,
        ])

    static let discussion = """
        Archives are raw (.graph) or compressed (.graphz). The tool tells them apart by their first bytes. The path - \
        stands for standard input or output. Without a command, -z compresses, -d decompresses, -t verifies and -l \
        prints information, as with gzip, xz and zstd. In a pipe, graphz alone compresses.
        """

    static var commandNames: [String] {
        configuration.subcommands.compactMap { $0.configuration.commandName }
    }
}
