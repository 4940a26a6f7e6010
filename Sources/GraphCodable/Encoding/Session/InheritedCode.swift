/// The stored properties of classes that inherit the methods that the macro has generated for a superclass.
struct InheritedCode {
    /// The properties that the methods do not know, and that are not nil.
    let properties: [String]
    /// The name of the first class that inherits its methods, beginning with the class of the instance.
    let typeName: String
    /// The class whose methods that class inherits.
    private let codedClass: AnyClass
    /// The properties of the classes with methods of their own.
    private let codedProperties: Set<String>

    /// Returns whether the class, or one of its superclasses, has no methods of its own.
    static func isInherited(by type: Any.Type) -> Bool {
        var next: AnyClass? = type as? AnyClass
        while let current = next, let coded = codedClass(of: current) {
            if coded != current { return true }
            next = _getSuperclass(current)
        }
        return false
    }

    /// Returns the class for which the macro generated the methods of a class, or `nil` if it generated none.
    private static func codedClass(of type: Any.Type) -> AnyClass? { (type as? any _GCodableClass.Type)?._codedClass }

    /// - Parameter object: An instance. The properties are found by reflection.
    /// - Returns: `nil` unless its class, or one of its superclasses, has no methods of its own, and stores something. A class
    ///   whose methods are written by hand may leave out nil.
    init?(of object: Any) {
        guard Self.isInherited(by: type(of: object)) else { return nil }
        var (uncoded, coded): ([String], Set<String>) = ([], [])
        var first: (type: Any.Type, codedClass: AnyClass)?
        var level = Optional(Mirror(reflecting: object))
        while let mirror = level {
            let children = mirror.children.filter { !($0.value is GUnknownFields) }
            func names(_ children: [Mirror.Child]) -> [String] {
                children.compactMap { $0.label.flatMap(PropertyLocation.propertyName) }
            }
            if let codedClass = Self.codedClass(of: mirror.subjectType), codedClass != mirror.subjectType {
                uncoded += names(children.filter { ($0.value as? any OptionalValue).map { $0.wrapped != nil } ?? true })
                first = first ?? (mirror.subjectType, codedClass)
            } else {
                coded.formUnion(names(children))
            }
            level = mirror.superclassMirror
        }
        guard let first, !uncoded.isEmpty else { return nil }
        (typeName, codedClass) = (PropertyLocation.nameWithoutModule(of: first.type), first.codedClass)
        (properties, codedProperties) = (uncoded, coded)
    }

    /// Returns whether an archive has none of the properties: no key has the name of one, and there are no more values than the
    /// properties of the other classes explain.
    ///
    /// - Parameters:
    ///   - keys: The keys of the object in the archive.
    ///   - unkeyedCount: The number of its values without a key.
    func isLost(keys: Set<String>, unkeyedCount: Int) -> Bool {
        guard keys.isDisjoint(with: properties) else { return false }
        return keys.subtracting(codedProperties).count + unkeyedCount <= codedProperties.subtracting(keys).count
    }

    /// Returns the sentence that reports the loss.
    ///
    /// - Parameter properties: The names of the properties, with that of their class.
    func description(of properties: String) -> String {
        let name = PropertyLocation.nameWithoutModule(of: codedClass)
        return """
            \(properties) is not written: \(typeName) inherits the methods that @GCodable generated for \(name). Attach @GCodable \
            to \(typeName), too.
            """
    }
}
