import Foundation

/// Every line of a run: time, bytes, and how many times longer it took than GraphCodable's line.
struct LineTable {
    let markdown: String

    init(_ results: Results) {
        var table = MarkdownTable(
            ["workload", "operation", "by", "median", "bytes", "time against GraphCodable"], leftAligned: [0, 1, 2])
        let lines = results.lines.values.sorted {
            ($0.workload, $0.operation, $0.subject) < ($1.workload, $1.operation, $1.subject)
        }
        for line in lines {
            let own = "\(line.workload)/\(line.operation)/GraphCodable"
            let ratio = results.lines[own].map { String(format: "%.2f", line.time / $0.time) } ?? ""
            table.append([
                line.workload, line.operation, line.subject, Self.duration(line.time), "\(Int(line.bytes))", ratio,
            ])
        }
        markdown = table.text
    }

    /// A time for each value or object.
    private static func duration(_ nanoseconds: Double) -> String {
        nanoseconds < 10_000
            ? String(format: "%.1f ns", nanoseconds) : String(format: "%.2f ms", nanoseconds / 1_000_000)
    }
}
