import GraphCodable

/// A section of the archive, such as `libs`. All packages of the section refer to the same object.
final class Section: GCodable {
    let name: String

    init(name: String) {
        self.name = name
    }

    // A single value needs no key: unkeyed values are decoded in the order in which they were encoded.
    init(from decoder: any GDecoder) throws {
        name = try decoder.decode()
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(name)
    }
}
