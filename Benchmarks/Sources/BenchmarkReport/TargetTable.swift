import Foundation

/// The targets and what was reached of them: what falls short is in bold, and its reason stands below the table.
struct TargetTable {
    let markdown: String

    init(_ run: Run) {
        var table = MarkdownTable(
            ["work", "operation", "target", "measured", "round by round", "verdict"], leftAligned: [0, 1, 5])
        var reasons = ""
        for target in Target.all {
            guard let value = target.value(run.quietest) else { continue }
            let bound = String(format: target.isUpperBound ? "≤ %g" : "≥ %g", target.bound)
            let range = run.range(of: target.value).map {
                "\(Figure.text($0.lowerBound)) to \(Figure.text($0.upperBound))"
            }
            let isReached = target.isReached(by: value)
            table.append([
                target.title, target.operation, bound, isReached ? Figure.text(value) : "**\(Figure.text(value))**",
                range ?? "", isReached ? "reached" : "**short by \(Self.shortfall(value, target)) %**",
            ])
            if !isReached {
                reasons += "- \(target.title), \(target.operation): \(target.reason ?? "The reason is not known.")\n"
            }
        }
        markdown = table.text + (reasons.isEmpty ? "" : "\n" + reasons)
    }

    /// Percent, rounded up.
    private static func shortfall(_ value: Double, _ target: Target) -> Int {
        let share = target.isUpperBound ? target.bound / value : value / target.bound
        return Int(((1 - share) * 100).rounded(.up))
    }
}
