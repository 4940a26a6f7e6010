/// Every line of a run: time, spread, bytes, and how many times longer it took than GraphCodable's line.
struct LineTable {
    let markdown: String

    init(_ run: Run) {
        var table = MarkdownTable(
            ["workload", "operation", "by", "time", "spread", "bytes", "time against GraphCodable"],
            leftAligned: [0, 1, 2])
        let lines = run.quietest.lines.sorted { Self.sortKey($0.value) < Self.sortKey($1.value) }
        for (name, line) in lines {
            let own = "\(line.workload)/\(line.operation)/GraphCodable"
            table.append([
                line.workload, line.operation, line.subject, Figure.duration(nanoseconds: line.time),
                run.spread(of: name).map(Figure.text) ?? "", "\(Int(line.bytes))",
                run.quietest.ratio(name, own).map(Figure.text) ?? "",
            ])
        }
        markdown = table.text
    }

    /// GraphCodable comes first among those that do the same.
    private static func sortKey(_ line: Results.Line) -> (String, String, Int, String) {
        (line.workload, line.operation, line.subject == "GraphCodable" ? 0 : 1, line.subject)
    }
}
