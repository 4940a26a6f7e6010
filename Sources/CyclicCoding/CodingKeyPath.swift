import GraphCodable

/// The way to a value: the last key and the way to what contains it. Shared by all values below.
final class CodingKeyPath {
    /// The most keys from either end of a long path that are shown.
    fileprivate static let shownCount = 32

    private(set) var parent: CodingKeyPath?
    let key: any CodingKey
    fileprivate let count: Int
    /// The first part of a long path.
    fileprivate let beginning: CodingKeyPath?

    init(_ parent: CodingKeyPath?, _ key: any CodingKey) {
        self.parent = parent
        self.key = key
        count = (parent?.count ?? 0) + 1
        beginning = parent.flatMap { $0.count == Self.shownCount ? $0 : $0.beginning }
    }

    deinit {
        // Released with its last step, a long path would be released recursively.
        var next = parent
        parent = nil
        while isKnownUniquelyReferenced(&next), let current = next {
            next = current.parent
            current.parent = nil
        }
    }
}

extension CodingKeyPath? {
    /// The keys, outermost first; of more than 64 the first and the last ones.
    ///
    /// A path through a hundred thousand objects helps nobody, and would be made for each failure that a program catches.
    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var path = self
        if let self, let beginning = self.beginning, self.count > 2 * CodingKeyPath.shownCount {
            for _ in 0..<CodingKeyPath.shownCount {
                path.map { keys.append($0.key) }
                path = path?.parent
            }
            keys.append(NameKey("…"))
            path = beginning
        }
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
