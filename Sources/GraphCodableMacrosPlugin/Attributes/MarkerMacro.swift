#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// An attribute without an expansion, which ``GCodableMacro`` evaluates. It only warns if it has no effect where it stands.
struct MarkerMacro: PeerMacro {
    private let attribute: AttributeSyntax
    private let declaration: DeclSyntax

    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        MarkerMacro(attribute: node, declaration: DeclSyntax(declaration)).warn(in: ExpansionContext(context))
        return []
    }

    private var name: String { attribute.name }

    private func warn(in context: ExpansionContext) {
        guard let obstacle = obstacle ?? obstacle(around: context.lexicalContext.first) else { return }
        context.report(
            "noEffect", "@\(name) has no effect here: \(obstacle).", at: attribute, severity: .warning,
            fixIt: declaration.asProtocol((any WithAttributesSyntax).self).map { removing(from: $0) })
    }

    /// Why the attribute has no effect on this declaration, if it has none.
    private var obstacle: String? {
        if name == "CodableIgnoredSuperclass" {
            let type = declaration.as(ClassDeclSyntax.self)
            return type == nil
                ? "only a class has a superclass" : type?.inheritanceClause == nil ? "the class has no superclass" : nil
        }
        if declaration.is(EnumCaseDeclSyntax.self) {
            return ["CodingKey", "CodableAlias", "CodableFallback"].contains(name)
                ? nil : "it belongs to a property, not to a case of an enum"
        }
        if name == "CodableFallback" { return "only a case of an enum can be the fallback" }
        guard let property = declaration.as(VariableDeclSyntax.self) else {
            return "it belongs to a stored property"
        }
        return obstacle(of: property)
    }

    private func obstacle(of property: VariableDeclSyntax) -> String? {
        let modifiers = property.modifiers
        if modifiers.contains(.static) || modifiers.contains(.class) { return "a static property is never archived" }
        let hasAccessors = property.bindings.contains { $0.accessorBlock != nil }
        if modifiers.contains(.override) {
            return name == "CodableObserved" && hasAccessors ? nil : "the superclass archives the property"
        }
        if property.bindings.allSatisfy(\.isComputed) { return "a computed property is never archived" }
        if name == "CodableIgnored" { return nil }
        if property.attributes.contains("CodableIgnored") { return "@CodableIgnored leaves the property out" }
        if property.isConstant, property.bindings.allSatisfy({ $0.initializer != nil }) {
            return "a constant with an initial value is never archived"
        }
        return switch name {
        case "CodableObserved" where !hasAccessors: "the property has no observers"
        case "CodableWrapper" where !property.attributes.mayHaveWrapper: "the property has no wrapper"
        default: nil
        }
    }

    /// Why no declaration there is archived by the macro.
    private func obstacle(around context: Syntax?) -> String? {
        let type = declaration.is(ClassDeclSyntax.self) ? Syntax(declaration) : context
        guard let type, let named = type.asProtocol((any NamedDeclSyntax).self),
            let attributed = type.asProtocol((any WithAttributesSyntax).self),
            type.isProtocol((any DeclGroupSyntax).self)
        else {
            // `@Observable` repeats the attributes of a property at its storage, whose type the compiler does not show.
            let isStorage = declaration.as(VariableDeclSyntax.self)?.attributes.contains("ObservationIgnored") == true
            return isStorage ? nil : "it belongs to a type with @GCodable"
        }
        let isArchived = attributed.attributes.contains { element in
            guard case .attribute(let attribute) = element else { return true }
            return attribute.name == "GCodable"
        }
        return isArchived ? nil : "'\(named.name.text)' has no @GCodable"
    }

    private func removing(from attributed: some WithAttributesSyntax) -> FixIt {
        var new = attributed
        new.attributes = attributed.attributes.filter { element in
            element.as(AttributeSyntax.self)?.trimmedDescription != attribute.trimmedDescription
        }
        new.leadingTrivia = attributed.leadingTrivia
        return FixIt("remove @\(name)", attributed, new)
    }
}

extension AttributeListSyntax {
    /// Whether one of the attributes may be a property wrapper, also one whose name begins with a small letter.
    var mayHaveWrapper: Bool {
        contains { element in
            guard let attribute = element.as(AttributeSyntax.self) else { return true }
            return attribute.isPropertyWrapper
                || attribute.name.first?.isLowercase == true && !Self.languageAttributes.contains(attribute.name)
        }
    }

    private static let languageAttributes: Set = [
        "available", "inlinable", "nonobjc", "objc", "preconcurrency", "usableFromInline",
    ]
}
#endif
