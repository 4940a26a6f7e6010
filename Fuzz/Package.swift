// swift-tools-version: 6.1

import PackageDescription

// A package of its own, because everything in it is built with the fuzzer's instrumentation: see `Scripts/fuzz`.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "GraphCodable", path: "..")],
    targets: [
        .target(
            name: "FuzzTargets",
            dependencies: [
                .product(name: "GraphCodable", package: "GraphCodable"),
                .product(name: "GraphCodableCompression", package: "GraphCodable"),
                .product(name: "CyclicCoding", package: "GraphCodable"),
                .product(name: "Serializable", package: "GraphCodable"),
            ]
        ),
        .executableTarget(
            name: "Fuzz",
            dependencies: ["FuzzTargets"],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        ),
    ],
    swiftLanguageModes: [.v6]
)
