import GraphCodable

/// The way to a value: the last key and the way to what contains it. Shared by all values below.
final class CodingKeyPath {
    let parent: CodingKeyPath?
    let key: any CodingKey

    init(_ parent: CodingKeyPath?, _ key: any CodingKey) {
        self.parent = parent
        self.key = key
    }
}

extension CodingKeyPath? {
    /// The keys, outermost first.
    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var path = self
        while let current = path {
            keys.append(current.key)
            path = current.parent
        }
        return keys.reversed()
    }
}

/// The key of an unkeyed value.
struct IndexKey: CodingKey {
    let intValue: Int?

    var stringValue: String { "Index \(intValue ?? 0)" }

    init(_ index: Int) {
        intValue = index
    }

    init?(intValue: Int) {
        self.init(intValue)
    }

    init?(stringValue: String) {
        nil
    }
}

/// A key that only has a name.
struct NameKey: CodingKey {
    let stringValue: String

    var intValue: Int? { nil }

    init(_ name: String) {
        stringValue = name
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        nil
    }

    /// The key under which a superclass is encoded, unless it is given one.
    static let `super` = NameKey("super")
}

extension CodingPath {
    /// The path of a `Codable` value.
    init(_ keys: [any CodingKey], root: String? = nil) {
        self.init(
            (root.map { [.type($0)] } ?? [])
                + keys.map { key in
                    if key is IndexKey, let index = key.intValue {
                        return .index(index)
                    }
                    return .key(key.stringValue)
                })
    }
}
