import Benchmark

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, Row.bytes, Row.operations], timeUnits: .nanoseconds,
        warmupIterations: 1, maxDuration: .milliseconds(600), maxIterations: 100_000)
    registerSmallRows()
    registerGraphRows()
    registerBulkRows()
    registerPackageRows()
    registerContainerRows()
    registerFileRows()
}
