import GraphCodable

/// A section of the archive, such as `libs`. Every package of the section refers to the same object.
final class Section: GCodable {
    let name: String

    init(name: String) {
        self.name = name
    }

    // With a single value there is no need for a key: unkeyed values are decoded in the order of encoding.
    init(from decoder: any GDecoder) throws {
        name = try decoder.decode()
    }

    func encode(to encoder: any GEncoder) throws {
        try encoder.encode(name)
    }
}
