import ArgumentParser
import Foundation

/// The archives to work on, one after another.
struct ArchiveInputs: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The archives: paths, or - for standard input, which is read when none is named.", valueName: "archive"),
        completion: .file(extensions: ["graph", "graphz"]))
    var paths: [String] = []

    @Flag(
        name: [.short, .long],
        help: "Search the given folders, and all folders inside them, for archives.")
    var recursive = false

    func validate() throws {
        try StandardInput.checkUse(isNeeded: paths.isEmpty)
    }

    /// Whether there may be more than one.
    var areSeveral: Bool { paths.count > 1 || recursive }

    /// What is to be worked on: paths, or why there is none.
    ///
    /// - Parameter endings: What the names of the archives in folders end with.
    func find(endings: [String]) -> [Result<String, ToolError>] {
        guard !paths.isEmpty else { return [.success("-")] }
        return paths.flatMap { path in
            recursive && ArchivePlace(input: path).status()?.kind == .directory
                ? ArchiveFolder(path).archives(endings: endings) : [.success(path)]
        }
    }
}
