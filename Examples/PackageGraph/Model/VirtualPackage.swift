import GraphCodable

/// A name without files, which other packages may provide.
final class VirtualPackage: Package {
    var providers: [BinaryPackage] = []

    required init(name: String) {
        super.init(name: name)
    }

    override func removeConnections() {
        providers = []
    }

    private enum Key: String {
        case providers
    }

    required init(from decoder: any GDecoder) throws {
        // These cycles pass through the providers' dependencies, which are already deferred.
        providers = try decoder.decode(for: Key.providers)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any GEncoder) throws {
        try encoder.encode(providers, for: Key.providers)
        try super.encode(to: encoder)
    }
}
