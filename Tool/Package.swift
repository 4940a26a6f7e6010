// swift-tools-version: 6.1

import PackageDescription

// The command line tool. It is a package of its own, so that programs that use the library fetch none of its dependencies.
//
// It still uses what the library declares as `package`: the compiler gets the library's package name in place of this one's.
// The package manager names a package after its folder.
let library = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
let packageAccess = SwiftSetting.unsafeFlags([
    "-package-name", String(library.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }),
])

let package = Package(
    name: "graphz",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "graphz", targets: ["graphz"])],
    traits: [
        .trait(name: "Zstd", description: "Builds in the codec Zstandard, for which libzstd must be there."),
        .trait(
            name: "Macros",
            description: "Nothing for the tool: builds with it can share a folder with those of the library."),
    ],
    dependencies: [
        .package(
            name: "GraphCodable", path: "..",
            traits: [
                .init(name: "Zstd", condition: .when(traits: ["Zstd"])),
                .init(name: "Macros", condition: .when(traits: ["Macros"])),
            ]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        // The page of `graphz explore`. Its JavaScript, CSS and HTML become Swift when it is built.
        .executableTarget(name: "PageMaker"),
        .plugin(name: "MakeExplorePage", capability: .buildTool(), dependencies: ["PageMaker"]),
        .target(
            name: "ExplorePage", dependencies: [.product(name: "GraphInspection", package: "GraphCodable")],
            exclude: ["Page"],
            packageAccess: false, swiftSettings: [packageAccess], plugins: ["MakeExplorePage"]),
        .executableTarget(
            name: "graphz",
            dependencies: [
                "ExplorePage",
                .product(name: "GraphCodableCompression", package: "GraphCodable"),
                .product(name: "GraphInspection", package: "GraphCodable"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            packageAccess: false,
            swiftSettings: [packageAccess]
        ),
        .testTarget(
            name: "GraphzTests",
            // The tool itself, so that it is built before the tests that run it.
            dependencies: [
                "graphz",
                .product(name: "GraphCodableCompression", package: "GraphCodable"),
                .product(name: "GraphCodableTestSupport", package: "GraphCodable"),
            ],
            packageAccess: false,
            swiftSettings: [packageAccess]
        ),
    ],
    swiftLanguageModes: [.v6]
)
