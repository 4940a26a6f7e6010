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
        let code = PropertyCode(list, isClass: true, in: context)
        let superclass = isSubclass ? nil : type.plainSuperclass
        advice.report(about: code.properties, superclass)
        let superclassCheck =
            isSubclass || superclass != nil || type.attributes.contains("CodableIgnoredSuperclass")
            ? nil
            : type.firstUnknownType.map {
                // What may be a protocol needs the word `any`, which the compiler allows for a class only in a composition.
                context.placing("encoder.archivesSuperclass((any \($0.trimmed) & Swift.Sendable).self)", at: $0)
                    + "\n#sourceLocation()"
            }
        let (early, late) = code.properties.inOrder(isObservable: type.attributes.contains("Observable"))
        let superclassCall =
            isSubclass ? ["try super.init(from: decoder)"] : superclass == nil ? [] : ["super.init()"]
        let refusal = type.refusal(arguments, in: context)
        let callsRefusal = refusal != nil || isSubclass && arguments.version == nil && !early.isEmpty
        let methods = CodingMethods(
            of: type, versionCheck: callsRefusal ? "try Self._refuseNewer(decoder)" : arguments.versionCheck,
            keys: code.keys,
            decoding: late.filter(\.needsNil).map { "self.\($0.storage) = nil" }
                + code.decode(early.filter { !$0.hasWrapperArguments }.wrappersLast) + superclassCall
                + code.decode(early.filter(\.hasWrapperArguments)) + late.map(code.decodeWhenReady),
            encoding: code.typeCheck + [superclassCheck].compactMap { $0 } + code.encode(early)
                + (isSubclass ? ["try super.encode(to: encoder)"] : []) + code.encode(late),
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
                refusal, !isSubclass && type.losesImplicitInitializer ? "init() {}" : nil,
                addsNothing && !list.hasDesignatedInitializer
                    ? nil : methods.initializer(type.modifiers.contains(.final) && !isSubclass ? "" : "required "),
                addsNothing ? nil : methods.encodingMethod(isSubclass ? "override " : "", isOpen: isOpen),
            ]
        members = parts.compactMap { $0 }
    }
}

extension [StoredProperty] {
    /// The properties of a class that are set before the initializer of the superclass is called; and those that are set after it,
    /// because they have a value already. Weak references come last, when all other objects have been created.
    fileprivate func inOrder(isObservable: Bool) -> (early: Self, late: Self) {
        // Setting a property through an accessor requires a fully initialized object.
        let isLate = { (property: StoredProperty) in
            property.canWait || property.hasInitialValue && (property.mayBeWrapped || isObservable)
        }
        let late = filter(isLate)
        return (
            filter { !isLate($0) }, late.filter { $0.ownership == .strong } + late.filter { $0.ownership != .strong }
        )
    }
}

extension ClassDeclSyntax {
    /// Returns the method that refuses newer versions, if any: a subclass calls it before it decodes its own properties.
    fileprivate func refusal(_ arguments: TypeArguments, in context: ExpansionContext) -> String? {
        guard !context.hasErrors, !modifiers.contains(.final), !memberBlock.members.hasDecodingInitializer,
            let check = arguments.versionCheck
        else { return nil }
        return """
            \(context.access(of: self))static func _refuseNewer(_ decoder: \(QualifiedNames.decoder)) throws {
            \(check.indented)
            }
            """
    }

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
