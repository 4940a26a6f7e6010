import GraphCodable

/// The maintainer of packages. All packages of a maintainer refer to the same object.
final class Maintainer: GCodable {
    let name: String
    let address: String

    init(name: String, address: String) {
        self.name = name
        self.address = address
    }

    private enum Key: String {
        case name, address
    }

    init(from decoder: any GDecoder) throws {
        name = try decoder.decode(for: Key.name)
        address = try decoder.decode(for: Key.address)
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(name, for: Key.name)
        try encoder.encode(address, for: Key.address)
    }
}
