import Foundation

/// A bar for each workload and format: how many times faster GraphCodable is, on a logarithmic scale.
struct Chart {
    private static let workloads = [
        ("NumericStruct", "struct of 12 numbers"), ("Sample", "struct of scalars and arrays"),
        ("MediaContent", "nested structs"), ("dag-20000", "graph of 20,000 objects"),
    ]
    private static let subjects = [
        ("Protobuf", "#8a8f98"), ("PropertyList", "#7fb3a6"), ("JSON", "#5b8dd6"), ("NSKeyedArchiver", "#c98a5b"),
    ]
    private static let barHeight = 14.0
    private static let labelWidth = 190.0
    private static let panelWidth = 300.0
    /// Ratios from 1 to this fit into a panel.
    private static let maximum = 1_000.0

    private var body = ""
    private var y = 58.0

    init(_ results: Results) {
        for (workload, label) in Self.workloads {
            let rows = Self.subjects.compactMap { (subject, color) -> (String, String, Double?, Double?)? in
                let encode = Self.ratio(results, workload, "encode", subject)
                let decode = Self.ratio(results, workload, "decode", subject)
                return encode == nil && decode == nil ? nil : (subject, color, encode, decode)
            }
            guard !rows.isEmpty else { continue }
            addText(label, x: 8, y: y + 11, weight: "600")
            y += Self.barHeight + 4
            for (subject, color, encode, decode) in rows {
                addText(subject, x: 20, y: y + 11, weight: "400")
                addBar(encode, panel: 0, color)
                addBar(decode, panel: 1, color)
                y += Self.barHeight + 4
            }
            y += 8
        }
    }

    private static func ratio(
        _ results: Results, _ workload: String, _ operation: String, _ subject: String
    ) -> Double? {
        results.ratio("\(workload)/\(operation)/\(subject)", "\(workload)/\(operation)/GraphCodable")
    }

    private mutating func addText(_ text: String, x: Double, y: Double, weight: String) {
        body += "<text x=\"\(x)\" y=\"\(y)\" font-weight=\"\(weight)\">\(text)</text>\n"
    }

    private mutating func addBar(_ ratio: Double?, panel: Int, _ color: String) {
        guard let ratio else { return }
        let x = Self.labelWidth + Double(panel) * (Self.panelWidth + 20)
        let length = max(1, (Self.panelWidth - 60) * log10(max(ratio, 1)) / log10(Self.maximum))
        let size = "width=\"\(length.rounded())\" height=\"\(Self.barHeight)\""
        body += "<rect x=\"\(x)\" y=\"\(y)\" \(size) fill=\"\(color)\"/>\n"
        let figure = String(format: ratio < 10 ? "%.1f×" : "%.0f×", ratio)
        addText(figure, x: x + length.rounded() + 5, y: y + 11, weight: "400")
    }

    /// The picture.
    var svg: String {
        let width = Self.labelWidth + 2 * Self.panelWidth + 40
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(y + 6)" width="\(width)" \
            font-family="-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="12" fill="#24292f">
            <rect width="100%" height="100%" fill="#ffffff"/>
            <text x="8" y="22" font-size="15" font-weight="600">How many times faster than other coders</text>
            <text x="\(Self.labelWidth)" y="46" font-weight="600">encode (logarithmic)</text>
            <text x="\(Self.labelWidth + Self.panelWidth + 20)" y="46" font-weight="600">decode (logarithmic)</text>
            \(body)</svg>

            """
    }
}
