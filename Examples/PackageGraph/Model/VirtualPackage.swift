import GraphCodable

/// A name without files: other packages provide it, or none does.
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
        // These cycles lead through the providers' dependencies, which are deferred already.
        providers = try decoder.decode(for: Key.providers)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any GEncoder) throws {
        try encoder.encode(providers, for: Key.providers)
        try super.encode(to: encoder)
    }
}
