// swift-tools-version: 6.2

import PackageDescription

// Programs that use GraphCodable as others do. Scripts/Tests/products-test builds and runs them.
let package = Package(
    name: "Client",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "GraphCodable", path: Context.environment["GRAPHCODABLE"] ?? "../..")],
    targets: [
        .executableTarget(name: "Numbers", dependencies: [.product(name: "GraphCodable", package: "GraphCodable")]),
        .executableTarget(
            name: "Game",
            dependencies: [
                .product(name: "GraphCodable", package: "GraphCodable"),
                .product(name: "GraphCodableCompression", package: "GraphCodable"),
            ],
            swiftSettings: [.defaultIsolation(MainActor.self), .treatAllWarnings(as: .error)]
        ),
    ],
    swiftLanguageModes: [.v6]
)
