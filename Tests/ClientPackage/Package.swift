// swift-tools-version: 6.1

import PackageDescription

// What Swift 6.1 can build of this package: Package@swift-6.2.swift has the rest.
let package = Package(
    name: "Client",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "GraphCodable", path: Context.environment["GRAPHCODABLE"] ?? "../..")],
    targets: [
        .executableTarget(name: "Numbers", dependencies: [.product(name: "GraphCodable", package: "GraphCodable")])
    ]
)
