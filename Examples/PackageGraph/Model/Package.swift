import GraphCodable

/// A name that can be depended on. What stands behind the name is a subclass's matter.
///
/// The archive says of each object which class it has, so a decoded `[Package]` holds the same mixture of subclasses.
class Package: GCodable {
    let name: String

    required init(name: String) {
        self.name = name
    }

    /// Lets go of other packages, so that a cycle of packages can be released.
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
