#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// The warning about a constant whose initial value may be a new one each time, such as `UUID()` or `Date.now`.
struct ConstantAdvice {
    private let declaration: VariableDeclSyntax
    private let binding: PatternBindingSyntax
    private let isIgnored: Bool

    init(_ declaration: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ markers: Markers) {
        self.declaration = declaration
        self.binding = binding
        isIgnored = markers.isIgnored
    }

    func give(_ members: MemberBlockItemListSyntax, in context: some MacroExpansionContext) {
        guard !isIgnored, let value = binding.initializer?.value, value.mayDiffer || isFresh(value) else { return }
        let name = binding.pattern.trimmedDescription
        let variable = declaration.with(\.bindingSpecifier.tokenKind, .keyword(.var))
        context.report(
            "constant",
            """
            '\(name)' is not archived, because it is a constant with an initial value: each decoded object gets a new value.
            """, at: binding.pattern, severity: .warning, fixIt: moving(name, value, members),
            FixItText("make '\(name)' a variable, which is archived", Syntax(declaration), Syntax(variable)),
            declaration.leavingOut(name))
    }

    /// Whether the value is a member of `Date` or `UUID`, such as `.today`: most of these differ each time.
    private func isFresh(_ value: ExprSyntax) -> Bool {
        guard let member = value.as(MemberAccessExprSyntax.self), member.base == nil,
            let type = PropertyType(annotation: binding.typeAnnotation?.type, value: nil)
        else { return false }
        return ["Date", "UUID"].contains(type.wrappedName)
            && !["distantPast", "distantFuture", "none"].contains(member.declName.baseName.text)
    }

    /// Returns a fix-it that assigns the value in each initializer instead, if there are any and the type is known.
    private func moving(_ name: String, _ value: ExprSyntax, _ members: MemberBlockItemListSyntax) -> FixItText? {
        let initializers = members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }.filter {
            !$0.modifiers.contains(.convenience)
        }
        guard let type = binding.typeAnnotation?.type.trimmed ?? value.createdType, !initializers.isEmpty,
            declaration.bindings.count == 1
        else { return nil }
        var constant = binding
        constant.pattern = constant.pattern.trimmed
        constant.typeAnnotation = TypeAnnotationSyntax(colon: .colonToken(trailingTrivia: .space), type: type)
        constant.initializer = nil
        var fixIt = FixItText("give '\(name)' its value in the initializer", Syntax(binding), Syntax(constant))
        for body in initializers.compactMap(\.body) {
            let indentation = body.statements.first?.leadingTrivia ?? .newline
            var statements = body.statements
            statements.insert(
                CodeBlockItemSyntax(leadingTrivia: indentation, item: .expr("self.\(raw: name) = \(value.trimmed)")),
                at: statements.startIndex)
            fixIt = fixIt.and(Syntax(body.statements), Syntax(statements))
        }
        return fixIt
    }
}

extension ExprSyntax {
    /// Whether the expression may have another value when it is evaluated again: it calls or names something.
    fileprivate var mayDiffer: Bool {
        !self.is(ClosureExprSyntax.self) && Syntax(self).contains(\.mayDiffer)
    }

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

extension Syntax {
    /// The operators of the standard library, which have the same result each time.
    private static let operators: Set = [
        "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "~", "!", "&&", "||", "...", "..<",
    ]
    /// Types whose members are constants, such as `Double.pi`.
    private static let numbers: Set = ["Int", "UInt", "Double", "Float", "CGFloat"]

    /// Whether this node itself may have another value each time. A case such as `.red` has not; `.now` has.
    fileprivate var mayDiffer: Bool {
        if let name = self.as(DeclReferenceExprSyntax.self) {
            guard let member = parent?.as(MemberAccessExprSyntax.self) else { return true }
            guard member.base?.id == name.id || member.base == nil else { return false }
            return member.base == nil ? name.baseName.text == "now" : !Self.numbers.contains(name.baseName.text)
        }
        if let name = self.as(BinaryOperatorExprSyntax.self)?.operator
            ?? self.as(PrefixOperatorExprSyntax.self)?.operator
        {
            return !Self.operators.contains(name.text)
        }
        return self.is(FunctionCallExprSyntax.self) || self.is(MacroExpansionExprSyntax.self)
            || self.is(SubscriptCallExprSyntax.self) || self.is(PostfixOperatorExprSyntax.self)
            || self.is(ExpressionSegmentSyntax.self)
    }

    /// Whether the node or any node inside it satisfies a condition.
    fileprivate func contains(_ condition: (Syntax) -> Bool) -> Bool {
        condition(self) || children(viewMode: .sourceAccurate).contains { $0.contains(condition) }
    }
}

extension VariableDeclSyntax {
    /// Warns that the value of a lazy property is not archived, unless the property says so itself.
    func warnIfLazy(in context: some MacroExpansionContext) {
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
