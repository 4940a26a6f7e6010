#if Macros
import SwiftSyntax

/// Generates the `where` clause that requires the generic parameters of a structure or an enumeration to be archivable.
enum GenericRequirements {
    /// - Parameter types: The types of the stored values.
    /// - Returns: The clause with a leading space; empty if nothing is required.
    static func clause(_ type: some WithGenericParametersSyntax, _ types: [TypeSyntax]) -> String {
        let stored = Set(types.flatMap { $0.tokens(viewMode: .sourceAccurate).map(\.text) })
        let names = (type.genericParameterClause?.parameters ?? []).filter { parameter in
            let inherited = parameter.inheritedType?.trimmedDescription ?? ""
            return stored.contains(parameter.name.text) && parameter.specifier == nil && !isArchivable(inherited)
                && !(type.genericWhereClause?.requirements ?? []).contains { requirement in
                    guard let constraint = requirement.requirement.as(ConformanceRequirementSyntax.self) else {
                        return false
                    }
                    return constraint.leftType.trimmedDescription == parameter.name.text
                        && isArchivable(constraint.rightType.trimmedDescription)
                }
        }.map(\.name.text)
        guard !names.isEmpty else { return "" }
        return " where " + names.map { "\($0): \(QualifiedNames.archivable)" }.joined(separator: ", ")
    }

    private static func isArchivable(_ constraint: String) -> Bool {
        constraint.contains("GCodable") || constraint.contains("GEncodable & GDecodable")
            || constraint.contains("GDecodable & GEncodable")
    }
}
#endif
