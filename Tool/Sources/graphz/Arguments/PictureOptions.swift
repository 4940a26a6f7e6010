import ArgumentParser
import GraphInspection

/// The format of a picture, and where to write it.
struct PictureOptions: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case svg, dot, mermaid
    }

    @Option(help: .value("format", "What to write."))
    var format = Format.svg

    @Option(
        name: [.short, .long], help: .value("file", "Where to write: a path, or - for standard output."),
        completion: .file(), transform: ArgumentText.output)
    var output = "-"

    @Flag(name: [.short, .long], help: "Replace the output if it exists.")
    var force = false

    func write(_ diagram: GraphDiagram, of archive: ArchiveEndpoint) throws {
        let text =
            switch format {
            case .svg: diagram.svg()
            case .dot: diagram.dot()
            case .mermaid: diagram.mermaid()
            }
        let place = ArchiveEndpoint(output: output, replacing: force)
        guard !place.isStandardStream else { return try StandardOutput.write(text) }
        Interruption.catchSignals()
        try place.write(from: archive) { write in
            try Array(text.utf8).withUnsafeBytes { try write($0) }
        }
    }
}
