import Foundation

/// Makes of the results of a run what people look at.
///
///     BenchmarkReport tables <results>
///     BenchmarkReport chart <results> <picture>
///     BenchmarkReport compression <results> <picture>
///     BenchmarkReport check <probe> <thresholds> [--update]
///
/// `results` is the folder in which `Scripts/bench` has left a run, `thresholds` the folder of the committed counts.
@main
struct BenchmarkReport {
    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            // What was printed comes before what is wrong with it.
            fflush(nil)
            FileHandle.standardError.write(Data("BenchmarkReport: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        switch (arguments.first, arguments.count) {
        case ("tables", 2):
            let run = try Run(contentsOf: arguments[1])
            print(run.noise + "\n")
            print(TargetTable(run).markdown)
            print(LineTable(run).markdown)
        case ("chart", 3):
            let chart = try Chart(Run(contentsOf: arguments[1]))
            try chart.svg.write(toFile: arguments[2], atomically: true, encoding: .utf8)
        case ("compression", 3):
            let chart = try CompressionChart(contentsOf: arguments[1] + "/compression.tsv")
            try chart.svg.write(toFile: arguments[2], atomically: true, encoding: .utf8)
        case ("check", 3):
            try CountCheck(probe: arguments[1], thresholds: arguments[2]).run()
        case ("check", 4) where arguments[3] == "--update":
            try CountCheck(probe: arguments[1], thresholds: arguments[2]).update()
        default:
            print(
                """
                usage: BenchmarkReport tables <results>
                       BenchmarkReport chart <results> <picture>
                       BenchmarkReport compression <results> <picture>
                       BenchmarkReport check <probe> <thresholds> [--update]
                """)
            exit(64)
        }
    }
}
