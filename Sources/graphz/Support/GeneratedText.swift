import ArgumentParser

/// What `make install` generates: completions and the manual page.
enum GeneratedText {
    /// Returns the text that the arguments request; `nil` if they are others.
    static func text(for arguments: [String]) -> String? {
        switch (arguments.first, arguments.count) {
        case ("--generate-manual", 1): ManualPage.text
        case ("--generate-completion-script", 2):
            CompletionShell(rawValue: arguments[1]).map { CompletedGraphz.completionScript(for: $0) }
        default: nil
        }
    }
}

/// The tool as shells complete it. The letters that stand for commands, and the files after them, are unknown to the
/// argument parser.
private struct CompletedGraphz: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graphz", version: Graphz.configuration.version, subcommands: Graphz.configuration.subcommands)

    @Flag(name: .customShort("z"), help: "Compress.")
    var compress = false

    @Flag(name: .customShort("d"), help: "Decompress.")
    var decompress = false

    @Flag(name: .customShort("t"), help: "Verify.")
    var verify = false

    @Flag(name: .customShort("l"), help: "Print information.")
    var list = false

    @Argument(completion: .file(extensions: ["graph", "graphz"]))
    var archives: [String] = []
}
