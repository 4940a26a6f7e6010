import Foundation

/// Figures as they are printed: with three significant digits, which is more than the machine can tell.
enum Figure {
    /// A number, as `0.970`, `12.3` or `456`.
    static func text(_ value: Double) -> String {
        guard value > 0 else { return "0" }
        // What rounds up to another digit counts as having it.
        let exponent = Int(log10(value * 1.0005).rounded(.down))
        return String(format: "%.\(min(max(2 - exponent, 0), 9))f", value)
    }

    /// A time in the largest unit of which it is at least one, or in nanoseconds.
    static func duration(nanoseconds: Double) -> String {
        let units = [("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
        let unit = units.last { nanoseconds * 1.0005 >= $0.1 } ?? units[0]
        return "\(text(nanoseconds / unit.1)) \(unit.0)"
    }
}
