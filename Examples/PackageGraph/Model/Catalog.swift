import GraphCodable

/// The root of the graph: every package of a control file.
///
/// Packages depend on each other in cycles of strong references, so nothing would ever release them. The catalog owns
/// the packages, and breaks the cycles when it is released.
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
