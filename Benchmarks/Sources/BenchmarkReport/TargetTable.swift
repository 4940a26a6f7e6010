import Foundation

/// The targets and what was reached of them.
struct TargetTable {
    let markdown: String

    init(_ run: Run) {
        var table = MarkdownTable(
            ["work", "operation", "target", "measured", "round by round", "verdict"], leftAligned: [0, 1, 5])
        for target in Target.all {
            guard let value = target.value(run.quietest) else { continue }
            let bound = String(format: target.isUpperBound ? "≤ %g" : "≥ %g", target.bound)
            let range = run.range(of: target.value).map {
                "\(Figure.text($0.lowerBound)) to \(Figure.text($0.upperBound))"
            }
            table.append([
                target.title, target.operation, bound, Figure.text(value), range ?? "",
                Self.verdict(value, target),
            ])
        }
        markdown = table.text
    }

    private static func verdict(_ value: Double, _ target: Target) -> String {
        let share = target.isUpperBound ? target.bound / value : value / target.bound
        return share >= 1 ? "reached" : "short by \(Int(((1 - share) * 100).rounded(.up))) %"
    }
}
