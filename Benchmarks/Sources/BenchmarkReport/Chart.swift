import Foundation

/// Bars for the time that each coder takes for a graph and for a small value, on linear scales that begin at 0.
///
/// It has one message, which is its title: how many times as long JSON takes. So GraphCodable's bars have a colour, and
/// the others have none.
struct Chart {
    private static let workloads = [
        (name: "dag-20000", label: "A graph of 20,000 objects", each: " an object"),
        (name: "Sample", label: "A struct with numbers, short arrays and a string", each: ""),
    ]
    /// What the title speaks of: those that are shown are not to be the best ones by chance.
    private static let counted = ["NumericStruct", "Sample", "MediaContent", "dag-20000"]
    private static let own = "GraphCodable"
    private static let subjects = [
        (name: "GraphCodable", label: "GraphCodable"), (name: "Protobuf", label: "Protocol Buffers"),
        (name: "JSON", label: "JSON"), (name: "PropertyList", label: "binary property list"),
        (name: "NSKeyedArchiver", label: "NSKeyedArchiver"),
    ]
    private static let panels = [(operation: "encode", left: 176.0), (operation: "decode", left: 512.0)]
    private static let width = 840.0
    /// The longest bar; its label needs the rest of the panel.
    private static let barWidth = 196.0
    private static let rowHeight = 24.0

    private let results: Results
    private var drawing = Drawing()
    private var y = 62.0

    /// - Throws: `ReportError` if the run has none of the chart's rows.
    init(_ run: Run) throws {
        results = run.quietest
        let shown = Self.workloads.filter { run.quietest.lines["\($0.name)/encode/\(Self.own)"] != nil }
        guard !shown.isEmpty else {
            throw ReportError("The results have no row that the chart shows. Run `make bench` first.")
        }
        drawing.text(title, x: 20, y: 34, style: "title")
        for workload in shown {
            addGroup(workload.name, workload.label, each: workload.each)
        }
        let rounds = run.rounds.count == 1 ? "one round" : "the quietest of \(run.rounds.count) rounds"
        let note = "Two of four workloads; the title counts all. JSON and property lists lose the graph's sharing."
        drawing.text("Medians of \(rounds). \(note)", x: 20, y: y + 12, style: "muted")
    }

    /// The time of a row for each value or object, in nanoseconds.
    private func time(_ workload: String, _ operation: String, _ subject: String) -> Double? {
        results.lines["\(workload)/\(operation)/\(subject)"]?.time
    }

    private func ratio(_ workload: String, _ operation: String, _ subject: String) -> Double? {
        results.ratio("\(workload)/\(operation)/\(subject)", "\(workload)/\(operation)/\(Self.own)")
    }

    private mutating func addGroup(_ workload: String, _ label: String, each: String) {
        drawing.text(label, x: 20, y: y + 14, style: "strong")
        y += 22
        for panel in Self.panels {
            drawing.text(panel.operation, x: panel.left, y: y + 12, style: "muted")
        }
        y += 20
        let longest =
            Self.panels.flatMap { panel in
                Self.subjects.compactMap { time(workload, panel.operation, $0.name) }
            }.max() ?? 1
        for subject in Self.subjects where time(workload, "encode", subject.name) != nil {
            let isOwn = subject.name == Self.own
            drawing.text(subject.label, x: 20, y: y + 15, style: isOwn ? "strong" : "plain")
            for panel in Self.panels {
                guard let time = time(workload, panel.operation, subject.name) else { continue }
                let length = max(time / longest * Self.barWidth, 1.5)
                drawing.bar(
                    x: panel.left, y: y + 2, width: length, height: Self.rowHeight - 7, style: isOwn ? "own" : "other")
                let label =
                    isOwn
                    ? Figure.duration(nanoseconds: time) + each
                    : Self.text(ratio(workload, panel.operation, subject.name) ?? 1)
                drawing.text(label, x: panel.left + length + 6, y: y + 15, style: isOwn ? "strong" : "plain")
            }
            y += Self.rowHeight
        }
        y += 18
    }

    /// How many times as long as GraphCodable, in no more digits than a reader of bars needs.
    private static func text(_ ratio: Double) -> String {
        String(format: ratio < 0.995 ? "%.2f×" : ratio < 9.95 ? "%.1f×" : "%.0f×", ratio)
    }

    /// What there is to see.
    private var title: String {
        let ratios = Self.counted.flatMap { workload in
            Self.panels.compactMap { ratio(workload, $0.operation, "JSON") }
        }
        guard let smallest = ratios.min(), let largest = ratios.max() else {
            return "The time that GraphCodable and other coders take"
        }
        return String(format: "JSON takes %.0f to %.0f times as long as GraphCodable", smallest, largest)
    }

    /// The picture.
    var svg: String {
        drawing.svg(width: Self.width, height: y + 28, title: title, description: description)
    }

    /// The same in words, for those who cannot see it.
    private var description: String {
        let sentences = Self.workloads.flatMap { workload in
            Self.panels.compactMap { panel -> String? in
                let ratios = Self.subjects.dropFirst().compactMap { subject in
                    ratio(workload.name, panel.operation, subject.name).map {
                        "\(subject.label) \(Figure.text($0)) times as long"
                    }
                }
                return ratios.isEmpty
                    ? nil : "\(workload.label), \(panel.operation): \(ratios.joined(separator: ", "))."
            }
        }
        return sentences.joined(separator: " ")
    }
}
