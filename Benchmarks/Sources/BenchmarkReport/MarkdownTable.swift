/// A table that can be read as text and put into a document.
struct MarkdownTable {
    private var rows: [[String]]
    private let leftAligned: Set<Int>

    init(_ header: [String], leftAligned: Set<Int>) {
        rows = [header]
        self.leftAligned = leftAligned
    }

    mutating func append(_ row: [String]) {
        rows.append(row)
    }

    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var lines = rows.map { row in
            "| "
                + row.indices.map { column in
                    let padding = String(repeating: " ", count: widths[column] - row[column].count)
                    return leftAligned.contains(column) ? row[column] + padding : padding + row[column]
                }.joined(separator: " | ") + " |"
        }
        let rules = widths.indices.map { column in
            String(repeating: "-", count: widths[column] + 1) + (leftAligned.contains(column) ? "-" : ":")
        }
        lines.insert("|" + rules.joined(separator: "|") + "|", at: 1)
        return lines.joined(separator: "\n") + "\n"
    }
}
