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
    init(
        _ type: ClassDeclSyntax, _ arguments: TypeArguments, lacking conformances: [String],
        in context: ExpansionContext
    ) {
        let list = type.memberBlock.members
        let own = Set(conformances + type.inheritedNames)
        let isSubclass = own.isDisjoint(with: ["GEncodable", "GDecodable", "GCodable"])
        let advice = ClassAdvice(type: type, context: context)
        if let expression = arguments.versionExpression, !own.contains("GVersion") {
            advice.refuseVersion(expression)
        }
        let code = PropertyCode(list, in: context)
        let superclass = isSubclass ? nil : type.plainSuperclass
        advice.report(about: code.properties, superclass)
        let order = InitializationOrder(of: code.properties, in: type)
        let superclassCall =
            isSubclass ? ["try super.init(from: decoder)"] : superclass == nil ? [] : ["super.init()"]
        let methods = CodingMethods(
            of: type, arguments, keys: code.keys,
            decoding: code.decode(order.required.wrappersLast) + superclassCall
                + code.decode(order.wrapped) + order.late.map(code.decodeWhenReady),
            encoding: code.typeCheck + code.encode(order.early)
                + (isSubclass ? ["try super.encode(to: encoder)"] : []) + code.encode(order.late),
            migration: MigrationHook.call(list, arguments, isClass: true, isSubclass: isSubclass, in: context),
            in: context)
        // A subclass that adds nothing inherits the methods, and with the initializer all other initializers.
        let addsNothing = isSubclass && code.properties.isEmpty && arguments.version == nil
        let isOpen = type.modifiers.contains(.open)
        let access = context.access(of: type)
        let properties = arguments.properties {
            type.propertyModifiers(for: $0, access, isInherited: !own.contains($0))
        }
        let parts =
            [methods.keys] + properties + [
                !isSubclass && type.losesImplicitInitializer ? "init() {}" : nil,
                addsNothing && !list.hasDesignatedInitializer
                    ? nil : methods.initializer(type.modifiers.contains(.final) && !isSubclass ? "" : "required "),
                addsNothing ? nil : methods.encodingMethod(isSubclass ? "override " : "", isOpen: isOpen),
            ]
        members = parts.compactMap { $0 }
    }
}

extension ClassDeclSyntax {
    /// Returns the modifiers of the property that a conformance requires, or `nil` if the class inherits the property.
    fileprivate func propertyModifiers(
        for conformance: String, _ access: String, isInherited: Bool
    ) -> String? {
        // A class and its subclasses share one version, so a subclass must not override it.
        guard conformance != "GVersion" else { return isInherited ? nil : "\(access)static" }
        let isFinal = modifiers.contains(.final)
        // No subclass can inherit the methods of a final class.
        if conformance == "_GCodableClass", isFinal, !isInherited { return nil }
        return (modifiers.contains(.open) ? "open " : access) + (isInherited ? "override " : "")
            + (isFinal && !isInherited ? "static" : "class")
    }
}
#endif
