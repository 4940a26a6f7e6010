extension Encoder {
    private static let lazyPrefix = "$__lazy_storage_$_"

    /// Encodes all stored properties with their names as keys, those of superclasses first.
    func encodeProperties(of value: any Serializable) {
        var owners: [String: Any.Type] = [:]
        for mirror in Self.mirrors(of: value) {
            for child in mirror.children {
                guard let label = child.label else {
                    return session.fail(
                        .notSerializable,
                        "\(mirror.subjectType) has values without a name. Write its encode(with:) yourself.", at: path)
                }
                let isLazy = label.hasPrefix(Self.lazyPrefix)
                let name = isLazy ? String(label.dropFirst(Self.lazyPrefix.count)) : label
                if let other = owners.updateValue(mirror.subjectType, forKey: name) {
                    return session.fail(
                        .duplicateKey,
                        """
                        Both \(other) and \(mirror.subjectType) have a property '\(name)'. Rename one of them, or write \
                        encode(with:) yourself.
                        """,
                        at: path)
                }
                encodeProperty(child.value, name, of: mirror.subjectType)
            }
        }
    }

    private func encodeProperty(_ value: Any, _ name: String, of owner: Any.Type) {
        // The second cast would unwrap an optional, and lose one that is nil.
        if let optional = value as? any OptionalValue, optional.wrapped == nil {
            encode(nil, forKey: name)
        } else if let value = value as? any Serializable {
            encode(value, forKey: name)
        } else if let values = (value as? any ListValue)?.serializable {
            encode(values, forKey: name)
        } else {
            session.fail(
                .notSerializable,
                """
                The property '\(name)' of \(owner) is of type \(type(of: value)), which is not Serializable. Make it \
                conform, or write encode(with:) yourself.
                """,
                at: path)
        }
    }

    private static func mirrors(of value: Any) -> [Mirror] {
        var mirrors: [Mirror] = []
        var next: Mirror? = Mirror(reflecting: value)
        while let mirror = next {
            mirrors.append(mirror)
            next = mirror.superclassMirror
        }
        return mirrors.reversed()
    }
}
