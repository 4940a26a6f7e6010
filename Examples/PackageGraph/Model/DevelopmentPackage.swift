import GraphCodable

/// A package of headers and other files for developers.
final class DevelopmentPackage: BinaryPackage {
    /// The corresponding library. The package does not own it, so the reference is weak.
    weak var library: Library?

    required init(name: String) {
        super.init(name: name)
    }

    private enum Key: String {
        case library
    }

    required init(from decoder: any GDecoder) throws {
        try super.init(from: decoder)
        // The library may lead back to this package, so it may not exist yet.
        try decoder.deferDecode(for: Key.library) { self.library = $0 }
    }

    override func encode(to encoder: any GEncoder) throws {
        try super.encode(to: encoder)
        // A conditional reference doesn't add its object to the archive. It is stored if something else archives the
        // object, and is nil otherwise.
        try encoder.encodeConditional(library, for: Key.library)
    }
}
