import GraphCodable

/// The path to a value: the last key and the path to its container. Values in the same container share that path.
package final class CodingKeyPath {
    /// The maximum number of keys shown from either end of a long path.
    fileprivate static let shownCount = 32

    private(set) var parent: CodingKeyPath?
    let key: any CodingKey
    fileprivate let count: Int
    /// The first part of a long path.
    fileprivate let beginning: CodingKeyPath?

    package init(_ parent: CodingKeyPath?, _ key: any CodingKey) {
        self.parent = parent
        self.key = key
        count = (parent?.count ?? 0) + 1
        beginning = parent.flatMap { $0.count == Self.shownCount ? $0 : $0.beginning }
    }

    deinit {
        // Without this loop, releasing the last step of a long path would release the others recursively.
        var next = parent
        parent = nil
        while isKnownUniquelyReferenced(&next), let current = next {
            next = current.parent
            current.parent = nil
        }
    }
}

extension CodingKeyPath? {
    /// The keys, outermost first. A path of more than 64 keys is reduced to the first and the last ones.
    ///
    /// A path through a hundred thousand objects helps nobody, and would be created for each failure that a program
    /// catches.
    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        keys.reserveCapacity(min(self?.count ?? 0, 2 * CodingKeyPath.shownCount + 1))
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
        keys.reverse()
        return keys
    }
}

extension BidirectionalCollection {
    /// The texts for the elements, joined; only those for the first and the last of a long collection, for messages.
    package func shortened(by separator: String, _ text: (Element) -> String) -> String {
        let texts = count <= 12 ? map(text) : prefix(6).map(text) + ["…"] + suffix(5).map(text)
        return texts.joined(separator: separator)
    }
}

/// The key of an unkeyed value.
package struct IndexKey: CodingKey {
    package let intValue: Int?

    package var stringValue: String { "Index \(intValue ?? 0)" }

    package init(_ index: Int) {
        intValue = index
    }

    package init?(intValue: Int) {
        self.init(intValue)
    }

    package init?(stringValue: String) {
        nil
    }
}

/// A key that only has a name.
package struct NameKey: CodingKey {
    package let stringValue: String
    /// Whether the name is that of a type, with which a path begins.
    let isType: Bool

    package var intValue: Int? { nil }

    package init(_ name: String, isType: Bool = false) {
        (stringValue, self.isType) = (name, isType)
    }

    package init?(stringValue: String) {
        self.init(stringValue)
    }

    package init?(intValue: Int) {
        nil
    }

    /// The key for a superclass that is encoded without a key of its own.
    static let `super` = NameKey("super")
}

extension CodingPath {
    package init(_ path: CodingKeyPath?) {
        self.init(path.keys)
    }

    /// Creates the path of a `Codable` value.
    init(_ keys: [any CodingKey], root: String? = nil) {
        self.init(
            (root.map { [.type($0)] } ?? [])
                + keys.map { key in
                    switch key {
                    case let key as IndexKey: .index(key.intValue ?? 0)
                    case let key as NameKey where key.isType: .type(key.stringValue)
                    default: .key(key.stringValue)
                    }
                })
    }
}
