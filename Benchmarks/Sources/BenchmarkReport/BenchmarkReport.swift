import Foundation

/// Makes of the results of a run what people look at.
///
///     BenchmarkReport tables <results>
///     BenchmarkReport chart <results> <picture>
///     BenchmarkReport check <probe> <thresholds> [--update]
@main
struct BenchmarkReport {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("tables", 2):
            let results = try Results(contentsOf: arguments[1])
            print(TargetTable(results).markdown)
            print(LineTable(results).markdown)
        case ("chart", 3):
            let chart = Chart(try Results(contentsOf: arguments[1]))
            try chart.svg.write(toFile: arguments[2], atomically: true, encoding: .utf8)
        case ("check", 3):
            try InstructionCheck(probe: arguments[1], thresholds: arguments[2]).run()
        case ("check", 4) where arguments[3] == "--update":
            try InstructionCheck(probe: arguments[1], thresholds: arguments[2]).update()
        default:
            print(
                """
                usage: BenchmarkReport tables <results>
                       BenchmarkReport chart <results> <picture>
                       BenchmarkReport check <probe> <thresholds> [--update]
                """)
            exit(64)
        }
    }
}
