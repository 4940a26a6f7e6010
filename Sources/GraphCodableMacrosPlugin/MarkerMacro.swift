#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// An attribute that only tells ``GCodableMacro`` something about a property or a case.
struct MarkerMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        []
    }
}
#endif
