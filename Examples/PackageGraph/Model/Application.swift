import GraphCodable

/// A package of programs.
final class Application: BinaryPackage {
    /// Whether the system requires the package.
    var isEssential = false

    required init(name: String) {
        super.init(name: name)
    }

    private enum Key: String {
        case isEssential
    }

    required init(from decoder: any GDecoder) throws {
        isEssential = try decoder.decode(for: Key.isEssential)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any GEncoder) throws {
        try encoder.encode(isEssential, for: Key.isEssential)
        try super.encode(to: encoder)
    }
}
