// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    traits: [.trait(name: "Zstd", description: "Measures Zstandard, too, for which libzstd must be there.")],
    dependencies: [
        .package(
            name: "GraphCodable", path: "..",
            traits: ["Macros", .init(name: "Zstd", condition: .when(traits: ["Zstd"]))]),
        // Without its traits, which would need jemalloc or replace the system's allocator.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.28.0"),
    ],
    targets: [
        // The values that are encoded and decoded, and the messages that hold the same.
        .target(
            name: "Workloads",
            dependencies: [
                .product(name: "GraphCodable", package: "GraphCodable"),
                .product(name: "GraphCodableCompression", package: "GraphCodable"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            exclude: ["Messages/messages.proto"]
        ),
        // Those of them that are types of their own, with the macro: they take no more instructions than by hand.
        .target(
            name: "MacroWorkloads",
            // GraphCodable as well, though the macros export it: otherwise a change of it does not build this again.
            dependencies: [
                .product(name: "GraphCodable", package: "GraphCodable"),
                .product(name: "GraphCodableMacros", package: "GraphCodable"),
            ]
        ),
        // The C libraries that the container uses, called directly.
        .target(name: "CReferences"),
        .executableTarget(
            name: "GraphBenchmarks",
            dependencies: [
                "CReferences",
                "Workloads",
                .product(name: "GraphCodable", package: "GraphCodable"),
                .product(name: "GraphCodableCompression", package: "GraphCodable"),
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "SwiftProtobuf", package: "swift-protobuf"),
            ],
            path: "Benchmarks/GraphBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        // Runs one workload, for profilers and for the counting of instructions and memory.
        .executableTarget(
            name: "WorkloadProbe",
            dependencies: [
                "CReferences", "MacroWorkloads", "Workloads",
                .product(name: "GraphCodable", package: "GraphCodable"),
                .product(name: "GraphCodableCompression", package: "GraphCodable"),
            ],
            // valgrind of Debian 12 stops at what the compiler says for debuggers. Names of functions stay.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--strip-debug"], .when(platforms: [.linux]))]
        ),
        // Compares the ways to make a type archivable.
        .executableTarget(
            name: "WaysToArchive",
            dependencies: [
                .product(name: "GraphCodable", package: "GraphCodable"),
                .product(name: "CyclicCoding", package: "GraphCodable"),
                .product(name: "VersionedCodable", package: "GraphCodable"),
                .product(name: "Serializable", package: "GraphCodable"),
            ]
        ),
        // Makes tables and a chart of the results, and compares counts with the thresholds.
        .executableTarget(name: "BenchmarkReport"),
    ],
    swiftLanguageModes: [.v6]
)
