#if Macros
import SwiftSyntax

extension MemberBlockItemListSyntax {
    /// Reports stored properties, cases and the methods that the macro generates or calls inside `#if`: the macro doesn't know
    /// which of them are compiled.
    ///
    /// A type that declares both methods itself may have them.
    func reportConditionalMembers(in context: ExpansionContext) {
        guard !hasBothMethods else { return }
        for member in conditionalMembers {
            guard let advice = advice(about: member.decl) else { continue }
            context.report(
                "conditional", "@GCodable does not see declarations inside #if. \(advice)", at: member.decl)
        }
    }

    /// Returns what to do with a declaration inside `#if`, if the macro should see it.
    private func advice(about declaration: DeclSyntax) -> String? {
        if declaration.is(EnumCaseDeclSyntax.self) {
            return "Move the case out, or write init(from:) and encode(to:) by hand."
        }
        if let property = declaration.as(VariableDeclSyntax.self) {
            let advice =
                "Move the property out, mark it with @CodableIgnored, or write init(from:) and encode(to:) by hand."
            return property.isArchived ? advice : nil
        }
        let isMigration = declaration.as(FunctionDeclSyntax.self)?.isMigration == true && !hasDecodingInitializer
        return isMigration || declaration.isDecodingInitializer || declaration.isEncodingMethod
            ? "Move this one out, and put the #if into its body." : nil
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
        return isStoredInInstances && !attributes.contains("CodableIgnored")
            && bindings.contains { !$0.isComputed && !(isConstant && $0.initializer != nil) }
    }
}
#endif
