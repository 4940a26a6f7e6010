// swift-tools-version: 6.1

import PackageDescription

// Programs that use GraphCodable as yours does. In your manifest, the dependency has a URL and a version instead of the path.
let core: Target.Dependency = .product(name: "GraphCodable", package: "GraphCodable")
let compression: Target.Dependency = .product(name: "GraphCodableCompression", package: "GraphCodable")
let macros: Target.Dependency = .product(
    name: "GraphCodableMacros", package: "GraphCodable", condition: .when(traits: ["Macros"]))

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    traits: [.trait(name: "Macros", description: "The mind map, which uses the macro @GCodable.")],
    dependencies: [
        .package(
            name: "GraphCodable", path: "..", traits: [.init(name: "Macros", condition: .when(traits: ["Macros"]))])
    ],
    targets: [
        .executableTarget(
            name: "PackageGraph", dependencies: [core, compression], path: "PackageGraph",
            exclude: ["README.md", "Sample", "most_depended_on.py"]),
        .target(name: "MindMap", dependencies: [core, macros], path: "MindMap/Model"),
        .executableTarget(name: "MindMapExample", dependencies: ["MindMap"], path: "MindMap/Program"),
        .executableTarget(
            name: "GameSave", dependencies: [core, compression], path: "GameSave", exclude: ["README.md"]),
        .executableTarget(
            name: "ReceivingServer", dependencies: [core, compression], path: "ReceivingServer", exclude: ["README.md"]),
        .executableTarget(
            name: "Outliner", dependencies: [core, compression], path: "Outliner", exclude: ["README.md", "Sample"]),
        .executableTarget(
            name: "ThousandSaves", dependencies: [core, compression], path: "ThousandSaves",
            exclude: ["README.md", "answers.py"]),
        .testTarget(
            name: "ExamplesTests",
            dependencies: [
                "GameSave", "MindMap", "Outliner", "PackageGraph", "ReceivingServer", "ThousandSaves", core,
                compression,
                macros,
                .product(name: "GraphInspection", package: "GraphCodable"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
