// swift-tools-version: 6.1

import PackageDescription

// A package of its own, because everything in it is built with the fuzzer's instrumentation: see `Scripts/fuzz`.
//
// It uses what the library declares as `package`; see Tool/Package.swift.
let library = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
let packageAccess = SwiftSetting.unsafeFlags([
    "-package-name", String(library.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }),
])

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v15)],
    traits: [
        .trait(
            name: "Macros", description: "A sample with @GCodable, for which swift-syntax is fetched and built.")
    ],
    dependencies: [
        .package(
            name: "GraphCodable", path: "..", traits: [.init(name: "Macros", condition: .when(traits: ["Macros"]))])
    ],
    targets: [
        .target(
            name: "FuzzTargets",
            dependencies: [
                .product(name: "GraphCodable", package: "GraphCodable"),
                .product(name: "GraphCodableCompression", package: "GraphCodable"),
                .product(
                    name: "GraphCodableMacros", package: "GraphCodable", condition: .when(traits: ["Macros"])),
                .product(name: "CyclicCoding", package: "GraphCodable"),
                .product(name: "Serializable", package: "GraphCodable"),
            ],
            packageAccess: false,
            swiftSettings: [packageAccess]
        ),
        .executableTarget(
            name: "Fuzz",
            dependencies: ["FuzzTargets"],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        ),
        // Replays the inputs that failed once.
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "FuzzTargets", .product(name: "GraphCodable", package: "GraphCodable"),
                .product(name: "GraphCodableTestSupport", package: "GraphCodable"),
            ],
            packageAccess: false,
            swiftSettings: [packageAccess]
        ),
    ],
    swiftLanguageModes: [.v6]
)
