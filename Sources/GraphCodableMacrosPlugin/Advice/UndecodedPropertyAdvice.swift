#if Macros
import SwiftSyntax

/// The warning about a property that the generated `encode(to:)` writes, and the type's own `init(from:)` does not mention.
struct UndecodedPropertyAdvice {
    private let initializer: InitializerDeclSyntax
    private let body: CodeBlockSyntax

    /// Creates the advice, or `nil` if the macro does not generate `encode(to:)`, or the body does not show all that
    /// `init(from:)` reads.
    init?(_ members: MemberBlockItemListSyntax) {
        guard !members.hasEncodingMethod,
            let initializer = members.lazy.map(\.decl).first(where: \.isDecodingInitializer)?
                .as(InitializerDeclSyntax.self),
            let body = initializer.body
        else { return nil }
        self.initializer = initializer
        self.body = body
        guard usesDecoder, !passesDecoderOn else { return nil }
    }

    /// The parameter's name in the body.
    private var decoder: String? {
        guard let parameter = initializer.signature.parameterClause.parameters.first else { return nil }
        return (parameter.secondName ?? parameter.firstName).text
    }

    private var usesDecoder: Bool { body.tokens(viewMode: .sourceAccurate).contains { $0.text == decoder } }

    /// Whether the body passes the decoder to anything but the superclass, which may read any property.
    private var passesDecoderOn: Bool {
        body.tokens(viewMode: .sourceAccurate).contains { token in
            guard token.text == decoder, let name = token.parent?.as(DeclReferenceExprSyntax.self),
                // `decoder.decode(…)` is a call of its own.
                name.parent?.is(MemberAccessExprSyntax.self) != true
            else { return false }
            let call = name.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
            return call?.calledExpression.trimmedDescription != "super.init"
        }
    }

    func report(about properties: [StoredProperty], in context: ExpansionContext) {
        let words = Set(body.tokens(viewMode: .sourceAccurate).map(\.text.trimmingBackticks))
        for property in properties {
            let name = property.name.trimmingBackticks
            guard words.isDisjoint(with: [name, property.keyName.trimmingBackticks, property.key]) else { continue }
            context.report(
                "unread",
                """
                '\(name)' is archived, but 'init(from:)' does not read it, so its value is lost. Decode it there, or leave it out \
                with @CodableIgnored.
                """, at: property.binding.pattern, severity: .warning, fixIt: property.declaration.leavingOut(name))
        }
    }
}
#endif
