/// The part of a package that JSON can represent: text and numbers, and names in place of references.
///
/// It is here only for comparison. JSON supports neither shared objects nor cycles nor subclasses, so decoding returns
/// a list of records. Rebuilding the graph from it would require code.
struct PackageRecord: Codable {
    struct Edge: Codable {
        var kind: String
        var alternatives: [Target]
    }

    struct Target: Codable {
        var package: String
        var architecture: String?
        var comparison: String?
        var version: String?
    }

    var kind: String
    var name: String
    var version: String?
    var architecture: String?
    var summary: String?
    var installedSize: Int?
    var section: String?
    var maintainer: String?
    var dependencies: [Edge]?

    init(_ package: Package) {
        kind = "\(type(of: package))"
        name = package.name
        guard let package = package as? BinaryPackage else { return }
        version = package.version
        architecture = package.architecture
        summary = package.summary
        installedSize = package.installedSize
        section = package.section?.name
        maintainer = package.maintainer.map { "\($0.name) <\($0.address)>" }
        dependencies = package.dependencies.map { Edge($0) }
    }
}

extension PackageRecord.Edge {
    init(_ dependency: Dependency) {
        kind = dependency.kind.rawValue
        alternatives = dependency.alternatives.map {
            .init(
                package: $0.package.name,
                architecture: $0.architecture,
                comparison: $0.constraint?.comparison.rawValue,
                version: $0.constraint?.version
            )
        }
    }
}
