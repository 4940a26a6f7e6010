/// One row, and how often to run it.
struct Repetition {
    let workload: String
    let operation: String
    let count: Int
    /// Who performs the operation, where there is a choice.
    let subject: String?

    /// Runs an operation as often as it should be, and prints the size of the archive and the best time.
    func run(bytes: Int, _ body: () throws -> Void) rethrows {
        // The best of twenty parts, to be compared with that of another build.
        let part = max(count / 20, 1)
        var best: Duration?
        var remaining = count
        while remaining > 0 {
            let repetitions = min(part, remaining)
            let time = try ContinuousClock().measure {
                for _ in 0..<repetitions {
                    try body()
                }
            }
            best = min(best ?? time / repetitions, time / repetitions)
            remaining -= repetitions
        }
        print("\(bytes) bytes, \(Int((best ?? .zero) / .nanoseconds(1))) ns")
    }
}
