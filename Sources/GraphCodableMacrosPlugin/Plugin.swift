#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [GCodableMacro.self, MarkerMacro.self]
}
#else
/// Without the trait there is no swift-syntax to make a plugin with, and nothing that needs one.
@main
enum Plugin {
    static func main() {}
}
#endif
