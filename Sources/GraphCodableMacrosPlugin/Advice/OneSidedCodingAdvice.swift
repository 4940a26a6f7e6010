#if Macros
import SwiftSyntax

/// The warning about a property that one of `encode(to:)` and `init(from:)`, which the macro generates, handles, and the other one,
/// which the type declares, does not mention.
struct OneSidedCodingAdvice {
    private let parameters: FunctionParameterClauseSyntax
    private let body: CodeBlockSyntax
    /// Whether the type declares `init(from:)`.
    private let isDecoding: Bool

    /// Creates the advice, or `nil` if the macro generates both or none, or the body does not show all that it handles.
    init?(_ members: MemberBlockItemListSyntax) {
        guard members.hasEncodingMethod != members.hasDecodingInitializer else { return nil }
        isDecoding = members.hasDecodingInitializer
        let declarations = members.lazy.map(\.decl)
        let initializer = declarations.first(where: \.isDecodingInitializer)?.as(InitializerDeclSyntax.self)
        let method = declarations.first(where: \.isEncodingMethod)?.as(FunctionDeclSyntax.self)
        guard let signature = initializer?.signature ?? method?.signature, let body = initializer?.body ?? method?.body
        else { return nil }
        (parameters, self.body) = (signature.parameterClause, body)
        guard usesCoder, !passesCoderOn else { return nil }
    }

    /// The parameter's name in the body.
    private var coder: String? {
        guard let parameter = parameters.parameters.first else { return nil }
        return (parameter.secondName ?? parameter.firstName).text
    }

    private var usesCoder: Bool { body.tokens(viewMode: .sourceAccurate).contains { $0.text == coder } }

    /// Whether the body passes the coder to anything but the superclass, which may handle any property.
    private var passesCoderOn: Bool {
        body.tokens(viewMode: .sourceAccurate).contains { token in
            guard token.text == coder, let name = token.parent?.as(DeclReferenceExprSyntax.self),
                // `decoder.decode(…)` is a call of its own.
                name.parent?.is(MemberAccessExprSyntax.self) != true
            else { return false }
            let call = name.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
            return call?.calledExpression.trimmedDescription != (isDecoding ? "super.init" : "super.encode")
        }
    }

    func report(about properties: [StoredProperty], in context: ExpansionContext) {
        let words = Set(body.tokens(viewMode: .sourceAccurate).map(\.text.trimmingBackticks))
        for property in properties {
            let name = property.name.trimmingBackticks
            guard words.isDisjoint(with: [name, property.keyName.trimmingBackticks, property.key]) else { continue }
            let message =
                isDecoding
                ? "'\(name)' is archived, but 'init(from:)' does not read it, so its value is lost. Decode it there, or"
                : "'\(name)' is decoded, but 'encode(to:)' does not write it, so its value is lost. Encode it there, or"
            context.report(
                "oneSided", "\(message) leave it out with @CodableIgnored.", at: property.binding.pattern,
                severity: .warning, fixIt: property.declaration.leavingOut(name))
        }
    }
}
#endif
