import GraphCodable

/// The root of the graph: every package of one control file.
///
/// Packages depend on each other in cycles, and all their references are strong, so nothing would ever release them.
/// The catalog owns them: when it goes, it cuts them loose from each other.
final class Catalog: GCodable {
    private(set) var packages: [Package]

    init(packages: [Package]) {
        self.packages = packages
    }

    deinit {
        packages.forEach { $0.removeConnections() }
    }

    private enum Key: String {
        case packages
    }

    init(from decoder: any GDecoder) throws {
        packages = try decoder.decode(for: Key.packages)
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(packages, for: Key.packages)
    }
}
