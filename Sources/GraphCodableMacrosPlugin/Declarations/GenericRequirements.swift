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
        let used = Set(storedTypes.flatMap { $0.tokens(viewMode: .sourceAccurate).map(\.text) })
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
#endif
