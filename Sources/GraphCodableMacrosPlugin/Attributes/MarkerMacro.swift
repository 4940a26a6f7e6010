#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// An attribute without an expansion, which ``GCodableMacro`` evaluates. It only warns if it has no effect.
struct MarkerMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        MarkerAdvice(attribute: node, declaration: declaration).report(in: ExpansionContext(context))
        return []
    }
}
#endif
