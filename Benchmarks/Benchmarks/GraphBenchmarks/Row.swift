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
    ///   - seconds: How long to measure; large workloads are run at least three times.
    ///   - body: What to measure. It may use `startMeasurement` and `stopMeasurement`; returns the number of bytes.
    static func add(
        _ name: String, operations: Int, seconds: Double = 0.6, iterations: Int = 100_000,
        _ body: @escaping (Benchmark) throws -> Int
    ) {
        var configuration = Benchmark.defaultConfiguration
        configuration.maxDuration = .milliseconds(Int(seconds * 1_000))
        configuration.maxIterations = iterations
        Benchmark(name, configuration: configuration) { (benchmark: Benchmark) throws in
            let count = try body(benchmark)
            benchmark.measurement(bytes, count)
            benchmark.measurement(Row.operations, operations)
        }
    }

    /// Registers a line whose result is released outside of the measurement.
    static func add<Result>(
        _ name: String, operations: Int, seconds: Double = 0.6, iterations: Int = 100_000,
        bytes: @escaping (Result) throws -> Int, _ body: @escaping () throws -> Result
    ) {
        add(name, operations: operations, seconds: seconds, iterations: iterations) { benchmark in
            benchmark.startMeasurement()
            let result = try body()
            benchmark.stopMeasurement()
            blackHole(result)
            return try bytes(result)
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
