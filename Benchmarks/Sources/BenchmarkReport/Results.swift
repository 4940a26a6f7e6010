import Foundation

/// What one round has measured, or the quietest of several, by the lines' names.
struct Results {
    /// One line: a workload, an operation, and who performed it.
    struct Line {
        let workload: String
        let operation: String
        let subject: String
        /// The median of the time, in nanoseconds for each value or object.
        let time: Double
        /// The size of the archive.
        let bytes: Double
        /// How many values or objects the archive or the measurement holds.
        let operations: Double
    }

    private(set) var lines: [String: Line] = [:]

    /// Reads a round in the format of the Influx database, of those that the benchmark package exports the one that leaves
    /// nothing out.
    ///
    /// - Throws: `ReportError` for lines that are incomplete, and what reading the file throws.
    init(contentsOf path: String) throws {
        var medians: [String: [String: Double]] = [:]
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            // … metric, unit, test, percentile, value, average, iterations, warmup iterations, time
            let fields = line.split(separator: ",", omittingEmptySubsequences: false).suffix(9).map(String.init)
            guard fields.count == 9, Double(fields[3]) == 50, let value = Double(fields[4]) else { continue }
            medians[fields[2], default: [:]][fields[0]] = value
        }
        for (name, metrics) in medians {
            let parts = name.split(separator: "/").map(String.init)
            guard parts.count == 3, let time = metrics["Time(wallclock)"], time > 0, let bytes = metrics["bytes"],
                let operations = metrics["operations"], operations > 0
            else {
                throw ReportError("\(path): the line \(name) is incomplete. Run the benchmarks again.")
            }
            lines[name] = Line(
                workload: parts[0], operation: parts[1], subject: parts[2], time: time / operations, bytes: bytes,
                operations: operations)
        }
    }

    /// Takes each line from the round in which its median was smallest.
    init(quietestOf rounds: [Results]) {
        for round in rounds {
            lines.merge(round.lines) { $1.time < $0.time ? $1 : $0 }
        }
    }

    /// How many times longer one line took than another; `nil` when one of them was not run.
    func ratio(_ slow: String, _ fast: String) -> Double? {
        guard let slow = lines[slow], let fast = lines[fast] else { return nil }
        return slow.time / fast.time
    }
}
