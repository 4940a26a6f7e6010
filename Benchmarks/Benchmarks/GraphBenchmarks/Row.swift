import Benchmark

/// One line of the results: a workload, an operation and who performs it.
enum Row {
    /// The size of what was encoded or decoded.
    static let bytes = BenchmarkMetric.custom("bytes", polarity: .prefersSmaller, useScalingFactor: false)
    /// How many values or objects one measurement stands for.
    static let operations = BenchmarkMetric.custom("operations", polarity: .prefersLarger, useScalingFactor: false)

    /// Registers a line.
    ///
    /// - Parameters:
    ///   - name: `workload/operation/subject`, which is how the report finds it.
    ///   - operations: How many values or objects `body` handles.
    ///   - seconds: How long to measure in each round, with what is done outside of the measurement; at least once.
    ///   - warmups: How often to run before that.
    ///   - body: What to measure. It may use `startMeasurement` and `stopMeasurement`; returns the number of bytes.
    static func add(
        _ name: String, operations: Int, seconds: Double = 0.2, warmups: Int = 1,
        _ body: @escaping (Benchmark) throws -> Int
    ) {
        var configuration = Benchmark.defaultConfiguration
        configuration.maxDuration = .milliseconds(Int(seconds * 1_000))
        configuration.warmupIterations = warmups
        Benchmark(name, configuration: configuration) { (benchmark: Benchmark) throws in
            let count = try body(benchmark)
            benchmark.measurement(bytes, count)
            benchmark.measurement(Row.operations, operations)
        }
    }
}

/// Makes a workload when it is first used: each line runs in a process of its own, and needs only its own.
final class Lazy<Value> {
    private let make: () throws -> Value
    private var made: Value?

    init(_ make: @escaping () throws -> Value) {
        self.make = make
    }

    func get() throws -> Value {
        if let made {
            return made
        }
        let value = try make()
        made = value
        return value
    }
}
