/// The stored properties of a class that inherits the methods that the macro has generated for a superclass.
struct InheritedCode {
    /// The properties that the methods do not know.
    let properties: [String]
    private let codedClass: AnyClass
    /// The properties of the superclass and of those above it.
    private let inheritedProperties: Set<String>

    /// Returns whether the class of the methods is another one than this.
    static func isInherited(by type: Any.Type) -> Bool {
        (type as? any _GCodableClass.Type).map { $0._codedClass != type } ?? false
    }

    /// - Parameter object: An instance. The properties are found by reflection.
    /// - Returns: `nil` unless the class of the instance, or one between it and that of the methods, stores something.
    init?(of object: Any) {
        guard let type = Swift.type(of: object) as? any _GCodableClass.Type, type._codedClass != type else {
            return nil
        }
        codedClass = type._codedClass
        var (own, inherited): ([String], Set<String>) = ([], [])
        var isInherited = false
        var level = Optional(Mirror(reflecting: object))
        while let mirror = level {
            isInherited = isInherited || mirror.subjectType == codedClass
            let names = mirror.children.filter { !($0.value is GUnknownFields) }
                .compactMap { $0.label.flatMap(PropertyLocation.propertyName) }
            if isInherited {
                inherited.formUnion(names)
            } else {
                own += names
            }
            level = mirror.superclassMirror
        }
        guard isInherited, !own.isEmpty else { return nil }
        (properties, inheritedProperties) = (own, inherited)
    }

    /// Returns whether an archive has none of the properties: there is no key of their names, and no more other values than
    /// the superclasses have other properties.
    func isLost(keys: Set<String>, unkeyedCount: Int) -> Bool {
        guard keys.isDisjoint(with: properties) else { return false }
        return keys.subtracting(inheritedProperties).count + unkeyedCount
            <= inheritedProperties.subtracting(keys).count
    }

    /// Returns the sentence that reports the loss.
    func description(of properties: String, in typeName: String) -> String {
        let name = PropertyLocation.shortName(of: codedClass)
        return """
            \(properties) is not written: \(typeName) inherits the methods that @GCodable generated for \(name). Attach @GCodable \
            to \(typeName), too.
            """
    }
}
