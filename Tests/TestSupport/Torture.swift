import Foundation

/// How much is tried: a little with every test run, much with `make torture`.
package enum Torture {
    private static let variable = ProcessInfo.processInfo.environment["TORTURE"]

    /// Whether much is to be tried.
    package static let isOn = variable != nil

    /// Which part of the long counts is tried: all, unless the variable `TORTURE` has a number below 1, such as 0.01, for
    /// a look at whether every part of `make torture` works.
    private static let scale = variable.flatMap { Double($0) }.map { min(max($0, 0), 1) } ?? 1

    /// How often something is tried.
    ///
    /// - Parameters:
    ///   - usual: The number for every test run.
    ///   - torture: The number for `make torture`.
    package static func count(_ usual: Int, torture: Int) -> Int {
        isOn ? max(Int(Double(torture) * scale), usual) : usual
    }

    /// The numbers of a range that are tried: all of them with `make torture`, usually some, beginning with a random one.
    ///
    /// - Parameter step: Which part is tried usually, such as 7 for every seventh. A prime, so that all bits of a byte are tried.
    package static func some(of range: Range<Int>, step: Int) -> StrideTo<Int> {
        stride(
            from: range.lowerBound + (isOn ? 0 : Int.random(in: 0..<step)), to: range.upperBound, by: isOn ? 1 : step)
    }
}

/// Prints how much was tried, for `Docs/security.md`.
package enum Figure {
    /// Prints a line that begins with `figure: `.
    package static func print(_ what: String, _ count: Int) {
        Swift.print("figure: \(what): \(count)")
    }
}
