import ArgumentParser
import Foundation
import GraphCodableCompression

/// The archive to work on.
struct ArchiveInputArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The archive: a path, or - for standard input.", valueName: "archive"),
        completion: .file(extensions: ["graph", "graphz"]))
    var path: String

    var place: ArchivePlace { ArchivePlace(input: path) }
}
