import GraphCodable

/// A package that would satisfy a dependency. This is a value: it is stored inside its dependency, but its package is
/// not.
struct Alternative: GCodable {
    var package: Package
    /// The required architecture, as in `python3:any`.
    var architecture: String?
    var constraint: VersionConstraint?

    init(package: Package, architecture: String?, constraint: VersionConstraint?) {
        self.package = package
        self.architecture = architecture
        self.constraint = constraint
    }

    private enum Key: String {
        case package, architecture, constraint
    }

    init(from decoder: any GDecoder) throws {
        package = try decoder.decode(for: Key.package)
        architecture = try decoder.decode(for: Key.architecture)
        constraint = try decoder.decode(for: Key.constraint)
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(package, for: Key.package)
        try encoder.encode(architecture, for: Key.architecture)
        try encoder.encode(constraint, for: Key.constraint)
    }
}
