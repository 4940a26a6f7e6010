import GraphCodable

/// A package that can be installed.
class BinaryPackage: Package {
    var version = ""
    var architecture = ""
    var summary = ""
    /// The size in KiB, if it is known.
    var installedSize: Int?
    /// Shared with all other packages of the section.
    var section: Section?
    /// Shared with all other packages of the maintainer.
    var maintainer: Maintainer?
    /// The edges of the graph. They refer to other packages, and often lead back to this one.
    var dependencies: [Dependency] = []

    required init(name: String) {
        super.init(name: name)
    }

    override func removeConnections() {
        dependencies = []
    }

    private enum Key: String {
        case version, architecture, summary, installedSize, section, maintainer, dependencies
    }

    required init(from decoder: any GDecoder) throws {
        version = try decoder.decode(for: Key.version)
        architecture = try decoder.decode(for: Key.architecture)
        summary = try decoder.decode(for: Key.summary)
        installedSize = try decoder.decode(for: Key.installedSize)
        section = try decoder.decode(for: Key.section)
        maintainer = try decoder.decode(for: Key.maintainer)
        try super.init(from: decoder)
        // A package cannot wait for its dependencies while they wait for it. So its initializer ends without them, and
        // they are set when they exist. Deferring one edge in each cycle is enough.
        try decoder.deferDecode(for: Key.dependencies) { self.dependencies = $0 }
    }

    override func encode(to encoder: any GEncoder) throws {
        try encoder.encode(version, for: Key.version)
        try encoder.encode(architecture, for: Key.architecture)
        try encoder.encode(summary, for: Key.summary)
        try encoder.encode(installedSize, for: Key.installedSize)
        try encoder.encode(section, for: Key.section)
        try encoder.encode(maintainer, for: Key.maintainer)
        try super.encode(to: encoder)
        try encoder.encode(dependencies, for: Key.dependencies)
    }
}
