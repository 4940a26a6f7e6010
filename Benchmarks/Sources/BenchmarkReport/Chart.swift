import Foundation

/// A bar for each workload and other coder: how many times as long it takes as GraphCodable, on a logarithmic scale.
///
/// Bars begin where GraphCodable is, so that one to the left means that the other coder is faster.
struct Chart {
    private static let workloads = [
        (name: "NumericStruct", label: "12 integers", each: ""),
        (name: "Sample", label: "numbers and small arrays", each: ""),
        (name: "MediaContent", label: "nested structs and enums", each: ""),
        (name: "dag-20000", label: "graph of 20,000 objects", each: " an object"),
    ]
    private static let subjects = [
        (name: "Protobuf", label: "Protocol Buffers"), (name: "PropertyList", label: "binary property list"),
        (name: "JSON", label: "JSON"), (name: "NSKeyedArchiver", label: "NSKeyedArchiver"),
    ]
    private static let title = "How many times as long as GraphCodable other coders take"
    private static let width = 840.0
    private static let panelLefts = [("encode", 206.0), ("decode", 530.0)]
    private static let panelWidth = 290.0
    private static let rowHeight = 19.0
    private static let top = 76.0

    private let results: Results
    /// The logarithms that the scale reaches from and to.
    private let scale: ClosedRange<Double>
    /// The powers of ten that have a line.
    private let decades: ClosedRange<Int>
    private var drawing = Drawing()
    private var y = Chart.top

    /// - Throws: `ReportError` if the run has none of the chart's rows.
    init(_ run: Run) throws {
        results = run.quietest
        let ratios = Self.workloads.flatMap { workload in
            Self.subjects.flatMap { subject in
                Self.panelLefts.compactMap { Self.ratio(run.quietest, workload.name, $0.0, subject.name) }
            }
        }
        guard let smallest = ratios.min(), let largest = ratios.max() else {
            throw ReportError("The results have no row that the chart shows. Run `make bench` first.")
        }
        let highest = max(Int(log10(largest).rounded(.up)), 1)
        let lowest = min(log10(smallest), 0)
        decades = Int(lowest.rounded(.up))...highest
        scale = lowest...Double(highest)
        for workload in Self.workloads {
            addGroup(workload.name, workload.label, each: workload.each)
        }
        let rounds = run.rounds.count == 1 ? "one round" : "the quietest of \(run.rounds.count) rounds"
        let note = "JSON and property lists lose the graph's sharing."
        drawing.text("Medians of \(rounds). The scale is logarithmic. \(note)", x: 20, y: y + 16, style: "muted")
    }

    private static func ratio(
        _ results: Results, _ workload: String, _ operation: String, _ subject: String
    ) -> Double? {
        results.ratio("\(workload)/\(operation)/\(subject)", "\(workload)/\(operation)/GraphCodable")
    }

    private mutating func addGroup(_ workload: String, _ label: String, each: String) {
        let rows = Self.subjects.filter { subject in
            Self.panelLefts.contains { Self.ratio(results, workload, $0.0, subject.name) != nil }
        }
        guard !rows.isEmpty else { return }
        for (_, left) in Self.panelLefts {
            addGrid(left, from: y, to: y + Double(rows.count + 1) * Self.rowHeight)
        }
        drawing.text(label, x: 20, y: y + 13, style: "strong")
        for (operation, left) in Self.panelLefts {
            guard let own = results.lines["\(workload)/\(operation)/GraphCodable"] else { continue }
            let time = Figure.duration(nanoseconds: own.time)
            drawing.text("GraphCodable \(time)\(each)", x: position(of: 1, left) + 5, y: y + 13, style: "own")
        }
        y += Self.rowHeight
        for subject in rows {
            drawing.text(subject.label, x: 32, y: y + 13, style: "plain")
            for (operation, left) in Self.panelLefts {
                guard let ratio = Self.ratio(results, workload, operation, subject.name) else { continue }
                addBar(ratio, left, style: subject.name)
            }
            y += Self.rowHeight
        }
        y += 12
    }

    private mutating func addBar(_ ratio: Double, _ left: Double, style: String) {
        let one = position(of: 1, left)
        let end = position(of: ratio, left)
        drawing.bar(x: min(one, end), y: y + 3, width: max(abs(end - one), 1), height: Self.rowHeight - 6, style: style)
        drawing.text(Self.text(ratio), x: max(one, end) + 5, y: y + 13, style: "plain")
    }

    /// A ratio, in no more digits than a reader of bars needs.
    private static func text(_ ratio: Double) -> String {
        String(format: ratio < 0.995 ? "%.2f×" : ratio < 9.95 ? "%.1f×" : "%.0f×", ratio)
    }

    private mutating func addGrid(_ left: Double, from top: Double, to bottom: Double) {
        for decade in decades {
            let x = position(of: pow(10, Double(decade)), left)
            drawing.line(x: x, from: top, to: bottom, style: decade == 0 ? "axis" : "grid")
        }
    }

    /// Where a ratio is in a panel; figures find room to the right of the last decade.
    private func position(of ratio: Double, _ left: Double) -> Double {
        let share = (log10(ratio) - scale.lowerBound) / (scale.upperBound - scale.lowerBound)
        return left + share * (Self.panelWidth - 44)
    }

    /// The picture.
    var svg: String {
        var header = Drawing()
        header.text(Self.title, x: 20, y: 32, style: "title")
        for (operation, left) in Self.panelLefts {
            header.text(operation, x: position(of: 1, left) + 5, y: 52, style: "strong")
            for decade in decades {
                let text = decade < 0 ? "1/\(Int(pow(10, Double(-decade))))" : "\(Int(pow(10, Double(decade))))×"
                let x = position(of: pow(10, Double(decade)), left)
                header.text(text, x: x, y: 68, style: "scale")
            }
        }
        return (header + drawing).svg(
            width: Self.width, height: y + 32, title: Self.title,
            description: description)
    }

    /// The same in words, for those who cannot see it.
    private var description: String {
        let sentences = Self.workloads.flatMap { workload in
            Self.panelLefts.compactMap { panel -> String? in
                let ratios = Self.subjects.compactMap { subject in
                    Self.ratio(results, workload.name, panel.0, subject.name).map {
                        "\(subject.label) \(Figure.text($0)) times as long"
                    }
                }
                return ratios.isEmpty ? nil : "\(workload.label), \(panel.0): \(ratios.joined(separator: ", "))."
            }
        }
        return sentences.joined(separator: " ")
    }
}
