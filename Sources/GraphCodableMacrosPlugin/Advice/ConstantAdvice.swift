#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// The warning about a constant whose initial value may be a new one each time, such as `UUID()` or `Date.now`. See
/// ``InitialValue``.
struct ConstantAdvice {
    let declaration: VariableDeclSyntax
    let binding: PatternBindingSyntax

    func report(_ members: MemberBlockItemListSyntax, in context: ExpansionContext) {
        guard let value = binding.initializer?.value,
            InitialValue(value, of: binding.typeAnnotation?.type, members).mayDiffer
        else { return }
        let name = binding.pattern.trimmedDescription
        let variable = declaration.with(\.bindingSpecifier.tokenKind, .keyword(.var))
        context.report(
            "constant",
            """
            '\(name)' is not archived, because it is a constant with an initial value: each decoded object gets a new value.
            """, at: binding.pattern, severity: .warning, fixIt: moving(name, value, members),
            FixIt("make '\(name)' a variable, which is archived", declaration, variable),
            declaration.leavingOut(name))
    }

    /// Returns a fix-it that assigns the value in each initializer instead, if there are any and the type is known.
    private func moving(_ name: String, _ value: ExprSyntax, _ members: MemberBlockItemListSyntax) -> FixIt? {
        let initializers = members.designatedInitializers
        guard let type = binding.typeAnnotation?.type.trimmed ?? value.createdType, !initializers.isEmpty,
            declaration.bindings.count == 1
        else { return nil }
        var constant = binding
        constant.pattern = constant.pattern.trimmed
        constant.typeAnnotation = TypeAnnotationSyntax(colon: .colonToken(trailingTrivia: .space), type: type)
        constant.initializer = nil
        var changes = [FixIt.Change.replace(oldNode: Syntax(binding), newNode: Syntax(constant))]
        for body in initializers.compactMap(\.body) {
            let indentation = body.statements.first?.leadingTrivia ?? .newline
            var statements = body.statements
            statements.insert(
                CodeBlockItemSyntax(leadingTrivia: indentation, item: .expr("self.\(raw: name) = \(value.trimmed)")),
                at: statements.startIndex)
            changes.append(.replace(oldNode: Syntax(body.statements), newNode: Syntax(statements)))
        }
        return FixIt(
            message: Message(id: "fixIt", message: "give '\(name)' its value in the initializer"), changes: changes)
    }
}

extension ExprSyntax {
    /// The type that a call such as `UUID()` creates.
    fileprivate var createdType: TypeSyntax? {
        guard let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression.as(DeclReferenceExprSyntax.self),
            callee.baseName.text.first?.isUppercase == true
        else { return nil }
        return TypeSyntax(IdentifierTypeSyntax(name: callee.baseName.trimmed))
    }

    /// Whether the expression is a literal of a number, a string or a Boolean value.
    var isScalarLiteral: Bool {
        if let negative = self.as(PrefixOperatorExprSyntax.self) {
            return negative.operator.text == "-" && negative.expression.isScalarLiteral
        }
        return self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
            || self.is(BooleanLiteralExprSyntax.self) || self.is(StringLiteralExprSyntax.self)
    }
}

extension VariableDeclSyntax {
    /// Warns that the value of a lazy property is not archived, unless the property says so itself.
    func warnIfLazy(in context: ExpansionContext) {
        guard modifiers.contains(.lazy), !attributes.contains("CodableIgnored"), let binding = bindings.first else {
            return
        }
        let name = binding.pattern.trimmedDescription
        context.report(
            "lazy", "'\(name)' is not archived, because it is lazy: each decoded object computes it again.",
            at: binding.pattern, severity: .warning, fixIt: leavingOut(name))
    }
}
#endif
