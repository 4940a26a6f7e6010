import Benchmark

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, Row.bytes, Row.operations], timeUnits: .nanoseconds, maxIterations: 100_000)
    registerSmallRows()
    registerGraphRows()
    registerBulkRows()
    registerSetRows()
    registerPackageRows()
    registerContainerRows()
    registerFileRows()
    registerAlbumRows()
}
