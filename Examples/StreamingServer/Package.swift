// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that the other examples do not fetch and compile SwiftNIO. In your manifest, the dependency on
// GraphCodable has a URL and a version instead of the path.
let package = Package(
    name: "StreamingServer",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "GraphCodable", path: "../.."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
    ],
    targets: [
        .executableTarget(
            name: "StreamingServer",
            dependencies: [
                .product(name: "GraphCodableCompression", package: "GraphCodable"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Sources")
    ],
    swiftLanguageModes: [.v6]
)
