import GraphCodable

/// A package of shared libraries.
final class Library: BinaryPackage {
    /// Whether packages of several architectures may be installed together.
    enum MultiArch: String, GCodable {
        case no, same, foreign, allowed
    }

    var multiArch = MultiArch.no

    required init(name: String) {
        super.init(name: name)
    }

    private enum Key: String {
        case multiArch
    }

    required init(from decoder: any GDecoder) throws {
        multiArch = try decoder.decode(for: Key.multiArch)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any GEncoder) throws {
        try encoder.encode(multiArch, for: Key.multiArch)
        try super.encode(to: encoder)
    }
}
