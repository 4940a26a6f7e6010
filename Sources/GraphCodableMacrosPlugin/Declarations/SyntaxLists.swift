#if Macros
import SwiftSyntax

extension Sequence<MemberBlockItemSyntax> {
    /// The members of a kind, without those inside `#if`.
    func all<Declaration: DeclSyntaxProtocol>(_ kind: Declaration.Type) -> [Declaration] {
        compactMap { $0.decl.as(kind) }
    }
}

extension AttributeListSyntax {
    /// The attributes, without those inside `#if`.
    var all: [AttributeSyntax] { compactMap { $0.as(AttributeSyntax.self) } }

    func contains(_ name: String) -> Bool { all.contains { $0.name == name } }
}

extension WithAttributesSyntax {
    /// Returns the declaration with one more attribute.
    func adding(_ attribute: String) -> Self {
        var new = self
        new.leadingTrivia = []
        new.attributes.insert(
            .attribute(
                AttributeSyntax(
                    attributeName: IdentifierTypeSyntax(name: .identifier(attribute)), trailingTrivia: .space)),
            at: new.attributes.startIndex)
        new.leadingTrivia = leadingTrivia
        return new
    }
}

extension DeclGroupSyntax {
    /// The types in the inheritance clause; those of a composition one by one.
    var inheritedTypes: [TypeSyntax] { (inheritanceClause?.inheritedTypes ?? []).flatMap(\.type.components) }

    var inheritedNames: [String] { inheritedTypes.map(\.lastName) }
}

extension TypeSyntax {
    /// The types of a composition; otherwise the type itself, without attributes.
    var components: [TypeSyntax] {
        if let attributed = self.as(AttributedTypeSyntax.self) {
            return attributed.baseType.components
        }
        return self.as(CompositionTypeSyntax.self)?.elements.flatMap(\.type.components) ?? [self]
    }
}
#endif
