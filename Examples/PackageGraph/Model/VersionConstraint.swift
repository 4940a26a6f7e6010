import GraphCodable

/// The required versions of a package, such as `(>= 2.36)`.
struct VersionConstraint: GCodable {
    enum Comparison: String, GCodable {
        case earlier = "<<"
        case earlierOrEqual = "<="
        case equal = "="
        case laterOrEqual = ">="
        case later = ">>"
    }

    var comparison: Comparison
    var version: String

    init(comparison: Comparison, version: String) {
        self.comparison = comparison
        self.version = version
    }

    private enum Key: String {
        case comparison, version
    }

    init(from decoder: any GDecoder) throws {
        comparison = try decoder.decode(for: Key.comparison)
        version = try decoder.decode(for: Key.version)
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(comparison, for: Key.comparison)
        try encoder.encode(version, for: Key.version)
    }
}
