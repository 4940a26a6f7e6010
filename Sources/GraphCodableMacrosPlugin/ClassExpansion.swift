#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// The members that the macro adds to a class.
///
/// Properties that must be initialized come first, then those of the superclass, then those that can be set later.
/// Swift requires this order for initialization; encoding uses the same order because that makes decoding fastest.
struct ClassExpansion {
    let members: [String]

    /// What the class inherits.
    struct Inheritance {
        /// Whether the superclass is archivable.
        let isSubclass: Bool
        /// The conformances the macro would add that the superclass already has.
        let conformances: Set<String>
    }

    init(
        _ type: ClassDeclSyntax, _ arguments: TypeArguments, _ inheritance: Inheritance,
        in context: some MacroExpansionContext
    ) {
        let list = type.memberBlock.members
        if let expression = arguments.versionExpression, inheritance.conformances.contains("GVersion") {
            context.report(
                "subclassVersion",
                """
                The superclass has a version, which counts for its subclasses, too: an object is archived with one version. Raise \
                that of the superclass, or write the classes by hand.
                """, at: expression)
        }
        let code = PropertyCode(list, in: context)
        let isSubclass = inheritance.isSubclass
        let superclass = isSubclass ? nil : type.plainSuperclass
        let advice = ClassAdvice(type: type, context: context)
        advice.give(about: code.properties)
        superclass.map(advice.warnOfSuperclass)
        // Setting a property through an accessor requires a fully initialized object.
        let isObservable = type.attributes.contains("Observable")
        let isLate = { (property: StoredProperty) in
            property.canWait || property.hasInitialValue && (property.mayBeWrapped || isObservable)
        }
        let early = code.properties.filter { !isLate($0) }
        // A wrapper with arguments has a value.
        let wrapped = early.filter(\.hasWrapperArguments)
        // Weak references come last, when all other objects have been created.
        let late =
            code.properties.filter { isLate($0) && $0.ownership == .strong }
            + code.properties.filter { isLate($0) && $0.ownership != .strong }
        let superclassCall =
            isSubclass ? ["try super.init(from: decoder)"] : superclass == nil ? [] : ["super.init()"]
        let isFinal = type.modifiers.contains(.final)
        let isOpen = type.modifiers.contains(.open)
        let methods = CodingMethods(
            access: type.modifiers.access, arguments: arguments,
            decoding: code.decode(early.filter { !$0.hasWrapperArguments }.wrappersLast) + superclassCall
                + code.decode(wrapped) + late.map(code.decodeWhenReady),
            encoding: code.typeCheck + code.encode(early) + (isSubclass ? ["try super.encode(to: encoder)"] : [])
                + code.encode(late),
            hook: MigrationHook(list, arguments, isSubclass: isSubclass, in: context))
        // A subclass that adds nothing inherits the methods, and with the initializer all other initializers.
        let addsNothing = isSubclass && code.properties.isEmpty && arguments.version == nil
        let needsInitializer = !list.hasDecodingInitializer && !(addsNothing && !list.hasDesignatedInitializer)
        let modifiers = { (conformance: String) -> String in
            // A class and its subclasses share one version, so a subclass must not override it.
            guard conformance != "GVersion" else { return "\(type.modifiers.access)static" }
            let isInherited = inheritance.conformances.contains(conformance)
            return (isOpen ? "open " : type.modifiers.access) + (isInherited ? "override " : "")
                + (isFinal && !isInherited ? "static" : "class")
        }
        let parts =
            [code.keys] + arguments.properties(modifiers) + [
                Self.codedClass(
                    of: type, isInherited: inheritance.conformances.contains(Self.codedClassConformance),
                    modifiers: modifiers(Self.codedClassConformance)),
                !isSubclass && type.losesImplicitInitializer ? "init() {}" : nil,
                needsInitializer ? methods.initializer(isFinal && !isSubclass ? "" : "required ") : nil,
                list.hasEncodingMethod || addsNothing
                    ? nil : methods.encodingMethod(isSubclass ? "override " : "", isOpen: isOpen),
            ]
        members = parts.compactMap { $0 }
    }

    static let codedClassConformance = "_GCodableClass"

    /// Returns the property that tells for which class the methods were generated; `nil` for a class that can have no
    /// subclass, and whose superclass does not have the property.
    ///
    /// A subclass without the macro inherits the property with the methods, so the core notices that it has no methods of
    /// its own.
    private static func codedClass(of type: ClassDeclSyntax, isInherited: Bool, modifiers: String) -> String? {
        guard isInherited || !type.modifiers.contains(.final) else { return nil }
        return """
            \(modifiers) var _codedClass: Swift.AnyClass {
                \(type.name.trimmedDescription).self
            }
            """
    }
}
#endif
