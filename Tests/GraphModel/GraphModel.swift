import TestSupport

/// Graphs of every kind at once, which are made from seeds, and what came back from their archives.
package struct GraphModel {
    /// A graph that did not come back as it should.
    package struct Failure: CustomStringConvertible {
        package let seed: UInt64
        package let problem: Problem
        package let plan: String

        package var description: String { "seed \(seed): \(problem)\n\(plan)" }
    }

    private let trial: GraphTrial
    private let largest: Int
    /// How graphs ended.
    package var counts: [String: Int] { trial.counts }
    /// How many objects have been decoded and compared. Each graph is decoded, its copy is, and it is opened in parts.
    package var objectCount: Int { trial.counts["objects"] ?? 0 }

    /// - Parameters:
    ///   - coders: What the graphs are archived with. Other threads may use them, too.
    ///   - largest: How many vertices a graph may have.
    package init(_ coders: GraphCoders = GraphCoders(), largest: Int = 3_000) {
        trial = GraphTrial(coders)
        self.largest = largest
    }

    /// Tries the graph of a seed.
    ///
    /// - Parameters:
    ///   - seed: What the graph is made from.
    ///   - isShrunk: Whether a graph that fails is made smaller.
    ///   - isCanonical: Whether it is archived in canonical order.
    /// - Returns: What is wrong, if anything.
    package func failure(seed: UInt64, isShrunk: Bool = true, isCanonical: Bool = false) -> Failure? {
        let plan = PlanSource.plan(seed: seed, largest: largest)
        let find = isCanonical ? trial.canonicalProblem : trial.problem
        guard let problem = find(plan) else { return nil }
        guard isShrunk else { return Failure(seed: seed, problem: problem, plan: "") }
        let smaller = Shrinker(plan) { find($0)?.kind == problem.kind }.plan
        return Failure(seed: seed, problem: find(smaller) ?? problem, plan: "\(smaller)")
    }
}
