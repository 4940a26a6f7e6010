import ArgumentParser
import Foundation

/// Where a new archive goes.
struct OutputOptions: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Where to write: a path, or - for standard output.", valueName: "archive"),
        completion: .file(extensions: ["graph", "graphz"]))
    var output: String?

    @Flag(name: [.short, .long], help: "Replace the output if it exists, and write archives to a terminal.")
    var force = false

    /// The place to write to.
    ///
    /// - Parameter path: The path to use when none was given; `nil` when none suits.
    /// - Throws: ``ToolError`` when something is there that would be lost.
    func place(default path: @autoclosure () throws -> String) throws -> ArchivePlace {
        let place = ArchivePlace(output: try output ?? path(), replacing: force)
        guard !force else { return place }
        if place.isStandardStream {
            guard isatty(STDOUT_FILENO) == 0 else {
                throw ToolError(
                    .outputExists,
                    "An archive would only confuse the terminal. Redirect the output, name a file with --output, "
                        + "or use --force.")
            }
        } else if Self.wouldBeLost(place) {
            // Whatever appears there later is not replaced either, but it is better to say so before the work.
            throw ToolError.exists(place.name)
        }
        return place
    }

    /// Whether there is something that writing would replace: anything but a device or a pipe.
    private static func wouldBeLost(_ place: ArchivePlace) -> Bool {
        switch place.status(followsLinks: false)?.kind {
        case .regular: true
        case .symbolicLink: place.status()?.kind != .other
        default: false
        }
    }
}
