#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// Makes a type archivable by generating `init(from:)` and `encode(to:)` from its stored properties or cases.
///
/// A structure or an enumeration gets both in an extension, so that a structure keeps its memberwise initializer. A
/// class gets them as members, because an extension cannot declare a required initializer.
enum GCodableMacro {
    fileprivate static let conformances = ["GEncodable", "GDecodable"]

    /// Formatting would break lines, whose errors would no longer be at the place that `#sourceLocation` gives.
    static var formatMode: FormatMode { .disabled }
}

extension GCodableMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        if let obstacle = Generated.obstacle(in: declaration) {
            context.report("obstacle", obstacle.message, at: obstacle.node)
            return []
        }
        reportPrivate(declaration, in: context)
        UnknownFields.check(declaration, in: context)
        guard let named = declaration.asProtocol((any NamedDeclSyntax).self) else { return [] }
        let arguments = TypeArguments(node, of: named)
        arguments.checkNames(in: context)
        var members = ""
        var requirements = ""
        let expected = conformances + arguments.conformances
        // Only classes can conform to `GVersion`; other types just have the property. A final class has no subclass that could
        // inherit the methods.
        let isClass = declaration.is(ClassDeclSyntax.self)
        let missing = protocols.map(\.lastName).filter { name in
            switch name {
            case "GVersion": isClass && expected.contains(name)
            case ClassExpansion.codedClassConformance: isClass && !declaration.modifiers.contains(.final)
            default: expected.contains(name)
            }
        }
        if let structure = declaration.as(StructDeclSyntax.self) {
            let expansion = StructExpansion(structure, arguments, in: context)
            members = expansion.members
            requirements = GenericRequirements.clause(
                structure.genericParameterClause, structure.genericWhereClause,
                types: expansion.properties.compactMap(\.type?.syntax))
        } else if let enumeration = declaration.as(EnumDeclSyntax.self) {
            guard let expansion = EnumExpansion(enumeration, arguments, in: context) else { return [] }
            members = expansion.members
            requirements = GenericRequirements.clause(
                enumeration.genericParameterClause, enumeration.genericWhereClause, types: expansion.types)
        } else if !declaration.is(ClassDeclSyntax.self) {
            context.report("kind", "@GCodable can be attached to a struct, a class or an enum.", at: node)
            return []
        }
        guard !missing.isEmpty || !members.isEmpty else { return [] }
        let isolation = declaration.attributes.isolation.map { "\($0) " } ?? ""
        let conformance =
            missing.isEmpty
            ? "" : ": " + missing.map { "\(isolation)\(Generated.module).\($0)" }.joined(separator: ", ")
        // Without it, the conformance would belong to the actor to which the module isolates what says nothing.
        let modifier = declaration.modifiers.contains(.nonisolated) ? "nonisolated " : ""
        let source: DeclSyntax =
            "\(raw: modifier)extension \(type.trimmed)\(raw: conformance)\(raw: requirements) {\n\(raw: members.indented)\n}"
        return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
    }
}

extension GCodableMacro {
    /// Reports a type that is private to another one, which the extension could not see.
    private static func reportPrivate(_ declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
        // The outermost type may be private: nothing is around it.
        let outer = context.lexicalContext.dropLast().compactMap { type -> String? in
            let isPrivate = type.asProtocol((any WithModifiersSyntax).self)?.modifiers.contains(.private) == true
            return isPrivate ? type.asProtocol((any NamedDeclSyntax).self)?.name.text : nil
        }
        if let outer = outer.first, let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name {
            context.report(
                "private",
                "The macro's extension cannot see '\(outer)', which is private to another type. Make '\(outer)' fileprivate.",
                at: name)
        }
        guard !context.lexicalContext.isEmpty,
            let modifier = declaration.modifiers.first(where: { $0.name.tokenKind == .keyword(.private) })
        else { return }
        let new = modifier.with(\.name.tokenKind, .keyword(.fileprivate))
        context.report(
            "private", "The macro's extension cannot see a type that is private to another one. Make it fileprivate.",
            at: modifier, fixIt: FixItText("make it fileprivate", Syntax(modifier), Syntax(new)))
    }
}

extension GCodableMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let type = declaration.as(ClassDeclSyntax.self), Generated.obstacle(in: type) == nil else { return [] }
        // If the compiler requests no conformance and the class doesn't declare it, the superclass has it.
        let missing = protocols.map(\.lastName)
        let declared = type.inheritedNames
        let arguments = TypeArguments(node, of: type)
        let inheritance = ClassExpansion.Inheritance(
            isSubclass: !missing.contains(where: conformances.contains)
                && !declared.contains(where: (conformances + ["GCodable"]).contains),
            conformances: Set(arguments.conformances + [ClassExpansion.codedClassConformance])
                .subtracting(missing + declared))
        return ClassExpansion(type, arguments, inheritance, in: context).members.map { "\(raw: $0)" }
    }
}

extension TypeSyntax {
    /// The name without attributes and enclosing types.
    var lastName: String {
        if let attributed = self.as(AttributedTypeSyntax.self) {
            return attributed.baseType.lastName
        }
        return self.as(MemberTypeSyntax.self)?.name.text ?? trimmedDescription
    }
}

extension AttributeListSyntax {
    /// The attribute of the global actor that isolates the type.
    fileprivate var isolation: String? {
        all.first { $0.name.hasSuffix("Actor") }?.trimmedDescription
    }
}
#endif
