import Foundation

/// The rounds of a run, each of which has measured every line once.
///
/// Whatever disturbs a measurement makes it slower, never faster, and on a shared machine may do so for seconds, or for the
/// whole life of a process. So a line's figure is the median of its quietest round. That of the slowest round says how
/// much the machine was disturbed.
struct Run {
    let rounds: [Results]
    /// Each line of the round in which it took least time.
    let quietest: Results

    /// Reads the rounds that `Scripts/bench` has left in a folder.
    ///
    /// - Throws: `ReportError` if there are none.
    init(contentsOf folder: String) throws {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        rounds =
            try names.filter { $0.hasPrefix("round-") }
            .map { "\(folder)/\($0)/Current_run.influx.csv" }
            .filter { FileManager.default.fileExists(atPath: $0) }
            .map { try Results(contentsOf: $0) }
        guard !rounds.isEmpty else {
            throw ReportError("There are no results in \(folder). Run `make bench` or `make bench-full` first.")
        }
        quietest = Results(quietestOf: rounds)
    }

    /// How many times longer a line took in its slowest round than in its quietest; `nil` if it had only one.
    func spread(of name: String) -> Double? {
        let times = rounds.compactMap { $0.lines[name]?.time }
        guard times.count > 1, let slowest = times.max(), let quietest = times.min() else { return nil }
        return slowest / quietest
    }

    /// The smallest and the largest of a figure that is taken from each round by itself; `nil` if only one has it.
    func range(of figure: (Results) -> Double?) -> ClosedRange<Double>? {
        let figures = rounds.compactMap(figure)
        guard figures.count > 1, let smallest = figures.min(), let largest = figures.max() else { return nil }
        return smallest...largest
    }

    /// How much the rounds differ, in a sentence.
    var noise: String {
        let spreads = quietest.lines.keys.compactMap { name in spread(of: name).map { (name: name, spread: $0) } }
            .sorted { $0.spread < $1.spread }
        guard let largest = spreads.last else {
            return "One round: nothing is known of how much the machine was disturbed."
        }
        let median = Figure.text(spreads[spreads.count / 2].spread)
        return """
            The quietest of \(rounds.count) rounds. The slowest one took \(median) times as long in the median of the rows, \
            and at most \(Figure.text(largest.spread)) times (\(largest.name)).
            """
    }
}
