import ArgumentParser

/// The archive argument of a command.
struct ArchiveInputArgument: ParsableArguments {
    @Argument(
        help: .value("archive", "The archive: a path, or - for standard input, which is read when none is named."),
        completion: .archive, transform: ArgumentText.input)
    var path: String?

    func validate() throws {
        try StandardInput.checkUse(isNeeded: path == nil)
    }

    var place: ArchiveEndpoint { ArchiveEndpoint(input: path ?? "-") }
}

extension CompletionKind {
    static var archive: CompletionKind { .file(extensions: ["graph", "graphz"]) }
}
