#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Makes a type archivable by generating `init(from:)` and `encode(to:)` from its stored properties or cases.
///
/// A structure or an enumeration gets both in an extension, so that a structure keeps its memberwise initializer. A
/// class gets them as members, because an extension cannot declare a required initializer.
enum GCodableMacro {
    /// Formatting would break lines, whose errors would no longer be at the place that `#sourceLocation` gives.
    static var formatMode: FormatMode { .disabled }
}

extension GCodableMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in base: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        let context = ExpansionContext(base)
        checkPlace(declaration, node, in: context)
        // A final class has no subclass that could inherit the methods. The compiler crashes if a class that a macro extends lacks
        // the conformances, and has a subclass.
        let isLeaf = !declaration.is(ClassDeclSyntax.self) || declaration.modifiers.contains(.final)
        if context.hasErrors, isLeaf { return [] }
        let arguments = TypeArguments(node, of: declaration)
        // Only classes can conform to `GVersion`; other types just have the property.
        let isClass = declaration.is(ClassDeclSyntax.self)
        let expected = (["GEncodable", "GDecodable"] + arguments.conformances).filter { name in
            isClass ? !isLeaf || name != "_GCodableClass" : name != "GVersion"
        }
        let missing = protocols.map(\.lastName).filter(expected.contains)
        var members = ""
        var requirements = ""
        // What is in a class is checked where it gets its members.
        if !isClass { check(declaration, arguments, in: context) }
        if let structure = declaration.as(StructDeclSyntax.self) {
            let expansion = StructExpansion(structure, arguments, in: context)
            (members, requirements) = (expansion.members, GenericRequirements.clause(structure, expansion.types))
        } else if let enumeration = declaration.as(EnumDeclSyntax.self) {
            let expansion = EnumExpansion(enumeration, arguments, in: context)
            (members, requirements) = (expansion.members, GenericRequirements.clause(enumeration, expansion.types))
        }
        guard !missing.isEmpty || !members.isEmpty else { return [] }
        let isolation = declaration.attributes.isolation.map { "\($0) " } ?? ""
        let conformance =
            missing.isEmpty
            ? "" : ": " + missing.map { "\(isolation)\(QualifiedNames.module).\($0)" }.joined(separator: ", ")
        // Without it, the conformance would belong to the actor to which the module isolates what says nothing.
        let modifier = declaration.modifiers.contains(.nonisolated) ? "nonisolated " : ""
        let availability = ([Syntax(declaration)] + context.lexicalContext).flatMap(\.availability)
            .map { "\($0.trimmed) " }.joined()
        let source: DeclSyntax =
            "\(raw: availability)\(raw: modifier)extension \(type.trimmed)\(raw: conformance)\(raw: requirements) {\n\(raw: members.indented)\n}"
        return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
    }
}

extension GCodableMacro {
    /// Reports what in a type has nothing to do with single properties or cases.
    fileprivate static func check(
        _ declaration: some DeclGroupSyntax, _ arguments: TypeArguments, in context: ExpansionContext
    ) {
        QualifiedNames.check(declaration, in: context)
        UnknownFieldsProperty.check(declaration, in: context)
        arguments.check(in: context)
    }

    /// Reports why no extension can make the type archivable.
    private static func checkPlace(
        _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax, in context: ExpansionContext
    ) {
        if !declaration.is(StructDeclSyntax.self), !declaration.is(EnumDeclSyntax.self),
            !declaration.is(ClassDeclSyntax.self)
        {
            context.report("kind", "@GCodable can be attached to a struct, a class or an enum.", at: node)
        } else if isRepeated(node, of: declaration, in: context) {
            context.report("twice", "There can be only one @GCodable.", at: node)
        }
        let inherited = declaration.inheritedTypes
        if let name = inherited.first(where: { ["~Copyable", "~Escapable"].contains($0.trimmedDescription) }) {
            context.report(
                "copies",
                """
                Archives hold copies, which this type does not allow. Remove '\(name.trimmedDescription)' or @GCodable.
                """, at: name)
        }
        if let name = inherited.first(where: { ["GTrivialCodable", "GBinaryCodable"].contains($0.lastName) }) {
            context.report(
                "binary",
                """
                A type that conforms to \(name.lastName) is archived as its bytes, so what @GCodable generates has no effect. \
                Remove one of them.
                """, at: name)
        }
        reportPrivate(declaration, in: context)
    }

    /// Whether the type has the attribute already, in front of this one.
    fileprivate static func isRepeated(
        _ node: AttributeSyntax, of declaration: some DeclGroupSyntax, in context: ExpansionContext
    ) -> Bool {
        declaration.attributes.all.first { $0.name == "GCodable" }.map { !context.areAtSamePlace($0, node) } ?? false
    }

    /// Reports a type that is private to another one, which the extension could not see.
    private static func reportPrivate(_ declaration: some DeclGroupSyntax, in context: ExpansionContext) {
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
            at: modifier, fixIt: FixIt("make it fileprivate", modifier, new))
    }
}

extension GCodableMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in base: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let context = ExpansionContext(base)
        guard let type = declaration.as(ClassDeclSyntax.self), !isRepeated(node, of: type, in: context) else {
            return []
        }
        let arguments = TypeArguments(node, of: type)
        check(type, arguments, in: context)
        return ClassExpansion(type, arguments, lacking: protocols.map(\.lastName), in: context)
            .members.map { "\(raw: $0)" }
    }
}

extension TypeSyntax {
    /// The name without attributes, parentheses, `any` and enclosing types.
    var lastName: String {
        let type = unparenthesized
        let inner = type.as(AttributedTypeSyntax.self)?.baseType ?? type.as(SomeOrAnyTypeSyntax.self)?.constraint
        return inner?.lastName ?? type.as(MemberTypeSyntax.self)?.name.text ?? type.trimmedDescription
    }
}

extension Syntax {
    /// The attributes that say where a declaration is available. What extends it must not be available elsewhere.
    fileprivate var availability: [AttributeSyntax] {
        asProtocol((any WithAttributesSyntax).self)?.attributes.all.filter(\.limitsAvailability) ?? []
    }
}

extension AttributeSyntax {
    /// Whether this is `@available` with a version or with `unavailable`, rather than only with `deprecated`.
    fileprivate var limitsAvailability: Bool {
        guard case .availability(let arguments)? = arguments else { return false }
        return arguments.contains { item in
            let word = item.firstToken(viewMode: .sourceAccurate)?.text ?? ""
            return item.argument.is(PlatformVersionSyntax.self) || ["introduced", "unavailable"].contains(word)
        }
    }
}

extension AttributeListSyntax {
    /// The attribute of the global actor that isolates the declaration.
    var isolation: String? {
        all.first { $0.name.hasSuffix("Actor") }?.trimmedDescription
    }
}
#endif
