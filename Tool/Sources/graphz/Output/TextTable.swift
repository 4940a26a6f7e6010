/// Text in columns. The first column is aligned to the left, the others to the right.
enum TextTable {
    /// Returns the rows as lines, each with a newline. Those with the given numbers are headings.
    static func text(_ rows: [[String]], _ palette: Palette, headings: Set<Int> = [0]) -> String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.compactMap { column < $0.count ? $0[column].count : nil }.max() ?? 0
        }
        return rows.enumerated().map { number, row in
            let cells = row.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + space : space + cell
            }
            let line = String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
            return (headings.contains(number) ? palette.paint(line, .heading) : line) + "\n"
        }.joined()
    }
}
