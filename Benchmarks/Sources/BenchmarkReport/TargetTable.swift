import Foundation

/// The targets and what was reached of them.
struct TargetTable {
    let markdown: String

    init(_ results: Results) {
        var table = MarkdownTable(["work", "operation", "target", "measured", "verdict"], leftAligned: [0, 1, 4])
        for target in Target.all {
            guard let value = target.value(results) else { continue }
            let sign = target.isUpperBound ? "≤ " : "≥ "
            table.append([
                target.title, target.operation, sign + Self.format(target.bound), Self.format(value),
                Self.verdict(value, target),
            ])
        }
        markdown = table.text
    }

    private static func verdict(_ value: Double, _ target: Target) -> String {
        let share = target.isUpperBound ? target.bound / value : value / target.bound
        return share >= 1 ? "reached" : "short by \(Int(((1 - share) * 100).rounded(.up))) %"
    }

    private static func format(_ value: Double) -> String {
        String(format: value < 3 ? "%.2f" : value < 10 ? "%.1f" : "%.0f", value)
    }
}
