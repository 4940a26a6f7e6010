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
        let names = unarchivable(in: type).filter { used.contains($0.name.text) && $0.specifier == nil }
            .map(\.name.text)
        guard !names.isEmpty else { return "" }
        return " where " + names.map { "\($0): \(QualifiedNames.archivable)" }.joined(separator: ", ")
    }

    /// Returns the parameters of a type that its declaration does not show to be archivable.
    static func unarchivable(in type: some WithGenericParametersSyntax) -> [GenericParameterSyntax] {
        (type.genericParameterClause?.parameters ?? []).filter { !isArchivable($0, in: type) }
    }

    /// Returns whether the declaration of a type already requires a parameter to be archivable.
    private static func isArchivable(
        _ parameter: GenericParameterSyntax, in type: some WithGenericParametersSyntax
    ) -> Bool {
        if let inherited = parameter.inheritedType, isArchivable(inherited.trimmedDescription) { return true }
        return (type.genericWhereClause?.requirements ?? []).contains { requirement in
            guard let constraint = requirement.requirement.as(ConformanceRequirementSyntax.self) else { return false }
            return constraint.leftType.trimmedDescription == parameter.name.text
                && isArchivable(constraint.rightType.trimmedDescription)
        }
    }

    private static func isArchivable(_ constraint: String) -> Bool {
        constraint.contains("GCodable") || constraint.contains("GEncodable & GDecodable")
            || constraint.contains("GDecodable & GEncodable")
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
