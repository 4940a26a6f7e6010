#if Macros
import SwiftSyntax

/// Generates the `where` clause that requires the generic parameters of a structure or an enumeration to be archivable.
enum GenericRequirements {
    /// Returns the clause with a leading space; empty if nothing is required.
    ///
    /// - Parameters:
    ///   - type: The structure or enumeration.
    ///   - storedTypes: The types of its stored values.
    static func clause(_ type: some WithGenericParametersSyntax, _ storedTypes: [TypeSyntax]) -> String {
        let used = Set(storedTypes.flatMap(\.namedTypes).map(\.trimmedDescription))
        let names = type.parameters.filter { used.contains($0.name.text) && !isArchivable($0, in: [type]) }
            .map(\.name.text)
        guard !names.isEmpty else { return "" }
        return " where " + names.map { "\($0): \(QualifiedNames.archivable)" }.joined(separator: ", ")
    }

    /// Returns what a stored type needs of generic parameters and their members, if the declarations around it do not require it,
    /// nor the clause above.
    ///
    /// - Parameter node: The declaration of the value.
    static func missing(
        for type: TypeSyntax, at node: some SyntaxProtocol, in context: ExpansionContext
    ) -> [(name: String, requirement: String)] {
        let own = node.ancestorOrSelf { $0.asProtocol((any WithGenericParametersSyntax).self) }
        let outer = context.lexicalContext.compactMap { $0.asProtocol((any WithGenericParametersSyntax).self) }
        let scopes = (own.map { [$0] } ?? []) + outer
        let parameters = scopes.flatMap(\.parameters)
        let inClause = own?.is(ClassDeclSyntax.self) == false ? own?.parameters.map(\.name.text) ?? [] : []
        var found: [(name: String, requirement: String)] = []
        for name in type.namedTypes.map(\.trimmedDescription) where !found.contains(where: { $0.name == name }) {
            let root = name.prefix { $0 != "." }
            guard let parameter = parameters.first(where: { $0.name.text == root }) else { continue }
            let isMember = root != name
            guard
                isMember
                    ? !isRequired(name, in: scopes) : !inClause.contains(name) && !isArchivable(parameter, in: scopes)
            else { continue }
            let inherited = isMember ? nil : parameter.inheritedType.map { "\($0.trimmed) & " }
            found.append((name, "\(name): \(inherited ?? "")GCodable"))
        }
        return found
    }

    /// Returns whether declarations require a parameter of one of them to be archivable.
    private static func isArchivable(
        _ parameter: GenericParameterSyntax, in scopes: [any WithGenericParametersSyntax]
    ) -> Bool {
        parameter.inheritedType.map { isArchivable($0.trimmedDescription) } ?? false
            || isRequired(parameter.name.text, in: scopes)
    }

    /// Returns whether a `where` clause of one of the declarations requires a type to be archivable.
    private static func isRequired(_ name: String, in scopes: [any WithGenericParametersSyntax]) -> Bool {
        scopes.compactMap(\.genericWhereClause).flatMap(\.requirements).contains { requirement in
            guard let constraint = requirement.requirement.as(ConformanceRequirementSyntax.self) else { return false }
            return constraint.leftType.trimmedDescription == name
                && isArchivable(constraint.rightType.trimmedDescription)
        }
    }

    private static func isArchivable(_ constraint: String) -> Bool {
        constraint.contains("GCodable") || constraint.contains("GEncodable & GDecodable")
            || constraint.contains("GDecodable & GEncodable")
    }
}

extension WithGenericParametersSyntax {
    /// The generic parameters that stand for types.
    fileprivate var parameters: [GenericParameterSyntax] {
        (genericParameterClause?.parameters ?? []).filter { $0.specifier == nil }
    }
}

extension SyntaxProtocol {
    /// The types in a type that have names: `Set<Model.ID>` and `Model.ID` in the first of them. What stands before a point is none
    /// by itself.
    var namedTypes: [Syntax] {
        let isNamed = self.is(IdentifierTypeSyntax.self) || self.is(MemberTypeSyntax.self)
        let isBase = parent?.as(MemberTypeSyntax.self).map { Syntax($0.baseType).id == id } ?? false
        return (isNamed && !isBase ? [Syntax(self)] : []) + children(viewMode: .sourceAccurate).flatMap(\.namedTypes)
    }
}
#endif
