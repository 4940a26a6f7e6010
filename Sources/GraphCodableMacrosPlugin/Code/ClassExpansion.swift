#if Macros
import SwiftSyntax

/// The members that the macro adds to a class.
///
/// Properties that must be initialized come first, then those of the superclass, then those that can be set later.
/// Swift requires this order for initialization; encoding uses the same order because that makes decoding fastest.
struct ClassExpansion {
    let members: [String]

    /// - Parameter conformances: Those that the compiler lets the macro add. If the class doesn't declare another one, the
    ///   superclass has it.
    init(_ type: ClassDeclSyntax, _ arguments: TypeArguments, lacking conformances: [String], in context: Context) {
        let list = type.memberBlock.members
        let own = Set(conformances + type.inheritedNames)
        let isSubclass = own.isDisjoint(with: ["GEncodable", "GDecodable", "GCodable"])
        if let expression = arguments.versionExpression, !own.contains("GVersion") {
            context.report(
                "subclassVersion",
                """
                The superclass has a version, which counts for its subclasses, too: an object is archived with one version. Raise \
                that of the superclass, or write the classes by hand.
                """, at: expression)
        }
        let code = PropertyCode(list, in: context)
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
            of: type, arguments, keys: code.keys,
            decoding: code.decode(early.filter { !$0.hasWrapperArguments }.wrappersLast) + superclassCall
                + code.decode(wrapped) + late.map(code.decodeWhenReady),
            encoding: code.typeCheck + code.encode(early) + (isSubclass ? ["try super.encode(to: encoder)"] : [])
                + code.encode(late),
            hook: MigrationHook(list, arguments, isSubclass: isSubclass, in: context), in: context)
        // A subclass that adds nothing inherits the methods, and with the initializer all other initializers.
        let addsNothing = isSubclass && code.properties.isEmpty && arguments.version == nil
        let modifiers = { (conformance: String) -> String? in
            let isInherited = !own.contains(conformance)
            // A class and its subclasses share one version, so a subclass must not override it.
            guard conformance != "GVersion" else { return isInherited ? nil : "\(type.modifiers.access)static" }
            // No subclass can inherit the methods of a final class.
            if conformance == "_GCodableClass", isFinal, !isInherited { return nil }
            return (isOpen ? "open " : type.modifiers.access) + (isInherited ? "override " : "")
                + (isFinal && !isInherited ? "static" : "class")
        }
        let parts =
            [methods.keys] + arguments.properties(modifiers) + [
                !isSubclass && type.losesImplicitInitializer ? "init() {}" : nil,
                addsNothing && !list.hasDesignatedInitializer
                    ? nil : methods.initializer(isFinal && !isSubclass ? "" : "required "),
                addsNothing ? nil : methods.encodingMethod(isSubclass ? "override " : "", isOpen: isOpen),
            ]
        members = parts.compactMap { $0 }
    }
}
#endif
