import GraphCodable

/// A name that packages can depend on. Subclasses represent what the name refers to.
///
/// The archive records the class of each object, so a decoded `[Package]` contains the same subclasses.
class Package: GCodable {
    let name: String

    required init(name: String) {
        self.name = name
    }

    /// Removes references to other packages, to break cycles.
    func removeConnections() {}

    private enum Key: String {
        case name
    }

    required init(from decoder: any GDecoder) throws {
        name = try decoder.decode(for: Key.name)
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(name, for: Key.name)
    }
}
