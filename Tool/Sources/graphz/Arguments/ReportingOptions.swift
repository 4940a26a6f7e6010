import ArgumentParser
import Foundation

/// How much a command prints, and in which colors.
struct ReportingOptions: ParsableArguments {
    enum Color: String, ExpressibleByArgument, CaseIterable {
        case auto, always, never
    }

    @Flag(name: [.short, .long], help: "Show no progress; 'verify' prints nothing at all, and 'diff' only errors.")
    var quiet = false

    @Flag(help: "Show no progress.")
    var noProgress = false

    @Option(help: .value("when", "When to use colors."))
    var color = Color.auto

    var hidesProgress: Bool { quiet || noProgress }

    /// The colors for standard output.
    var palette: Palette { palette(for: STDOUT_FILENO) }

    func palette(for descriptor: Int32) -> Palette {
        switch color {
        case .always: .colored
        case .never: .plain
        case .auto: Palette(for: descriptor)
        }
    }
}

/// A command with reporting options.
protocol ReportingCommand: ParsableCommand {
    var reporting: ReportingOptions { get }
}
