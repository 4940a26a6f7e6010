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

/// A place that an archive is read from or written to, with a name for messages.
struct ArchivePlace {
    let endpoint: GraphContainer.Endpoint
    let name: String
    let isStandardStream: Bool

    init(input path: String) {
        self.init(path, descriptor: STDIN_FILENO, name: "standard input")
    }

    init(output path: String) {
        self.init(path, descriptor: STDOUT_FILENO, name: "standard output")
    }

    private init(_ path: String, descriptor: Int32, name: String) {
        isStandardStream = path == "-"
        endpoint = isStandardStream ? .fileDescriptor(descriptor) : .path(path)
        self.name = isStandardStream ? name : path
    }
}
