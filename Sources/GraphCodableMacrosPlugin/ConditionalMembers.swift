#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

extension MemberBlockItemListSyntax {
    /// Reports stored properties, cases and the methods that the macro generates or calls inside `#if`: the macro doesn't know
    /// which of them are compiled.
    ///
    /// A type that declares both methods itself may have them.
    func reportConditionalMembers(in context: some MacroExpansionContext) {
        guard !hasDecodingInitializer || !hasEncodingMethod else { return }
        for member in conditionalMembers {
            if let declaration = member.decl.as(VariableDeclSyntax.self), declaration.isArchived {
                context.report(
                    "conditional",
                    """
                    @GCodable does not see declarations inside #if. Move the property out, mark it with @CodableIgnored, or \
                    write init(from:) and encode(to:) by hand.
                    """, at: declaration)
            } else if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
                context.report(
                    "conditional",
                    """
                    @GCodable does not see declarations inside #if. Move the case out, or write init(from:) and encode(to:) by \
                    hand.
                    """, at: declaration)
            } else if member.decl.isDecodingInitializer || member.decl.isEncodingMethod
                || !hasDecodingInitializer && member.decl.as(FunctionDeclSyntax.self)?.isMigration == true
            {
                context.report(
                    "conditional",
                    "@GCodable does not see declarations inside #if. Move this one out, and put the #if into its body.",
                    at: member.decl)
            }
        }
    }

    /// The members in all branches of all `#if` blocks of the type.
    var conditionalMembers: [MemberBlockItemSyntax] {
        all(IfConfigDeclSyntax.self).flatMap(\.clauses).flatMap { clause in
            guard case .decls(let members)? = clause.elements else { return [MemberBlockItemSyntax]() }
            return Array(members) + members.conditionalMembers
        }
    }
}

extension VariableDeclSyntax {
    /// Whether any of the properties would be archived outside the `#if`.
    fileprivate var isArchived: Bool {
        let isConstant = bindingSpecifier.tokenKind == .keyword(.let)
        return isStoredInInstances && !attributes.contains("CodableIgnored")
            && bindings.contains { !$0.isComputed && !(isConstant && $0.initializer != nil) }
    }
}
#endif
