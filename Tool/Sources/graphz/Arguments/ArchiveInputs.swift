import ArgumentParser
import Foundation

/// The archive arguments of a command that accepts several.
struct ArchiveInputs: ParsableArguments {
    @Argument(
        help: .value("archive", "The archives: paths, or - for standard input, which is read when none is named."),
        completion: .archive, transform: ArgumentText.input)
    var paths: [String] = []

    @Flag(
        name: [.short, .long],
        help: "Search the given folders, and all folders inside them, for archives.")
    var recursive = false

    func validate() throws {
        try require(!recursive || !paths.isEmpty, "--recursive needs a folder.")
        try require(paths.count { $0 == "-" } < 2, "Standard input can be read only once; name it once.")
        try StandardInput.checkUse(isNeeded: paths.isEmpty)
    }

    /// Whether there may be more than one archive.
    var areSeveral: Bool { paths.count > 1 || recursive }

    /// A path of an archive, or of a folder that cannot be read or contains none.
    typealias Item = (path: String, error: ToolError?)

    /// Returns the paths of the archives, those in folders by their endings, and of folders without.
    func find(endings: [String]) -> [Item] {
        guard !paths.isEmpty else { return [("-", nil)] }
        return paths.flatMap { path -> [Item] in
            let place = ArchiveEndpoint(input: path)
            guard place.path != nil, place.status()?.kind == .directory else { return [(path, nil)] }
            guard !recursive else { return ArchiveFolder.archives(in: path, endings: endings) }
            let text = "\(place.name): This is a folder, not a file. To search it for archives, use --recursive."
            return [(path, ToolError(.fileFailure, text))]
        }
    }
}
