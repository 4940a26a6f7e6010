#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// An attribute without an expansion, which ``GCodableMacro`` evaluates.
struct MarkerMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        []
    }
}
#endif
