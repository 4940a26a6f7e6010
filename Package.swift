// swift-tools-version: 6.1

import CompilerPluginSupport
import PackageDescription

/// The folder with the toolchain's own swift-syntax. The Makefile sets it for the debug builds of this package's tests; clients never do.
let toolchainSyntax = Context.environment["GRAPHCODABLE_TOOLCHAIN_SYNTAX"].flatMap { $0.isEmpty ? nil : $0 }

let package = Package(
    name: "GraphCodable",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "GraphCodable", targets: ["GraphCodable"]),
        .library(name: "GraphCodableCompression", targets: ["GraphCodableCompression"]),
        .library(name: "GraphInspection", targets: ["GraphInspection"]),
        .library(name: "GraphCodableMacros", targets: ["GraphCodableMacros"]),
        .library(name: "CyclicCoding", targets: ["CyclicCoding"]),
        .library(name: "VersionedCodable", targets: ["VersionedCodable"]),
        .library(name: "Serializable", targets: ["Serializable"]),
        // For the packages in Tool, Examples and Fuzz, whose tests need it.
        .library(name: "GraphCodableTestSupport", targets: ["TestSupport"]),
    ],
    traits: [
        .trait(name: "Zstd", description: "Builds in the codec Zstandard, for which libzstd must be there."),
        .trait(name: "Macros", description: "The macro @GCodable, for which swift-syntax is fetched and built."),
    ],
    // Fetched and built only with the trait.
    dependencies: toolchainSyntax == nil
        ? [.package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0")] : [],
    targets: [
        .systemLibrary(
            name: "CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        .systemLibrary(
            name: "CLZ4",
            pkgConfig: "liblz4",
            providers: [.apt(["liblz4-dev"]), .brew(["lz4"])]
        ),
        // Only with the trait Zstd.
        .systemLibrary(
            name: "CZstd",
            pkgConfig: "libzstd",
            providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]
        ),
        // Calling a function on another stack, which Swift has no means for.
        .target(name: "CStack"),
        .target(name: "GraphCodable", dependencies: ["CStack"]),
        // Calls of Linux that the toolchain's own module of the C library leaves out; empty elsewhere.
        .systemLibrary(name: "CLinux"),
        .target(
            name: "GraphCodableCompression",
            dependencies: [
                "GraphCodable", "CZlib", "CLinux",
                // Apple's other systems have no LZ4 library: there the blocks come from the Compression framework.
                .target(name: "CLZ4", condition: .when(platforms: [.linux, .macOS, .android, .windows, .wasi])),
                .target(name: "CZstd", condition: .when(traits: ["Zstd"])),
            ]
        ),
        // What is in archives: statistics, pictures and differences, without the types that made them.
        .target(name: "GraphInspection", dependencies: ["GraphCodable", "GraphCodableCompression"]),
        .macro(
            name: "GraphCodableMacrosPlugin",
            dependencies: toolchainSyntax == nil
                ? ["SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftParser", "SwiftSyntaxMacros"].map {
                    .product(name: $0, package: "swift-syntax", condition: .when(traits: ["Macros"]))
                } : [],
            swiftSettings: toolchainSyntax.map { [.unsafeFlags(["-I", $0]), .define("TOOLCHAIN_SYNTAX")] },
            linkerSettings: toolchainSyntax.map { folder in
                [
                    .unsafeFlags([
                        "-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder, "-lSwiftCompilerPluginMessageHandling",
                        "-lSwiftDiagnostics", "-lSwiftParser", "-lSwiftSyntax", "-lSwiftSyntaxMacros",
                    ])
                ]
            }
        ),
        .target(name: "GraphCodableMacros", dependencies: ["GraphCodable", "GraphCodableMacrosPlugin"]),
        .target(name: "CyclicCoding", dependencies: ["GraphCodable"]),
        .target(name: "VersionedCodable", dependencies: ["CyclicCoding", "GraphCodable"]),
        .target(name: "Serializable", dependencies: ["CyclicCoding", "GraphCodable"]),
        // What several test targets need.
        .target(name: "TestSupport", dependencies: ["GraphCodable"], path: "Tests/TestSupport"),
        // Properties that the tests check in a debug build, and a program in a release build, with far more graphs.
        .target(
            name: "GraphModel",
            dependencies: [
                "GraphCodable", "TestSupport", "VersionedCodable",
                .target(name: "GraphCodableMacros", condition: .when(traits: ["Macros"])),
            ],
            path: "Tests/GraphModel"
        ),
        // Checks that need a release build, and a program that Laboratory/torture_saving.py kills.
        .executableTarget(
            name: "TestPrograms",
            dependencies: ["GraphCodable", "GraphCodableCompression", "GraphModel", "TestSupport"],
            path: "Tests/TestPrograms"
        ),
        .testTarget(name: "GraphCodableTests", dependencies: ["GraphCodable", "TestSupport"]),
        .testTarget(
            name: "GraphCodableMacrosTests",
            // Not the plugin itself: see PluginProcess. The model has types with the macro: what tests it is here, so that
            // the large GraphCodableTests is compiled while swift-syntax is.
            dependencies: [
                .target(name: "GraphCodableMacros", condition: .when(traits: ["Macros"])), "GraphModel", "TestSupport",
            ]
        ),
        // Its programs use all libraries.
        .testTarget(
            name: "GuideTests",
            dependencies: [
                "GraphCodable", "GraphCodableCompression", "GraphInspection", "GraphCodableMacros", "CyclicCoding",
                "VersionedCodable", "Serializable", "TestSupport",
            ]
        ),
        .testTarget(
            name: "GraphCodableCompressionTests",
            dependencies: [
                "GraphCodable", "GraphCodableCompression", "CZlib", "CLZ4",
                .target(name: "CZstd", condition: .when(traits: ["Zstd"])), "TestSupport",
            ]
        ),
        .testTarget(
            name: "GraphInspectionTests",
            dependencies: ["GraphInspection", "GraphCodable", "GraphCodableCompression", "TestSupport"]
        ),
        .testTarget(
            name: "CyclicCodingTests",
            dependencies: ["CyclicCoding", "GraphCodableCompression", "TestSupport"]
        ),
        .testTarget(
            name: "VersionedCodableTests",
            dependencies: ["VersionedCodable", "CyclicCoding", "GraphCodableCompression", "TestSupport"]
        ),
        .testTarget(
            name: "SerializableTests",
            dependencies: ["Serializable", "CyclicCoding", "GraphCodableCompression", "TestSupport"]
        ),
    ],
    swiftLanguageModes: [.v6]
)
