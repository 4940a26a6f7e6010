import GraphCodable

/// A package of headers and the like, for those who build on a library.
final class DevelopmentPackage: BinaryPackage {
    /// The library that it belongs to. It is not the owner of that library, so the reference is weak.
    weak var library: Library?

    required init(name: String) {
        super.init(name: name)
    }

    private enum Key: String {
        case library
    }

    required init(from decoder: any GDecoder) throws {
        try super.init(from: decoder)
        // The library may lead back here, so it may not exist yet.
        try decoder.deferDecode(for: Key.library) { self.library = $0 }
    }

    override func encode(to encoder: any GEncoder) throws {
        try super.encode(to: encoder)
        // A weak reference does not make the archive hold what it refers to. It is stored if the object is in the
        // archive for another reason, and nil if not.
        try encoder.encodeConditional(library, for: Key.library)
    }
}
