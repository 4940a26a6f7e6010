/// A property of a type, as messages name it.
struct PropertyLocation: Hashable, CustomStringConvertible {
    let typeName: String
    let property: String

    var description: String { "\(typeName).\(property)" }

    /// Returns a name without its module.
    static func nameWithoutModule(_ qualifiedName: String) -> String {
        guard let name = WrittenTypeName(qualifiedName), name.parts.count > 1 else { return qualifiedName }
        return name.parts.dropFirst().map {
            $0.name + WrittenTypeName.list($0.arguments.map { nameWithoutModule($0.description) })
        }.joined(separator: ".")
    }

    static func nameWithoutModule(of type: Any.Type) -> String { nameWithoutModule(TypeNames.readableName(of: type)) }

    /// Returns the name of a stored property as in the source code, or `nil` for a property that the compiler has
    /// added.
    static func propertyName(_ label: String) -> String? {
        // Keys have no backticks, and no other spaces than the source.
        let isRaw = label.hasPrefix("`") && label.hasSuffix("`") && label.count > 2
        let label = isRaw ? String(label.dropFirst().dropLast().map { $0 == "\u{A0}" ? " " : $0 }) : label
        guard !label.hasPrefix("$"), !label.hasPrefix("_$") else { return nil }
        // The storage of a property wrapper or an observed property begins with an underscore.
        return label.hasPrefix("_") ? String(label.dropFirst()) : label
    }
}
